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

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

import javax.sql.DataSource;

import io.delayqueue.core.QueueCommand;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The table of an outbox. All methods take part in the transaction of the calling thread.
 */
final class OutboxTable {

	private static final int MAX_ERROR = 2000;

	private final DataSource dataSource;

	private final JdbcTemplate jdbc;

	private final String name;

	private volatile @Nullable OutboxDatabase database;

	OutboxTable(DataSource dataSource, String name) {
		this.dataSource = dataSource;
		this.jdbc = new JdbcTemplate(dataSource);
		this.name = name;
	}

	// Asked for at first use: the database may be away when the application starts.
	private String clock() {
		OutboxDatabase database = this.database;
		if (database == null) {
			database = OutboxDatabase.of(this.dataSource);
			this.database = database;
		}
		return database.clock();
	}

	/**
	 * Write commands.
	 * @param commands the commands, in their order
	 */
	void insert(List<? extends QueueCommand> commands) {
		String sql = "INSERT INTO " + this.name
				+ " (queue, message_id, operation, payload, details, attempts, created_at) VALUES (?, ?, ?, ?, ?, 0, "
				+ clock() + ")";
		this.jdbc.batchUpdate(sql, commands, 100, (statement, command) -> {
			statement.setString(1, command.queue());
			statement.setString(2, command.id());
			statement.setString(3, command.operation().name());
			statement.setBytes(4, (command instanceof QueueCommand.Schedule schedule)
					? schedule.command().message().payload() : null);
			statement.setString(5, OutboxDetails.encode(command));
		});
	}

	/**
	 * Read what has not been set aside.
	 * @param limit how many rows at most
	 * @param except queues to leave out
	 * @return the first rows, in their order
	 */
	List<OutboxRow> read(int limit, Collection<String> except) {
		String condition = except.isEmpty() ? "" : " AND queue NOT IN (" + parameters(except.size()) + ")";
		String sql = "SELECT entry_no, queue, message_id, operation, payload, details, attempts, created_at, " + clock()
				+ " AS read_at FROM " + this.name + " WHERE failed_at IS NULL" + condition + " ORDER BY entry_no LIMIT "
				+ limit;
		return this.jdbc.query(sql, OutboxTable::row, except.toArray());
	}

	private static OutboxRow row(ResultSet row, int index) throws SQLException {
		// Both are rounded down: the difference may be one too large.
		long writtenAt = row.getLong("created_at");
		long age = row.getLong("read_at") - writtenAt - 1;
		return new OutboxRow(row.getLong("entry_no"), row.getString("queue"), row.getString("message_id"),
				row.getString("operation"), row.getBytes("payload"), row.getString("details"),
				Instant.ofEpochMilli(writtenAt), Duration.ofMillis(Math.max(0, age)), row.getInt("attempts"));
	}

	/**
	 * Delete rows that have been dealt with.
	 * @param rows the rows
	 */
	void delete(List<OutboxRow> rows) {
		if (!rows.isEmpty()) {
			this.jdbc.update("DELETE FROM " + this.name + " WHERE entry_no IN (" + parameters(rows.size()) + ")",
					rows.stream().map(OutboxRow::number).toArray());
		}
	}

	private static String parameters(int count) {
		return "?" + ", ?".repeat(count - 1);
	}

	/**
	 * Note that a row has failed once more.
	 * @param row the row
	 * @param failure why
	 * @param forGood whether it is set aside
	 */
	void fail(OutboxRow row, RuntimeException failure, boolean forGood) {
		String error = failure.toString();
		this.jdbc.update(
				"UPDATE " + this.name + " SET attempts = attempts + 1, error = ?, failed_at = "
						+ (forGood ? clock() : "NULL") + " WHERE entry_no = ?",
				error.substring(0, Math.min(error.length(), MAX_ERROR)), row.number());
	}

	/**
	 * Count what waits.
	 * @return the backlog
	 */
	OutboxBacklog backlog() {
		String sql = "SELECT COUNT(*), COUNT(failed_at), MIN(CASE WHEN failed_at IS NULL THEN created_at END), "
				+ clock() + " FROM " + this.name;
		return this.jdbc.query(sql, (rows) -> {
			rows.next();
			long setAside = rows.getLong(2);
			long count = rows.getLong(1) - setAside;
			long age = (count > 0) ? Math.max(0, rows.getLong(4) - rows.getLong(3)) : 0;
			return new OutboxBacklog(count, Duration.ofMillis(age), setAside);
		});
	}

}
