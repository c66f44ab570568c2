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
import java.util.Collections;
import java.util.List;
import java.util.Map;

import io.delayqueue.DelayQueueException;
import io.delayqueue.OutcomeUnknownException;
import io.delayqueue.QueueOperation;
import io.delayqueue.StoreUnavailableException;
import io.delayqueue.core.DelayMessage;
import io.delayqueue.core.DelayQueueTemplate;
import io.delayqueue.event.DeferredOperationFailedEvent;
import io.delayqueue.store.RecordingStore;
import io.delayqueue.store.memory.InMemoryDelayQueueStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for what an outbox does when the store or the database fails.
 */
@ExtendWith(OutputCaptureExtension.class)
class OutboxFailureTests {

	private final RecordingStore store = new RecordingStore(new InMemoryDelayQueueStore());

	private final OutboxHarness harness = new OutboxHarness(H2Databases.empty(), this.store);

	private final JdbcOutbox outbox = this.harness.outbox(Duration.ofMillis(20));

	private final DelayQueueTemplate template = this.harness.template(this.outbox);

	@BeforeEach
	void start() {
		OutboxHarness.createTables(this.harness.jdbc().getDataSource());
		this.outbox.start();
	}

	@AfterEach
	void stop() {
		this.harness.close();
	}

	@Test
	void waitsWhileTheStoreIsAwayAndSaysSoOnce(CapturedOutput output) {
		this.store.failFor("a", new StoreUnavailableException("It is away", null));
		schedule("a");
		schedule("b");
		await().atMost(OutboxHarness.LONG).until(() -> this.store.calls().size() >= 4);
		assertThat(this.outbox.backlog().count()).isEqualTo(2);
		assertThat(output).containsOnlyOnce("can't be relayed at present");
		this.store.failFor("a", null);
		this.harness.awaitEmpty(this.outbox);
		await().atMost(OutboxHarness.LONG).untilAsserted(() -> assertThat(output).containsOnlyOnce("relayed again"));
		assertThat(this.store.count("q").waiting()).isEqualTo(2);
		assertThat(this.harness.failures()).isEmpty();
	}

	@Test
	void sendsAgainWhatNobodyKnowsOf() {
		this.store.failFor("a", new OutcomeUnknownException("No reply", null));
		schedule("a");
		await().atMost(OutboxHarness.LONG).until(() -> this.store.calls().size() >= 4);
		this.store.failFor("a", null);
		this.harness.awaitEmpty(this.outbox);
		assertThat(this.outbox.backlog().setAside()).isZero();
	}

	@Test
	void setsAsideWhatCanNeverBeSentAndHoldsUpNobodyElse() {
		DelayQueueException failure = new DelayQueueException("It is bad");
		this.store.failFor("bad", failure);
		this.harness.transaction().executeWithoutResult((status) -> {
			schedule("bad");
			schedule("good");
			this.template.cancel("q", "other");
			this.template.schedule(DelayMessage.to("another").payload("x").delay(Duration.ofHours(1)).id("c").build());
		});
		this.harness.awaitEmpty(this.outbox);
		assertThat(this.store.find("q", "good")).isPresent();
		assertThat(this.store.find("another", "c")).isPresent();
		assertThat(this.outbox.backlog().setAside()).isEqualTo(1);
		assertThat(this.harness.failures())
			.containsExactly(new DeferredOperationFailedEvent("q", QueueOperation.SCHEDULE, List.of("bad"), failure));
		Map<String, Object> row = this.harness.jdbc()
			.queryForMap("SELECT message_id, attempts, error FROM delay_queue_outbox");
		assertThat(row).containsEntry("MESSAGE_ID", "bad").containsEntry("ATTEMPTS", 3);
		assertThat(this.harness.jdbc().queryForObject("SELECT error FROM delay_queue_outbox", String.class))
			.contains("It is bad");
	}

	@Test
	void goesOnWithAMessageWhoseEarlierCommandWasSetAside() {
		this.store.failFor("bad", new DelayQueueException("It is bad"));
		schedule("bad");
		this.template.schedule(DelayMessage.to("q").payload("x").delay(Duration.ofHours(1)).id("bad").build());
		await().atMost(OutboxHarness.LONG).until(() -> this.outbox.backlog().setAside() == 1);
		this.store.failFor("bad", null);
		this.harness.awaitEmpty(this.outbox);
		assertThat(this.outbox.backlog().setAside()).isEqualTo(1);
		assertThat(this.store.find("q", "bad")).isPresent();
	}

	@Test
	void relaysAnEntryAgainThatSomebodyHasRepaired() {
		this.store.failFor("bad", new DelayQueueException("It is bad"));
		schedule("bad");
		await().atMost(OutboxHarness.LONG).until(() -> this.outbox.backlog().setAside() == 1);
		this.store.failFor("bad", null);
		this.harness.jdbc().update("UPDATE delay_queue_outbox SET failed_at = NULL, attempts = 0");
		this.harness.awaitEmpty(this.outbox);
		assertThat(this.store.find("q", "bad")).isPresent();
	}

	@Test
	void waitsUntilAQueueIsNoLongerFull() {
		this.template.setMaxWaiting((queue) -> queue.equals("q") ? 1L : null);
		this.harness.transaction().executeWithoutResult((status) -> {
			schedule("a");
			schedule("b");
			this.template.reschedule("q", "b", Duration.ofHours(9));
			this.template.schedule(DelayMessage.to("another").payload("x").delay(Duration.ofHours(1)).id("c").build());
		});
		await().atMost(OutboxHarness.LONG)
			.until(() -> Collections.frequency(this.store.calls(), "schedule q b") > this.harness.maxAttempts());
		assertThat(this.outbox.backlog()).extracting(OutboxBacklog::count, OutboxBacklog::setAside)
			.containsExactly(2L, 0L);
		assertThat(this.store.find("another", "c")).isPresent();
		this.store.cancel("q", "a");
		this.harness.awaitEmpty(this.outbox);
		assertThat(this.store.calls().get(this.store.calls().size() - 1)).isEqualTo("reschedule q b");
		assertThat(this.store.find("q", "b")).isPresent();
	}

	@Test
	void setsAsideAtOnceWhatIsNoCommand(CapturedOutput output) {
		for (String values : List.of("'q', 'a', 'NOTHING', NULL, ''", "'no queue', 'b', 'CANCEL', NULL, ''",
				"'q', 'c', 'SCHEDULE', NULL, ''", "'q', 'd', 'RESCHEDULE', NULL, 'delay=soon'",
				"'q', 'e', 'SCHEDULE', X'00', 'delay=PT1S'")) {
			this.harness.jdbc()
				.update("INSERT INTO delay_queue_outbox (queue, message_id, operation, payload, details, created_at,"
						+ " attempts) VALUES (" + values + ", 0, 0)");
		}
		schedule("good");
		this.harness.awaitEmpty(this.outbox);
		assertThat(this.outbox.backlog().setAside()).isEqualTo(5);
		assertThat(this.store.calls()).containsExactly("schedule q good");
		await().atMost(OutboxHarness.LONG)
			.untilAsserted(() -> assertThat(output).contains("Set aside CANCEL of message 'b' of queue 'no queue'"));
	}

	@Test
	void waitsWhileTheTableIsMissing(CapturedOutput output) {
		this.harness.jdbc().execute("ALTER TABLE delay_queue_outbox RENAME TO away");
		await().atMost(OutboxHarness.LONG).until(() -> output.toString().contains("can't be relayed at present"));
		this.harness.jdbc().execute("ALTER TABLE away RENAME TO delay_queue_outbox");
		schedule("a");
		this.harness.awaitEmpty(this.outbox);
	}

	@Test
	void waitsWhileTheLockIsMissing() {
		this.harness.jdbc().execute("ALTER TABLE delay_queue_outbox_lock RENAME TO away");
		schedule("a");
		this.harness.jdbc().execute("ALTER TABLE away RENAME TO delay_queue_outbox_lock");
		this.harness.awaitEmpty(this.outbox);
	}

	private void schedule(String id) {
		this.template.schedule(DelayMessage.to("q").payload("x").delay(Duration.ofHours(1)).id(id).build());
	}

}
