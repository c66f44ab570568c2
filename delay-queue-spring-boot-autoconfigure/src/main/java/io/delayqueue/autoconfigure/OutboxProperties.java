/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.delayqueue.autoconfigure;

import java.time.Duration;

import io.delayqueue.outbox.OutboxSettings;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.jdbc.init.DatabaseInitializationProperties;

/**
 * Configuration properties of the outbox.
 *
 * @since 0.1.0
 */
@ConfigurationProperties(prefix = "delay-queue.outbox", ignoreUnknownFields = false)
public class OutboxProperties {

	/**
	 * Longest time between two looks at the outbox. What this instance commits is relayed
	 * at once.
	 */
	private Duration pollInterval = Duration.ofSeconds(5);

	/**
	 * Number of entries that are relayed at a time.
	 */
	private int batchSize = 100;

	/**
	 * Number of times that an entry may fail, while the store works, before it is set
	 * aside.
	 */
	private int maxAttempts = 5;

	private final Jdbc jdbc = new Jdbc();

	public Duration getPollInterval() {
		return this.pollInterval;
	}

	public void setPollInterval(Duration pollInterval) {
		this.pollInterval = pollInterval;
	}

	public int getBatchSize() {
		return this.batchSize;
	}

	public void setBatchSize(int batchSize) {
		this.batchSize = batchSize;
	}

	public int getMaxAttempts() {
		return this.maxAttempts;
	}

	public void setMaxAttempts(int maxAttempts) {
		this.maxAttempts = maxAttempts;
	}

	public Jdbc getJdbc() {
		return this.jdbc;
	}

	/**
	 * Settings of the outbox's table.
	 */
	public static class Jdbc extends DatabaseInitializationProperties {

		private static final String DEFAULT_SCHEMA_LOCATION = "classpath:io/delayqueue/outbox/schema-@@platform@@.sql";

		/**
		 * Name of the table, which may follow that of a schema and a dot.
		 */
		private String tableName = OutboxSettings.DEFAULT_TABLE_NAME;

		public String getTableName() {
			return this.tableName;
		}

		public void setTableName(String tableName) {
			this.tableName = tableName;
		}

		@Override
		public String getDefaultSchemaLocation() {
			return DEFAULT_SCHEMA_LOCATION;
		}

	}

}
