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

package io.delayqueue.store.memory;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

import io.delayqueue.store.ClaimReply;
import io.delayqueue.store.ClaimRequest;
import io.delayqueue.store.ClaimedMessage;
import io.delayqueue.store.ConsumerCall;
import io.delayqueue.store.DueTime;
import io.delayqueue.store.EndedLease;
import io.delayqueue.store.QueueCounts;
import io.delayqueue.store.RetryPolicy;
import io.delayqueue.store.ScheduleCommand;
import io.delayqueue.store.StoredMessage;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what {@link InMemoryDelayQueueStore} does beyond the contract of a store.
 */
class InMemoryDelayQueueStoreTests {

	private static final RetryPolicy POLICY = new RetryPolicy(5, List.of(Duration.ZERO), Duration.ZERO);

	private final MutableInstantSource clock = new MutableInstantSource(Instant.parse("2030-05-01T07:00:00Z"));

	private final InMemoryDelayQueueStore store = new InMemoryDelayQueueStore(this.clock);

	private final Map<String, Long> tokens = new HashMap<>();

	private int calls;

	@Test
	void goesByTheClockOfTheSystemUnlessToldOtherwise() {
		InMemoryDelayQueueStore store = new InMemoryDelayQueueStore();
		Instant before = InstantSource.system().instant();
		Instant dueTime = store.schedule("orders", List.of(command("a", Duration.ZERO))).get(0).dueTime();
		assertThat(dueTime).isBetween(before, InstantSource.system().instant().plusMillis(1));
	}

	@Test
	void movingTheClockHintsWhenToLookNext() {
		this.store.schedule("orders", List.of(command("a", Duration.ofSeconds(5))));
		this.store.schedule("invoices", List.of(command("a", Duration.ofSeconds(1))));
		claim("empty", "first");
		Map<String, Duration> hints = new HashMap<>();
		this.store.subscribe(hints::put);
		this.clock.advance(Duration.ofSeconds(2));
		assertThat(hints).containsOnly(Map.entry("orders", Duration.ofSeconds(3)),
				Map.entry("invoices", Duration.ZERO));
	}

	@Test
	void movingTheClockHintsWhenTheNextLeaseEnds() {
		this.store.schedule("orders", List.of(command("a", Duration.ZERO), command("b", Duration.ofHours(1))));
		claim("orders", "first");
		Map<String, Duration> hints = new HashMap<>();
		this.store.subscribe(hints::put);
		this.clock.advance(Duration.ofSeconds(10));
		assertThat(hints).containsOnly(Map.entry("orders", Duration.ofSeconds(20)));
	}

	@Test
	void oneWhoMovesAnotherClockCanHint() {
		AtomicReference<Instant> now = new AtomicReference<>(this.clock.instant());
		InMemoryDelayQueueStore store = new InMemoryDelayQueueStore(now::get);
		store.schedule("orders", List.of(command("a", Duration.ofSeconds(5))));
		Map<String, Duration> hints = new HashMap<>();
		store.subscribe(hints::put);
		now.set(now.get().plusSeconds(5));
		assertThat(hints).isEmpty();
		store.hintAll();
		assertThat(hints).containsOnly(Map.entry("orders", Duration.ZERO));
	}

	@Test
	void clockBeforeTheEpochIsTakenForTheEpoch() {
		this.clock.set(Instant.MIN);
		assertThat(schedule("a", Duration.ofSeconds(1))).isEqualTo(Instant.ofEpochSecond(1));
	}

	@Test
	void clockBeyondTheRangeIsTakenForItsEnd() {
		this.clock.set(Instant.MAX);
		assertThat(schedule("a", Duration.ofSeconds(1))).isEqualTo(Instant.ofEpochMilli(DueTime.MAX_EPOCH_MILLI));
		assertThat(claim("orders", "first").messages()).hasSize(1);
	}

	@Test
	void tokensGrowAlthoughTheClockIsSetBack() {
		schedule("a", Duration.ZERO);
		ClaimReply before = claim("orders", "first");
		this.clock.set(Instant.EPOCH);
		schedule("b", Duration.ZERO);
		assertThat(claim("orders", "first").token()).isEqualTo(before.token() + 1);
	}

	@Test
	void consumerThatHasNotCalledForADayIsForgotten() {
		schedule("a", Duration.ZERO);
		claim("orders", "first");
		claim("orders", "first");
		this.clock.advance(Duration.ofDays(1).plusMillis(1));
		assertThat(claim("orders", "another").endedLeases())
			.containsExactly(new EndedLease("a", EndedLease.Fate.RETURNED));
	}

	@Test
	void consumerThatHasCalledWithinADayIsRemembered() {
		schedule("a", Duration.ZERO);
		claim("orders", "first");
		claim("orders", "first");
		this.clock.advance(Duration.ofDays(1));
		assertThat(claim("orders", "another").endedLeases())
			.containsExactly(new EndedLease("a", EndedLease.Fate.RETRIED));
	}

	@Test
	void savepointBringsBackWhatWaitedAndNothingElse() {
		schedule("a", Duration.ofSeconds(5));
		schedule("b", Duration.ZERO);
		this.store.pause("invoices");
		Runnable savepoint = this.store.savepoint();
		claim("orders", "first");
		this.store.cancel("orders", "a");
		this.store.resume("invoices");
		this.store.pause("reports");
		schedule("c", Duration.ZERO);
		savepoint.run();
		assertThat(this.store.queues()).containsOnly("orders", "invoices");
		assertThat(this.store.count("orders")).isEqualTo(new QueueCounts(1, 1, 0, 0, Duration.ZERO, false));
		assertThat(this.store.count("invoices").paused()).isTrue();
		assertThat(claim("orders", "second").messages()).extracting(ClaimedMessage::id).containsExactly("b");
		savepoint.run();
		assertThat(this.store.count("orders").leased()).isZero();
	}

	private Instant schedule(String id, Duration delay) {
		return this.store.schedule("orders", List.of(command(id, delay))).get(0).dueTime();
	}

	private ScheduleCommand command(String id, Duration delay) {
		StoredMessage message = new StoredMessage(id.getBytes(StandardCharsets.UTF_8), "text/plain", Map.of(),
				Instant.EPOCH, "s" + ++this.calls);
		return new ScheduleCommand(id, message, new DueTime.After(delay), false);
	}

	private ClaimReply claim(String queue, String consumer) {
		ConsumerCall call = new ConsumerCall(queue, consumer, ++this.calls, this.tokens.getOrDefault(consumer, 0L));
		ClaimReply reply = this.store.claim(new ClaimRequest(call, 10, Duration.ofSeconds(30), POLICY, List.of()));
		this.tokens.put(consumer, reply.token());
		return reply;
	}

}
