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

import java.sql.DatabaseMetaData;
import java.util.Arrays;

import javax.sql.DataSource;

import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.support.JdbcUtils;
import org.springframework.jdbc.support.MetaDataAccessException;

/**
 * The databases that can hold an outbox, and how each tells the time. Not that of the
 * transaction's beginning: a delay would be over too early.
 */
enum OutboxDatabase {

	/**
	 * PostgreSQL.
	 */
	POSTGRESQL("PostgreSQL", "CAST(FLOOR(EXTRACT(EPOCH FROM clock_timestamp()) * 1000) AS BIGINT)"),

	/**
	 * MySQL.
	 */
	MYSQL("MySQL", Clocks.MYSQL),

	/**
	 * MariaDB.
	 */
	MARIADB("MariaDB", Clocks.MYSQL),

	/**
	 * H2.
	 */
	H2("H2", "CAST(FLOOR(EXTRACT(EPOCH FROM (SELECT EXECUTING_STATEMENT_START FROM INFORMATION_SCHEMA.SESSIONS"
			+ " WHERE SESSION_ID = SESSION_ID())) * 1000) AS BIGINT)");

	private final String product;

	private final String clock;

	OutboxDatabase(String product, String clock) {
		this.product = product;
		this.clock = clock;
	}

	/**
	 * Return how the database is asked for the time.
	 * @return an expression that gives milliseconds since the epoch
	 */
	String clock() {
		return this.clock;
	}

	/**
	 * Ask which database it is.
	 * @param dataSource leads to the database
	 * @return the database
	 */
	static OutboxDatabase of(DataSource dataSource) {
		String product;
		try {
			product = JdbcUtils.extractDatabaseMetaData(dataSource, DatabaseMetaData::getDatabaseProductName);
		}
		catch (MetaDataAccessException ex) {
			throw new DataAccessResourceFailureException("The database can't be asked", ex);
		}
		return Arrays.stream(values())
			.filter((database) -> database.product.equalsIgnoreCase(product))
			.findFirst()
			.orElseThrow(() -> new IllegalStateException("An outbox can be in " + Arrays.toString(values())
					+ ", but the database of the application is '" + product + "'"));
	}

	/**
	 * What several databases have in common.
	 */
	private static final class Clocks {

		private static final String MYSQL = "TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00', UTC_TIMESTAMP(6)) DIV 1000";

		private Clocks() {
		}

	}

}
