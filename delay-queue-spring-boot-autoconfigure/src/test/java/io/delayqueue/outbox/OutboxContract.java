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
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import javax.sql.DataSource;

import io.delayqueue.DelayQueueException;
import io.delayqueue.DuplicateMessageException;
import io.delayqueue.core.CancelResult;
import io.delayqueue.core.DelayMessage;
import io.delayqueue.core.DelayQueueTemplate;
import io.delayqueue.core.DuplicatePolicy;
import io.delayqueue.core.RescheduleResult;
import io.delayqueue.core.ScheduleResult;
import io.delayqueue.store.RecordingStore;
import io.delayqueue.store.memory.InMemoryDelayQueueStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

/**
 * What an outbox does on every database.
 */
abstract class OutboxContract {

	private final RecordingStore store = new RecordingStore(new InMemoryDelayQueueStore());

	private DataSource dataSource;

	private OutboxHarness harness;

	private JdbcOutbox outbox;

	private DelayQueueTemplate template;

	private TransactionTemplate transaction;

	/**
	 * Return an empty database.
	 * @return leads to the database
	 */
	abstract DataSource emptyDatabase();

	@BeforeEach
	void create() {
		this.dataSource = emptyDatabase();
		OutboxHarness.createTables(this.dataSource);
		this.harness = new OutboxHarness(this.dataSource, this.store);
		this.outbox = this.harness.outbox(OutboxHarness.NEVER);
		this.template = this.harness.template(this.outbox);
		this.transaction = this.harness.transaction();
	}

	@AfterEach
	void stop() {
		this.harness.close();
	}

	@Test
	void relaysAfterTheCommitAndAtOnce() {
		this.outbox.start();
		this.transaction.executeWithoutResult((status) -> {
			assertThat(schedule("a")).isEqualTo(new ScheduleResult("q", "a", null, ScheduleResult.Outcome.DEFERRED));
			assertThat(this.store.calls()).isEmpty();
		});
		this.harness.awaitEmpty(this.outbox);
		assertThat(this.store.calls()).containsExactly("schedule q a");
	}

	@Test
	void relaysNothingOfATransactionThatIsRolledBack() {
		this.transaction.executeWithoutResult((status) -> {
			schedule("a");
			this.template.cancel("q", "b");
			status.setRollbackOnly();
		});
		schedule("c");
		relayAll();
		assertThat(this.store.calls()).containsExactly("schedule q c");
	}

	@Test
	void relaysNothingOfASavepointThatIsRolledBack() {
		TransactionTemplate nested = new TransactionTemplate(this.harness.transactionManager());
		nested.setPropagationBehavior(TransactionDefinition.PROPAGATION_NESTED);
		this.transaction.executeWithoutResult((status) -> {
			schedule("a");
			nested.executeWithoutResult((inner) -> {
				schedule("b");
				inner.setRollbackOnly();
			});
			schedule("c");
		});
		relayAll();
		assertThat(this.store.calls()).containsExactly("schedule q a,c");
	}

	@Test
	void writesInATransactionOfItsOwnIfThereIsNone() {
		assertThat(schedule("a").outcome()).isEqualTo(ScheduleResult.Outcome.DEFERRED);
		assertThat(this.outbox.backlog().count()).isEqualTo(1);
		assertThat(this.store.calls()).isEmpty();
	}

	@Test
	void keepsTheOrderOverTransactions() {
		this.template.scheduleAll(List.of(message("a"), message("b")));
		assertThat(this.template.cancel("q", "a")).isEqualTo(CancelResult.DEFERRED);
		assertThat(this.template.reschedule("q", "b", Duration.ZERO)).isEqualTo(RescheduleResult.DEFERRED);
		this.transaction.executeWithoutResult((status) -> schedule("a"));
		assertThat(this.template.reschedule("q", "b", Instant.EPOCH)).isEqualTo(RescheduleResult.DEFERRED);
		relayAll();
		assertThat(this.store.calls()).containsExactly("schedule q a,b", "cancel q a", "reschedule q b", "schedule q a",
				"reschedule q b");
	}

	@Test
	void relaysMoreThanABatch() {
		this.transaction.executeWithoutResult((status) -> {
			for (int i = 0; i < 250; i++) {
				schedule("m" + i);
			}
		});
		relayAll();
		assertThat(this.store.count("q").waiting()).isEqualTo(250);
		assertThat(this.store.calls()).hasSize(3);
	}

	@Test
	void checksArgumentsAtTheCall() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.template.cancel("no queue", "a"));
		assertThat(this.outbox.backlog().count()).isZero();
	}

	@Test
	void tellsOfADuplicateThatIsFoundLate() {
		schedule("a");
		schedule("a");
		schedule("b");
		relayAll();
		// Told when the transaction of the relay has committed.
		await().atMost(OutboxHarness.LONG).until(() -> this.harness.failures().size() == 1);
		assertThat(this.harness.failures().get(0).cause()).isInstanceOf(DuplicateMessageException.class);
		assertThat(this.harness.failures().get(0).ids()).containsExactly("a");
		assertThat(this.store.count("q").waiting()).isEqualTo(2);
	}

	@Test
	void keepsAndReplacesDuplicates() {
		schedule("a");
		this.template.schedule(DelayMessage.to("q")
			.payload("kept out")
			.delay(Duration.ofHours(2))
			.id("a")
			.onDuplicate(DuplicatePolicy.KEEP)
			.build());
		relayAll();
		assertThat(payloadOfA()).isEqualTo("payload");
		this.outbox.stop();
		this.template.schedule(DelayMessage.to("q")
			.payload("new")
			.delay(Duration.ofHours(2))
			.id("a")
			.onDuplicate(DuplicatePolicy.REPLACE)
			.build());
		relayAll();
		assertThat(payloadOfA()).isEqualTo("new");
		assertThat(this.harness.failures()).isEmpty();
	}

	private String payloadOfA() {
		return new String(this.store.find("q", "a").orElseThrow().message().payload());
	}

	@Test
	void sendsAgainWhatWasNotMarkedAndHasItOnce() {
		schedule("a");
		AtomicInteger failures = new AtomicInteger(1);
		JdbcTransactionManager failing = new JdbcTransactionManager(this.dataSource) {
			@Override
			protected void doCommit(DefaultTransactionStatus status) {
				if (!OutboxContract.this.store.calls().isEmpty() && failures.getAndDecrement() > 0) {
					super.doRollback(status);
					throw new TransactionSystemException("The database died");
				}
				super.doCommit(status);
			}
		};
		JdbcOutbox relaying = this.harness.outbox(failing, OutboxHarness.NEVER);
		relaying.start();
		this.harness.awaitEmpty(relaying);
		assertThat(this.store.calls()).containsExactly("schedule q a", "schedule q a");
		assertThat(this.store.count("q").waiting()).isEqualTo(1);
		assertThat(this.harness.failures()).isEmpty();
	}

	@Test
	void relaysByOneAtATime() {
		schedule("a");
		this.transaction.executeWithoutResult((status) -> {
			RelayLock lock = new RelayLock(this.dataSource, OutboxSettings.DEFAULT_TABLE_NAME);
			lock.prepare(new RelayTransaction(this.harness.transactionManager()));
			assertThat(lock.tryLock()).isTrue();
			this.outbox.start();
			this.outbox.wake();
			await().during(Duration.ofMillis(300)).atMost(OutboxHarness.LONG).until(this.store.calls()::isEmpty);
		});
		this.harness.awaitEmpty(this.outbox);
		assertThat(this.store.calls()).containsExactly("schedule q a");
	}

	@Test
	void keepsTheOrderOfEachMessageWithSeveralInstances() {
		JdbcOutbox other = this.harness.outbox(Duration.ofMillis(1));
		DelayQueueTemplate otherTemplate = this.harness.template(other);
		this.outbox.start();
		other.start();
		for (int i = 0; i < 60; i++) {
			String id = "id-" + i + "-";
			schedule(id);
			otherTemplate.cancel("q", id);
			this.template.reschedule("q", id, Duration.ZERO);
		}
		this.harness.awaitEmpty(this.outbox);
		for (int i = 0; i < 60; i++) {
			String id = "id-" + i + "-";
			assertThat(this.store.calls()).filteredOn((call) -> call.contains(id))
				.map((call) -> call.split(" ")[0])
				.containsExactly("schedule", "cancel", "reschedule");
		}
	}

	@Test
	void locksWhereTheDatabaseCanNotLeaveOutLockedRows() {
		RelayLock lock = new RelayLock(this.dataSource, OutboxSettings.DEFAULT_TABLE_NAME, " SKIP NOTHING");
		lock.prepare(new RelayTransaction(this.harness.transactionManager()));
		lock.prepare(new RelayTransaction(this.harness.transactionManager()));
		assertThat(this.transaction.<Boolean>execute((status) -> lock.tryLock())).isTrue();
	}

	@Test
	void findsByPollingWhatOthersHaveLeft() {
		JdbcOutbox polling = this.harness.outbox(Duration.ofMillis(50));
		polling.start();
		schedule("a");
		this.harness.awaitEmpty(polling);
		assertThat(this.store.calls()).containsExactly("schedule q a");
	}

	@Test
	void startsAgainAfterAStop() {
		this.outbox.start();
		this.outbox.start();
		this.outbox.stop();
		assertThat(this.outbox.isRunning()).isFalse();
		schedule("a");
		assertThat(this.outbox.backlog().count()).isEqualTo(1);
		relayAll();
		assertThat(this.store.calls()).containsExactly("schedule q a");
	}

	@Test
	void tellsHowMuchWaitsAndForHowLong() {
		assertThat(this.outbox.backlog()).isEqualTo(new OutboxBacklog(0, Duration.ZERO, 0));
		schedule("a");
		schedule("b");
		await().atMost(OutboxHarness.LONG)
			.until(() -> this.outbox.backlog().oldestAge().compareTo(Duration.ofMillis(50)) > 0);
		assertThat(this.outbox.backlog().count()).isEqualTo(2);
	}

	@Test
	void takesNoMoreBytesAtATimeThanItCanBear() {
		this.transaction.executeWithoutResult((status) -> {
			for (int i = 0; i < 10; i++) {
				this.template.schedule(DelayMessage.to("q").payload(new byte[900_000]).delay(Duration.ZERO).build());
			}
		});
		List<OutboxRow> rows = this.transaction
			.execute((status) -> new OutboxTable(this.dataSource, OutboxSettings.DEFAULT_TABLE_NAME).read(100,
					List.of(), List.of()));
		assertThat(rows).hasSize(4);
		relayAll();
		assertThat(this.store.count("q").due()).isEqualTo(10);
	}

	@Test
	void notesFailuresWhateverTheirText() {
		this.store.failFor("bad", new DelayQueueException("It is \u0000 bad \ud800"));
		schedule("bad");
		schedule("good");
		relayAll();
		assertThat(this.outbox.backlog().setAside()).isEqualTo(1);
		assertThat(this.store.find("q", "good")).isPresent();
	}

	@Test
	void readsOfFullQueuesWhatCanBeDoneNevertheless() {
		schedule("a");
		this.template.cancel("q", "a");
		this.template.cancel("q", "b");
		this.template.cancel("other", "c");
		this.template.cancel("left", "d");
		schedule("b");
		this.template.reschedule("q", "b", Duration.ZERO);
		OutboxTable table = new OutboxTable(this.dataSource, OutboxSettings.DEFAULT_TABLE_NAME);
		assertThat(table.read(100, List.of("left"), List.of("q"))).extracting(OutboxRow::queue, OutboxRow::messageId)
			.containsExactly(tuple("q", "b"), tuple("other", "c"));
		assertThat(table.read(1, List.of("left"), List.of("q"))).hasSize(1);
		assertThat(table.read(100, List.of("left", "other"), List.of())).hasSize(5);
	}

	@Test
	void refusesTransactionsOfAnotherDatabase() {
		JdbcOutbox confused = this.harness.outbox(
				new JdbcTransactionManager(new DriverManagerDataSource("jdbc:h2:mem:another")), OutboxHarness.NEVER);
		DelayQueueTemplate confusedTemplate = this.harness.template(confused);
		assertThatIllegalStateException().isThrownBy(() -> confusedTemplate.cancel("q", "a"))
			.withMessageContaining("not of that database");
	}

	private void relayAll() {
		this.outbox.start();
		this.harness.awaitEmpty(this.outbox);
	}

	private ScheduleResult schedule(String id) {
		return this.template.schedule(message(id));
	}

	private static DelayMessage<String> message(String id) {
		return DelayMessage.to("q").payload("payload").delay(Duration.ofMinutes(1)).id(id).build();
	}

}
