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

import java.sql.Connection;
import java.util.concurrent.TimeUnit;

import javax.sql.DataSource;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The one row that whoever relays holds until the end of its transaction, so that nobody
 * else does at the same time, and the order is kept. It is free again when its holder's
 * connection ends. Used by one thread.
 */
final class RelayLock {

	private static final Log logger = LogFactory.getLog(RelayLock.class);

	/**
	 * How long a holder may go without having asked the database.
	 */
	private static final long CHECK_AFTER = TimeUnit.SECONDS.toNanos(1);

	private final JdbcTemplate jdbc;

	private final String table;

	private final String skipping;

	private String suffix;

	private boolean hadRow;

	private long asked;

	RelayLock(DataSource dataSource, String table) {
		this(dataSource, table, " SKIP LOCKED");
	}

	RelayLock(DataSource dataSource, String table, String skipping) {
		this.jdbc = new JdbcTemplate(dataSource);
		this.table = table + OutboxSettings.LOCK_SUFFIX;
		this.skipping = skipping;
		this.suffix = skipping;
	}

	/**
	 * Find out whether the database can leave out locked rows, and see to it that there
	 * is a row to lock. Not within a transaction, which a failure would spoil.
	 * @param transaction runs each try in a transaction of its own
	 */
	void prepare(RelayTransaction transaction) {
		this.suffix = skips(transaction) ? this.skipping : "";
		if (!transaction.run((status) -> hasRow())) {
			if (this.hadRow) {
				logger.warn("The row of table '" + this.table + "' has vanished, by which relays keep out of each "
						+ "other's way. It is written again");
			}
			insert(transaction);
		}
		this.hadRow = true;
	}

	// A table that is missing fails in either way.
	private boolean skips(RelayTransaction transaction) {
		try {
			transaction.run((status) -> select(0, this.skipping));
			return true;
		}
		catch (BadSqlGrammarException ex) {
			transaction.run((status) -> select(0, ""));
			return false;
		}
	}

	private void insert(RelayTransaction transaction) {
		try {
			transaction.run((status) -> this.jdbc.update("INSERT INTO " + this.table + " (id) VALUES (1)"));
		}
		catch (DataIntegrityViolationException ex) {
			// Another instance was faster.
			return;
		}
	}

	/**
	 * Try to get the lock, until the end of the transaction.
	 * @return whether it is held; if not, somebody else holds it
	 * @throws IllegalStateException if there is nothing to lock, or no transaction
	 */
	boolean tryLock() {
		try {
			this.asked = System.nanoTime();
			if (select(1, this.suffix)) {
				checkTransaction();
				return true;
			}
		}
		catch (PessimisticLockingFailureException | QueryTimeoutException ex) {
			return false;
		}
		if (!hasRow()) {
			throw new IllegalStateException("The row of table '" + this.table + "' is missing");
		}
		return false;
	}

	// Else nothing holds the lock from one statement to the next.
	private void checkTransaction() {
		if (Boolean.TRUE.equals(this.jdbc.execute((ConnectionCallback<Boolean>) Connection::getAutoCommit))) {
			throw new IllegalStateException("The outbox can't be relayed in transactions that are not of its database");
		}
	}

	/**
	 * See, from time to time, whether the lock is still held. Whoever has lost its
	 * connection has lost the lock, and must not send what another one may send too.
	 */
	void check() {
		long now = System.nanoTime();
		if (now - this.asked >= CHECK_AFTER) {
			hasRow();
			this.asked = now;
		}
	}

	private boolean select(int id, String suffix) {
		return !this.jdbc
			.queryForList("SELECT id FROM " + this.table + " WHERE id = ? FOR UPDATE" + suffix, Integer.class, id)
			.isEmpty();
	}

	private boolean hasRow() {
		return !this.jdbc.queryForList("SELECT id FROM " + this.table + " WHERE id = 1", Integer.class).isEmpty();
	}

}
