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

package io.delayqueue.sample.consistency;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Has the database write to disk what is committed. H2 does so by itself only every half
 * second, too seldom for what a customer has been promised.
 *
 * @since 0.1.0
 */
@Component
public class DatabaseCheckpoint {

	private final JdbcClient jdbcClient;

	DatabaseCheckpoint(JdbcClient jdbcClient) {
		this.jdbcClient = jdbcClient;
	}

	/**
	 * Return when all that is committed is on disk.
	 */
	public void await() {
		this.jdbcClient.sql("CHECKPOINT SYNC").update();
	}

}
