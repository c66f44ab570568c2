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

import io.delayqueue.MessageState;
import io.delayqueue.OutcomeUnknownException;
import io.delayqueue.RealTime;
import io.delayqueue.StoreUnavailableException;
import io.delayqueue.core.CommandSender;
import io.delayqueue.core.DelayMessage;
import io.delayqueue.core.DelayQueueTemplate;
import io.delayqueue.store.ForwardingStore;
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
 * Tests for what an outbox holds back and what it does not when a queue can't be served.
 */
@ExtendWith(OutputCaptureExtension.class)
class OutboxHoldUpTests {

	private final RecordingStore store = new RecordingStore(new InMemoryDelayQueueStore());

	private final OutboxHarness harness = new OutboxHarness(H2Databases.empty(), this.store);

	private final JdbcOutbox outbox = this.harness.outbox(Duration.ofMillis(20));

	private final DelayQueueTemplate template = this.harness.template(this.outbox);

	@BeforeEach
	void createTables() {
		OutboxHarness.createTables(this.harness.jdbc().getDataSource());
	}

	@AfterEach
	void stop() {
		this.harness.close();
	}

	@Test
	void relaysOtherQueuesWhileOneIsNotServed(CapturedOutput output) {
		this.store.failFor("a", new StoreUnavailableException("Its slot is not served", null));
		for (int i = 0; i < 150; i++) {
			schedule("q", (i == 0) ? "a" : "a" + i);
		}
		this.template.cancel("q", "a1");
		this.outbox.start();
		for (int i = 0; i < 3; i++) {
			String id = "b" + i;
			schedule("other", id);
			await().atMost(OutboxHarness.LONG).until(() -> this.store.find("other", id).isPresent());
			int calls = callsOf("q");
			await().atMost(OutboxHarness.LONG).until(() -> callsOf("q") > calls);
		}
		assertThat(this.outbox.backlog()).extracting(OutboxBacklog::count, OutboxBacklog::setAside)
			.containsExactly(151L, 0L);
		assertThat(output).containsOnlyOnce("can't be relayed at present to queue 'q'");
		this.store.failFor("a", null);
		this.harness.awaitEmpty(this.outbox);
		assertThat(this.store.count("q").waiting()).isEqualTo(149);
		await().atMost(OutboxHarness.LONG)
			.untilAsserted(() -> assertThat(output).containsOnlyOnce("relayed again to queue 'q'"));
	}

	private int callsOf(String queue) {
		return (int) this.store.calls().stream().filter((call) -> call.startsWith("schedule " + queue + " ")).count();
	}

	@Test
	void sendsTheDoubtfulLast() {
		this.store.failFor("a", new OutcomeUnknownException("No reply", null));
		schedule("q", "a");
		schedule("other", "b");
		RelayStep step = take(new CommandSender(this.store), List.of("q"));
		assertThat(this.store.calls()).containsExactly("schedule other b", "schedule q a");
		assertThat(step.unservedQueues()).containsOnlyKeys("q");
		assertThat(step.outage()).isNull();
		assertThat(this.outbox.backlog().count()).isEqualTo(1);
	}

	@Test
	void takesAFewTimeOutsForAnOutageOfTheWholeStore() {
		CommandSender slow = new CommandSender(new ForwardingStore(this.store) {
			@Override
			public Optional<MessageState> cancel(String queue, String id) {
				super.cancel(queue, id);
				try {
					RealTime.pass(Duration.ofMillis(350));
				}
				catch (InterruptedException ex) {
					throw new IllegalStateException(ex);
				}
				throw new OutcomeUnknownException("No reply", null);
			}
		});
		for (int i = 0; i < 10; i++) {
			this.template.cancel("q" + i, "a");
		}
		RelayStep step = take(slow, List.of());
		assertThat(this.store.calls()).hasSize(3);
		assertThat(step.unservedQueues()).hasSize(3);
		assertThat(step.outage()).isInstanceOf(OutcomeUnknownException.class);
		assertThat(this.outbox.backlog().count()).isEqualTo(10);
	}

	private RelayStep take(CommandSender sender, List<String> doubtful) {
		OutboxTable table = new OutboxTable(this.harness.jdbc().getDataSource(), OutboxSettings.DEFAULT_TABLE_NAME);
		RelayStep step = new RelayStep(table, sender, 3);
		step.take(table.read(100, List.of(), List.of()), doubtful, () -> {
		});
		return step;
	}

	@Test
	void cancelsInAFullQueueWhateverWaitsBeforeIt() {
		this.template.setMaxWaiting((queue) -> queue.equals("q") ? 1L : null);
		schedule("q", "first");
		for (int i = 0; i < 250; i++) {
			schedule("q", "m" + i);
		}
		this.template.cancel("q", "m7");
		this.template.reschedule("q", "m8", Duration.ofHours(2));
		this.outbox.start();
		await().atMost(OutboxHarness.LONG).until(() -> callsOf("q") > 2);
		assertThat(this.store.calls()).doesNotContain("cancel q m7", "reschedule q m8");
		this.template.cancel("q", "first");
		await().atMost(OutboxHarness.LONG).until(() -> this.store.calls().contains("cancel q first"));
		await().atMost(OutboxHarness.LONG).until(() -> this.store.count("q").waiting() == 1);
		assertThat(this.store.calls()).doesNotContain("cancel q m7", "reschedule q m8");
	}

	@Test
	void saysOnceThatAQueueStaysFull(CapturedOutput output) {
		this.template.setMaxWaiting((queue) -> queue.equals("q") ? 1L : null);
		schedule("q", "first");
		schedule("q", "second");
		this.outbox.start();
		await().atMost(OutboxHarness.LONG)
			.untilAsserted(() -> assertThat(output).contains("holds back messages for queue 'q' since that is full"));
		this.template.cancel("q", "first");
		this.harness.awaitEmpty(this.outbox);
		await().atMost(OutboxHarness.LONG)
			.untilAsserted(() -> assertThat(output).containsOnlyOnce("relayed again to queue 'q', which was full"));
		assertThat(output).containsOnlyOnce("since that is full");
	}

	private void schedule(String queue, String id) {
		this.template.schedule(DelayMessage.to(queue).payload("x").delay(Duration.ofHours(1)).id(id).build());
	}

}
