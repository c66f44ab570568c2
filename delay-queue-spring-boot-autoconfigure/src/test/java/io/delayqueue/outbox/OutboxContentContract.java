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
import java.util.ArrayList;
import java.util.List;

import javax.sql.DataSource;

import io.delayqueue.RealTime;
import io.delayqueue.core.DelayMessage;
import io.delayqueue.core.DelayQueueTemplate;
import io.delayqueue.core.DuplicatePolicy;
import io.delayqueue.core.QueueCommand;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.DueTime;
import io.delayqueue.store.ForwardingStore;
import io.delayqueue.store.RescheduleReply;
import io.delayqueue.store.ScheduleCommand;
import io.delayqueue.store.ScheduleReply;
import io.delayqueue.store.memory.InMemoryDelayQueueStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * That what comes out of an outbox is what went in, on every database.
 */
abstract class OutboxContentContract {

	private static final Duration DELAY = Duration.ofHours(1);

	private final Received received = new Received(new InMemoryDelayQueueStore());

	private OutboxHarness harness;

	private JdbcOutbox outbox;

	private DelayQueueTemplate template;

	/**
	 * Return an empty database.
	 * @return leads to the database
	 */
	abstract DataSource emptyDatabase();

	@BeforeEach
	void create() {
		DataSource dataSource = emptyDatabase();
		OutboxHarness.createTables(dataSource);
		this.harness = new OutboxHarness(dataSource, this.received);
		this.outbox = this.harness.outbox(OutboxHarness.NEVER);
		this.template = this.harness.template(this.outbox);
	}

	@AfterEach
	void stop() {
		this.harness.close();
	}

	@Test
	void relaysEveryPartOfAMessage() {
		byte[] payload = new byte[300_000];
		for (int i = 0; i < payload.length; i++) {
			payload[i] = (byte) i;
		}
		List<QueueCommand> written = new ArrayList<>();
		this.template.setMaxWaiting((queue) -> 1000L);
		this.template.setDeferral((commands) -> {
			written.addAll(commands);
			return this.outbox.defer(commands);
		});
		this.template.schedule(DelayMessage.to("q")
			.payload(payload)
			.dueTime(Instant.parse("2099-01-01T00:00:00.123456789Z"))
			.id("ü 🙂 '\"\\ " + "i".repeat(200))
			.header("tenant", "é=&%\n🙂")
			.header("empty", "")
			.header("big", "x".repeat(50_000))
			.timeToLive(Duration.ofNanos(1_234_567_890_123L))
			.priority(7)
			.onDuplicate(DuplicatePolicy.REPLACE)
			.build());
		relayAll();
		assertThat(this.received.commands).singleElement()
			.isEqualTo(((QueueCommand.Schedule) written.get(0)).command());
	}

	@Test
	void relaysEmptyPayloadsAndExtremeTimes() {
		this.template.schedule("q", new byte[0], Instant.MAX);
		this.template.schedule("q", new byte[0], Instant.MIN);
		this.template.schedule("q", new byte[0], Duration.ofSeconds(Long.MIN_VALUE));
		relayAll();
		assertThat(this.received.commands.get(0).dueTime()).isEqualTo(new DueTime.At(Instant.MAX));
		assertThat(age(this.received.commands.get(1).dueTime())).isLessThan(OutboxHarness.LONG);
		assertThat(age(this.received.commands.get(2).dueTime())).isLessThan(OutboxHarness.LONG);
		this.template.schedule("q", "x", Duration.ofSeconds(Long.MAX_VALUE));
		this.harness.awaitEmpty(this.outbox);
		assertThat(this.template.find("q", this.received.commands.get(3).id()).orElseThrow().time())
			.isEqualTo(Instant.ofEpochMilli(DueTime.MAX_EPOCH_MILLI));
	}

	@Test
	void countsDelaysFromTheCall() throws InterruptedException {
		long[] called = new long[1];
		this.harness.transaction().executeWithoutResult((status) -> {
			// So that the transaction, and what it takes for the time, are older.
			this.template.schedule("q", "earlier", DELAY);
			pass(Duration.ofMillis(400));
			called[0] = System.nanoTime();
			this.template.schedule("q", "x", DELAY);
			pass(Duration.ofMillis(400));
		});
		RealTime.pass(Duration.ofMillis(400));
		relayAll();
		Duration left = ((DueTime.After) this.received.commands.get(1).dueTime()).delay();
		Duration sinceCall = Duration.ofNanos(this.received.nanos - called[0]);
		System.out.printf("Delay of 1 h, relayed %d ms after the call: %s are left%n", sinceCall.toMillis(), left);
		assertThat(left).isLessThanOrEqualTo(DELAY.minusMillis(700));
		assertThat(left.plus(sinceCall)).as("never early").isGreaterThanOrEqualTo(DELAY);
	}

	@Test
	void tellsForHowLongAMessageHasBeenDue() throws InterruptedException {
		long called = System.nanoTime();
		this.template.schedule("q", "x", Duration.ofMillis(200));
		this.template.schedule("q", "x", Instant.now().plusMillis(200));
		this.template.schedule("q", "x", Instant.EPOCH);
		this.template.schedule(DelayMessage.to("q").payload("x").delay(DELAY).id("a").build());
		this.template.reschedule("q", "a", Instant.now().plusMillis(100));
		RealTime.pass(Duration.ofMillis(800));
		relayAll();
		Duration elapsed = Duration.ofNanos(System.nanoTime() - called);
		assertThat(age(this.received.commands.get(0).dueTime())).isBetween(Duration.ofMillis(550),
				elapsed.minusMillis(200));
		assertThat(age(this.received.commands.get(1).dueTime())).isBetween(Duration.ofMillis(550),
				elapsed.minusMillis(190));
		assertThat(age(this.received.commands.get(2).dueTime())).isBetween(Duration.ofMillis(750), elapsed);
		assertThat(age(this.received.rescheduled)).isBetween(Duration.ofMillis(650), elapsed.minusMillis(90));
	}

	private static Duration age(DueTime dueTime) {
		return ((DueTime.Since) dueTime).age();
	}

	@Test
	void countsDelaysOfReschedulingFromTheCall() throws InterruptedException {
		this.template.schedule(DelayMessage.to("q").payload("x").delay(Duration.ofDays(1)).id("a").build());
		this.template.reschedule("q", "a", DELAY);
		Instant called = Instant.now();
		RealTime.pass(Duration.ofMillis(400));
		Instant started = Instant.now();
		relayAll();
		assertThat(this.template.find("q", "a").orElseThrow().time()).isBetween(called.plus(DELAY).minusMillis(100),
				started.plus(DELAY).plusSeconds(5));
		assertThat(((DueTime.After) this.received.rescheduled).delay()).isLessThanOrEqualTo(DELAY.minusMillis(300));
	}

	private static void pass(Duration time) {
		try {
			RealTime.pass(time);
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private void relayAll() {
		this.outbox.start();
		this.harness.awaitEmpty(this.outbox);
	}

	/**
	 * What arrives at the store.
	 */
	private static final class Received extends ForwardingStore {

		private final List<ScheduleCommand> commands = new ArrayList<>();

		private volatile DueTime rescheduled = new DueTime.After(Duration.ZERO);

		private volatile long nanos;

		private Received(DelayQueueStore store) {
			super(store);
		}

		@Override
		public List<ScheduleReply> schedule(String queue, List<ScheduleCommand> commands) {
			this.commands.addAll(commands);
			this.nanos = System.nanoTime();
			return super.schedule(queue, commands);
		}

		@Override
		public RescheduleReply reschedule(String queue, String id, DueTime dueTime) {
			this.rescheduled = dueTime;
			return super.reschedule(queue, id, dueTime);
		}

	}

}
