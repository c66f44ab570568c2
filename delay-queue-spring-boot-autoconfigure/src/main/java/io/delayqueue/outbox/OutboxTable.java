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
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
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

	/**
	 * A batch ends here, unless its first row alone is larger.
	 */
	private static final long MAX_BATCH_BYTES = 4 * 1024 * 1024;

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
	 * Read what has not been set aside, as far as it fits into a batch.
	 * @param limit how many rows at most
	 * @param except queues to leave out
	 * @param full queues that take no new messages, of which to leave out the messages
	 * and what came after one with the same id
	 * @return the first rows, in their order
	 */
	List<OutboxRow> read(int limit, Collection<String> except, Collection<String> full) {
		List<Long> numbers = new ArrayList<>();
		long bytes = 0;
		// Sizes first: a hundred large payloads are too much to hold and to send.
		for (Size size : sizes(limit, except, full)) {
			bytes += size.bytes();
			if (!numbers.isEmpty() && bytes > MAX_BATCH_BYTES) {
				break;
			}
			numbers.add(size.number());
		}
		if (numbers.isEmpty()) {
			return List.of();
		}
		String sql = "SELECT entry_no, queue, message_id, operation, payload, details, attempts, created_at, " + clock()
				+ " AS read_at FROM " + this.name + " WHERE entry_no IN (" + parameters(numbers.size())
				+ ") ORDER BY entry_no";
		return this.jdbc.query(sql, OutboxTable::row, numbers.toArray());
	}

	private List<Size> sizes(int limit, Collection<String> except, Collection<String> full) {
		List<String> left = new ArrayList<>(except);
		left.addAll(full);
		String others = left.isEmpty() ? "" : " AND o.queue NOT IN (" + parameters(left.size()) + ")";
		List<Size> sizes = sizes(others, limit, left);
		if (!full.isEmpty()) {
			// Two statements, of which each can use an index.
			String ofFull = " AND o.queue IN (" + parameters(full.size()) + ") AND o.operation <> 'SCHEDULE'"
					+ " AND NOT EXISTS (SELECT 1 FROM " + this.name + " e WHERE e.failed_at IS NULL"
					+ " AND e.message_id = o.message_id AND e.queue = o.queue AND e.operation = 'SCHEDULE'"
					+ " AND e.entry_no < o.entry_no)";
			sizes = new ArrayList<>(sizes);
			sizes.addAll(sizes(ofFull, limit, full));
			sizes.sort(Comparator.comparingLong(Size::number));
		}
		return sizes.subList(0, Math.min(limit, sizes.size()));
	}

	private List<Size> sizes(String condition, int limit, Collection<String> queues) {
		return this.jdbc.query(
				"SELECT o.entry_no, COALESCE(OCTET_LENGTH(o.payload), 0) + OCTET_LENGTH(o.details) FROM " + this.name
						+ " o WHERE o.failed_at IS NULL" + condition + " ORDER BY o.entry_no LIMIT " + limit,
				(row, index) -> new Size(row.getLong(1), row.getLong(2)), queues.toArray());
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
		this.jdbc.update(
				"UPDATE " + this.name + " SET attempts = attempts + 1, error = ?, failed_at = "
						+ (forGood ? clock() : "NULL") + " WHERE entry_no = ?",
				writable(failure.toString()), row.number());
	}

	// A text that the database refuses would undo the whole step, and so each that
	// follows.
	private static String writable(String text) {
		StringBuilder writable = new StringBuilder();
		text.codePoints()
			.limit(MAX_ERROR)
			.map((point) -> (Character.isISOControl(point) || Character.getType(point) == Character.SURROGATE) ? ' '
					: point)
			.forEach(writable::appendCodePoint);
		return writable.toString();
	}

	/**
	 * Count what waits.
	 * @return the backlog
	 */
	OutboxBacklog backlog() {
		// Apart, so that each can use an index.
		String waiting = " FROM " + this.name + " WHERE failed_at IS NULL";
		String sql = "SELECT (SELECT COUNT(*)" + waiting + "), (SELECT COUNT(*) FROM " + this.name
				+ " WHERE failed_at IS NOT NULL), (SELECT created_at" + waiting + " ORDER BY entry_no LIMIT 1), "
				+ clock();
		return this.jdbc.query(sql, (rows) -> {
			rows.next();
			long count = rows.getLong(1);
			long age = (count > 0) ? Math.max(0, rows.getLong(4) - rows.getLong(3)) : 0;
			return new OutboxBacklog(count, Duration.ofMillis(age), rows.getLong(2));
		});
	}

	/**
	 * How large a row is.
	 *
	 * @param number its place in the order of all
	 * @param bytes the bytes of all that can be large
	 */
	private record Size(long number, long bytes) {

	}

}
