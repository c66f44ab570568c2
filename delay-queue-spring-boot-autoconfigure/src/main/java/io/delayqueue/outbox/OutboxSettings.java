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

package io.delayqueue.outbox;

import java.time.Duration;
import java.util.regex.Pattern;

import io.delayqueue.support.InvalidSettingException;

/**
 * How an outbox works.
 *
 * @param tableName the table, perhaps with its schema. Another one that bears its name
 * and the suffix {@value #LOCK_SUFFIX} is needed too
 * @param pollInterval the longest time between two looks at the table
 * @param batchSize how many commands are brought to the store at a time at most
 * @param maxAttempts how often a command may fail, while the store works, before it is
 * set aside
 * @since 0.1.0
 */
public record OutboxSettings(String tableName, Duration pollInterval, int batchSize, int maxAttempts) {

	/**
	 * The table's name unless another one is given.
	 */
	public static final String DEFAULT_TABLE_NAME = "delay_queue_outbox";

	static final String LOCK_SUFFIX = "_lock";

	private static final Pattern TABLE_NAME = Pattern
		.compile("([A-Za-z_][A-Za-z0-9_]{0,62}\\.)?[A-Za-z_][A-Za-z0-9_]{0,57}");

	private static final Duration MIN_POLL_INTERVAL = Duration.ofMillis(1);

	public OutboxSettings {
		checkTableName(tableName);
		InvalidSettingException.check("pollInterval", pollInterval, (value) -> value.compareTo(MIN_POLL_INTERVAL) >= 0,
				"must be at least 1ms");
		InvalidSettingException.check("batchSize", batchSize, (value) -> value >= 1 && value <= 10_000,
				"must be from 1 to 10000");
		InvalidSettingException.check("maxAttempts", maxAttempts, (value) -> value >= 1, "must be at least 1");
	}

	/**
	 * Check the name of a table.
	 * @param tableName the name
	 * @return the name
	 * @throws InvalidSettingException if it is not a name
	 */
	public static String checkTableName(String tableName) {
		InvalidSettingException.check("tableName", tableName, (value) -> TABLE_NAME.matcher(value).matches(),
				"must be letters, digits and '_', 58 at most, and may follow the name of a schema and '.'");
		return tableName;
	}

}
