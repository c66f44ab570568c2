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
import java.util.List;
import java.util.Optional;

import javax.sql.DataSource;

import io.delayqueue.MessageState;
import io.delayqueue.RealTime;
import io.delayqueue.core.DelayQueueTemplate;
import io.delayqueue.store.RecordingStore;
import io.delayqueue.store.memory.InMemoryDelayQueueStore;
import io.delayqueue.testpostgres.PostgresProcess;
import io.delayqueue.testpostgres.PostgresTest;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link JdbcOutbox} on PostgreSQL.
 */
@PostgresTest
class PostgresOutboxIntegrationTests extends OutboxContract {

	private final PostgresProcess postgres;

	PostgresOutboxIntegrationTests(PostgresProcess postgres) {
		this.postgres = postgres;
	}

	@Override
	DataSource emptyDatabase() {
		return new DriverManagerDataSource(this.postgres.emptyDatabase());
	}

	@Test
	void findsWhatWaitsHoweverMuchIsSetAside() {
		JdbcTemplate jdbc = new JdbcTemplate(emptyDatabase());
		OutboxHarness.createTables(jdbc.getDataSource());
		jdbc.update("INSERT INTO delay_queue_outbox (queue, message_id, operation, details, created_at, attempts, "
				+ "failed_at) SELECT 'q', 'a', 'CANCEL', '', 0, 5, 1 FROM generate_series(1, 20000)");
		jdbc.execute("ANALYZE delay_queue_outbox");
		for (String sql : List.of(
				"SELECT queue FROM delay_queue_outbox WHERE failed_at IS NULL ORDER BY entry_no LIMIT 9",
				"SELECT COUNT(*) FROM delay_queue_outbox WHERE failed_at IS NULL")) {
			assertThat(String.join("\n", jdbc.queryForList("EXPLAIN " + sql, String.class)))
				.contains("delay_queue_outbox_wait");
		}
	}

	@Test
	void sendsNoMoreWhenItsSessionHasEnded() {
		String url = this.postgres.emptyDatabase();
		DataSource dataSource = new DriverManagerDataSource(url);
		OutboxHarness.createTables(dataSource);
		RecordingStore store = new RecordingStore(new InMemoryDelayQueueStore()) {
			@Override
			public Optional<MessageState> cancel(String queue, String id) {
				Optional<MessageState> found = super.cancel(queue, id);
				if (calls().size() == 1) {
					new JdbcTemplate(new DriverManagerDataSource(url))
						.queryForList("SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
								+ "WHERE datname = current_database() AND state = 'idle in transaction'");
					pass();
				}
				return found;
			}
		};
		try (OutboxHarness harness = new OutboxHarness(dataSource, store)) {
			JdbcOutbox outbox = harness.outbox(Duration.ofMillis(20));
			DelayQueueTemplate template = harness.template(outbox);
			template.cancel("q", "a");
			template.cancel("q", "b");
			outbox.start();
			harness.awaitEmpty(outbox);
			assertThat(store.calls()).containsExactly("cancel q a", "cancel q a", "cancel q b");
		}
	}

	private static void pass() {
		try {
			RealTime.pass(Duration.ofMillis(1100));
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
