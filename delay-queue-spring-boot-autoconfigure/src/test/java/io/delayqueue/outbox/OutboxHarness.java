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
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;

import javax.sql.DataSource;

import io.delayqueue.core.CommandSender;
import io.delayqueue.core.DeferredOperationFailures;
import io.delayqueue.core.DelayQueueTemplate;
import io.delayqueue.event.DeferredOperationFailedEvent;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.support.PayloadMessageConverter;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.util.unit.DataSize;

import static org.awaitility.Awaitility.await;

/**
 * An outbox in an empty database, a template that writes to it, and what it reports.
 */
final class OutboxHarness implements AutoCloseable {

	static final Duration LONG = Duration.ofSeconds(30);

	/**
	 * So long that nothing is found by looking for it.
	 */
	static final Duration NEVER = Duration.ofHours(1);

	private final DataSource dataSource;

	private final DelayQueueStore store;

	private final PlatformTransactionManager transactionManager;

	private final List<JdbcOutbox> outboxes = new ArrayList<>();

	private final List<DeferredOperationFailedEvent> failures = new CopyOnWriteArrayList<>();

	OutboxHarness(DataSource dataSource, DelayQueueStore store) {
		this.dataSource = dataSource;
		this.store = store;
		this.transactionManager = new JdbcTransactionManager(dataSource);
	}

	static void createTables(DataSource dataSource) {
		String platform = OutboxDatabase.of(dataSource).name().toLowerCase(Locale.ROOT);
		new ResourceDatabasePopulator(new ClassPathResource("io/delayqueue/outbox/schema-" + platform + ".sql"))
			.execute(dataSource);
	}

	JdbcOutbox outbox(Duration pollInterval) {
		return outbox(this.transactionManager, pollInterval);
	}

	JdbcOutbox outbox(PlatformTransactionManager transactionManager, Duration pollInterval) {
		JdbcOutbox outbox = new JdbcOutbox(this.dataSource, transactionManager, new CommandSender(this.store),
				new DeferredOperationFailures((queue, operation, ids, cause) -> this.failures
					.add(new DeferredOperationFailedEvent(queue, operation, ids, cause)), null),
				new OutboxSettings(OutboxSettings.DEFAULT_TABLE_NAME, pollInterval, 100, maxAttempts()));
		this.outboxes.add(outbox);
		return outbox;
	}

	int maxAttempts() {
		return 3;
	}

	DelayQueueTemplate template(JdbcOutbox outbox) {
		DelayQueueTemplate template = new DelayQueueTemplate(this.store,
				new PayloadMessageConverter(JsonMapper.builder().build()), DataSize.ofMegabytes(1));
		template.setDeferral(outbox);
		return template;
	}

	TransactionTemplate transaction() {
		return new TransactionTemplate(this.transactionManager);
	}

	PlatformTransactionManager transactionManager() {
		return this.transactionManager;
	}

	JdbcTemplate jdbc() {
		return new JdbcTemplate(this.dataSource);
	}

	List<DeferredOperationFailedEvent> failures() {
		return this.failures;
	}

	void awaitEmpty(JdbcOutbox outbox) {
		await().atMost(LONG).until(() -> outbox.backlog().count() == 0);
	}

	@Override
	public void close() {
		this.outboxes.forEach(JdbcOutbox::stop);
	}

}
