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

import javax.sql.DataSource;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The one row that whoever relays holds until the end of its transaction, so that nobody
 * else does at the same time, and the order is kept. It is free again when its holder's
 * connection ends.
 */
final class RelayLock {

	private final JdbcTemplate jdbc;

	private final String table;

	private volatile String suffix;

	RelayLock(DataSource dataSource, String table) {
		this(dataSource, table, " SKIP LOCKED");
	}

	RelayLock(DataSource dataSource, String table, String suffix) {
		this.suffix = suffix;
		this.jdbc = new JdbcTemplate(dataSource);
		this.table = table + OutboxSettings.LOCK_SUFFIX;
	}

	/**
	 * Find out whether the database can leave out locked rows, and see to it that there
	 * is a row to lock. Not within a transaction, which a failure would spoil.
	 * @param transaction runs each try in a transaction of its own
	 */
	void prepare(TransactionTemplate transaction) {
		try {
			transaction.executeWithoutResult((status) -> select());
		}
		catch (BadSqlGrammarException ex) {
			this.suffix = "";
		}
		Long rows = transaction
			.execute((status) -> this.jdbc.queryForObject("SELECT COUNT(*) FROM " + this.table, Long.class));
		if (rows == null || rows == 0) {
			try {
				transaction.executeWithoutResult(
						(status) -> this.jdbc.update("INSERT INTO " + this.table + " (id) VALUES (1)"));
			}
			catch (DataIntegrityViolationException ex) {
				// Another instance was faster.
				return;
			}
		}
	}

	/**
	 * Try to get the lock, until the end of the transaction.
	 * @return whether it is held; if not, somebody else holds it
	 */
	boolean tryLock() {
		try {
			return select();
		}
		catch (PessimisticLockingFailureException | QueryTimeoutException ex) {
			return false;
		}
	}

	private boolean select() {
		return !this.jdbc
			.queryForList("SELECT id FROM " + this.table + " WHERE id = 1 FOR UPDATE" + this.suffix, Integer.class)
			.isEmpty();
	}

}
