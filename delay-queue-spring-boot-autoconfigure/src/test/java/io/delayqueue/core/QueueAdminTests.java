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

package io.delayqueue.core;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

import io.delayqueue.MessageState;
import io.delayqueue.OutcomeUnknownException;
import io.delayqueue.StoreUnavailableException;
import io.delayqueue.event.DeadLettersReplayedEvent;
import io.delayqueue.event.MessageBroughtForwardEvent;
import io.delayqueue.event.MessageDeletedEvent;
import io.delayqueue.event.QueuePausedEvent;
import io.delayqueue.event.QueuePurgedEvent;
import io.delayqueue.event.QueueResumedEvent;
import io.delayqueue.store.BrowseRequest;
import io.delayqueue.store.ClaimRequest;
import io.delayqueue.store.ConsumerCall;
import io.delayqueue.store.DeathCause;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.DueTime;
import io.delayqueue.store.ForwardingStore;
import io.delayqueue.store.MessageSnapshot;
import io.delayqueue.store.PurgeReply;
import io.delayqueue.store.PurgeRequest;
import io.delayqueue.store.RetryPolicy;
import io.delayqueue.store.ScheduleCommand;
import io.delayqueue.store.Settlement;
import io.delayqueue.store.StoredMessage;
import io.delayqueue.store.memory.InMemoryDelayQueueStore;
import io.delayqueue.store.memory.MutableInstantSource;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for what {@link DefaultDelayQueueAdmin} does with queues, and tells of it.
 */
class QueueAdminTests {

	private static final Duration LONG = Duration.ofSeconds(20);

	private static final int MANY = 2 * ClaimRequest.MAX_MESSAGES + 1;

	private final MutableInstantSource clock = new MutableInstantSource(Instant.parse("2030-01-01T00:00:00Z"));

	private final InMemoryDelayQueueStore store = new InMemoryDelayQueueStore(this.clock);

	private final List<Object> events = new CopyOnWriteArrayList<>();

	private final DefaultDelayQueueAdmin admin = admin(this.store);

	private long calls;

	private DefaultDelayQueueAdmin admin(DelayQueueStore store) {
		DefaultDelayQueueAdmin admin = new DefaultDelayQueueAdmin(store);
		admin.setApplicationEventPublisher(this.events::add);
		return admin;
	}

	@Test
	void countsByDueTime() {
		for (Duration delay : List.of(Duration.ZERO, Duration.ZERO, Duration.ofSeconds(60), Duration.ofSeconds(61),
				Duration.ofHours(1), Duration.ofHours(1).plusMillis(1), Duration.ofDays(1), Duration.ofHours(2),
				Duration.ofDays(2))) {
			schedule("a" + ++this.calls, delay);
		}
		DueHistogram histogram = this.admin.dueHistogram("orders");
		assertThat(histogram).isEqualTo(new DueHistogram(2, 1, 2, 3, 1));
		assertThat(histogram.total()).isEqualTo(9);
		assertThat(this.admin.dueHistogram("unused")).isEqualTo(new DueHistogram(0, 0, 0, 0, 0));
	}

	@Test
	void deliversNow() {
		schedule("a", Duration.ofDays(1));
		assertThat(this.admin.deliverNow("orders", "a")).isTrue();
		assertThat(this.admin.deliverNow("orders", "absent")).isFalse();
		assertThat(this.store.find("orders", "a").map(MessageSnapshot::time)).contains(this.clock.instant());
		assertThat(this.events).containsExactly(new MessageBroughtForwardEvent("orders", "a"));
	}

	@Test
	void purgesInBoundedSteps() {
		scheduleMany();
		List<Integer> steps = new CopyOnWriteArrayList<>();
		DelayQueueAdmin admin = admin(new ForwardingStore(this.store) {
			@Override
			public PurgeReply purge(PurgeRequest request) {
				PurgeReply reply = super.purge(request);
				steps.add(reply.removed());
				QueueAdminTests.this.schedule("meanwhile" + steps.size(), Duration.ofDays(2));
				return reply;
			}
		});
		assertThat(admin.purge("orders", MessageState.WAITING)).isEqualTo(MANY);
		assertThat(steps).containsExactly(256, 256, 1);
		assertThat(this.admin.statistics("orders").waiting()).isEqualTo(3);
		assertThat(this.events).containsExactly(new QueuePurgedEvent("orders", MessageState.WAITING, MANY));
	}

	@Test
	void tellsWhatWasRemovedBeforeAPurgeFailed() {
		scheduleMany();
		DelayQueueAdmin admin = admin(new ForwardingStore(this.store) {
			@Override
			public PurgeReply purge(PurgeRequest request) {
				if (request.from() != null) {
					throw new StoreUnavailableException("down", null);
				}
				return super.purge(request);
			}
		});
		assertThatExceptionOfType(StoreUnavailableException.class)
			.isThrownBy(() -> admin.purge("orders", MessageState.WAITING));
		assertThat(this.events).containsExactly(new QueuePurgedEvent("orders", MessageState.WAITING, 256));
	}

	@Test
	void purgesDeadLettersAndWhatIsInFlight() {
		schedule("a", Duration.ZERO);
		bury("a");
		schedule("b", Duration.ZERO);
		claim();
		assertThat(this.admin.purge("orders", MessageState.WAITING)).isZero();
		assertThat(this.events).isEmpty();
		assertThat(this.admin.purge("orders", MessageState.IN_FLIGHT)).isOne();
		assertThat(this.admin.purge("orders", MessageState.DEAD)).isOne();
		assertThat(this.admin.statistics("orders")).isEqualTo(this.admin.statistics("unused"));
	}

	@Test
	void purgesInTheBackground() throws InterruptedException {
		scheduleMany();
		BulkOperation purge = this.admin.purge("orders", MessageState.WAITING, 10_000);
		assertThat(purge.awaitEnd(LONG)).isTrue();
		assertThat(purge.progress()).isEqualTo(new BulkProgress(MANY, 0, BulkProgress.State.FINISHED, null));
		assertThat(this.admin.statistics("orders").waiting()).isZero();
		await().untilAsserted(() -> assertThat(this.events)
			.containsExactly(new QueuePurgedEvent("orders", MessageState.WAITING, MANY)));
	}

	@Test
	void takesAPurgeUpAgainWhoseReplyWasLost() throws InterruptedException {
		scheduleMany();
		DelayQueueAdmin admin = admin(new ForwardingStore(this.store) {

			private boolean lost;

			@Override
			public PurgeReply purge(PurgeRequest request) {
				PurgeReply reply = super.purge(request);
				if (request.from() != null && !this.lost) {
					this.lost = true;
					throw new OutcomeUnknownException("No reply came", null);
				}
				return reply;
			}

		});
		BulkOperation purge = admin.purge("orders", MessageState.WAITING, 10_000);
		assertThat(purge.awaitEnd(LONG)).isTrue();
		assertThat(this.admin.statistics("orders").waiting()).isZero();
	}

	@Test
	void purgeInTheBackgroundCanBeCancelled() throws InterruptedException {
		scheduleMany();
		BulkOperation purge = this.admin.purge("orders", MessageState.WAITING, 10);
		await().until(() -> purge.progress().done() > 0);
		purge.cancel();
		assertThat(purge.awaitEnd(LONG)).isTrue();
		BulkProgress end = purge.progress();
		assertThat(end.state()).isEqualTo(BulkProgress.State.CANCELLED);
		assertThat(this.admin.statistics("orders").waiting()).isEqualTo(MANY - end.done());
		await().untilAsserted(() -> assertThat(this.events)
			.containsExactly(new QueuePurgedEvent("orders", MessageState.WAITING, end.done())));
	}

	@Test
	@SuppressWarnings("NullAway")
	void refusesIllegalArguments() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.admin.purge("a b", MessageState.DEAD));
		assertThatIllegalArgumentException().isThrownBy(() -> this.admin.purge("orders", null))
			.withMessageContaining("state");
		assertThatIllegalArgumentException().isThrownBy(() -> this.admin.purge("orders", MessageState.DEAD, 0))
			.withMessageContaining("perSecond");
		assertThatIllegalArgumentException().isThrownBy(() -> this.admin.deliverNow("orders", ""));
		assertThatIllegalArgumentException().isThrownBy(() -> this.admin.dueHistogram("a b"));
	}

	@Test
	void tellsOfDeletedAndReplayedMessages() throws InterruptedException {
		for (String id : List.of("a", "b", "c")) {
			schedule(id, Duration.ZERO);
			bury(id);
		}
		this.admin.delete("orders", "a");
		this.admin.delete("orders", "a");
		this.admin.replay("orders", "b");
		this.admin.replay("orders", "b");
		this.admin.replay(DeadLetterReplay.of("orders").to("again")).awaitEnd(LONG);
		this.admin.replayAll("orders", 10).awaitEnd(LONG);
		await().untilAsserted(() -> assertThat(this.events).containsExactly(new MessageDeletedEvent("orders", "a"),
				new DeadLettersReplayedEvent("orders", "orders", 1, 0),
				new DeadLettersReplayedEvent("orders", "again", 1, 0)));
	}

	@Test
	void tellsOfPausesAndTheirEnds() {
		this.admin.pause("orders");
		this.admin.pause("orders");
		this.admin.resume("orders");
		this.admin.resume("orders");
		assertThat(this.events).containsExactly(new QueuePausedEvent("orders"), new QueueResumedEvent("orders"));
	}

	@Test
	void succeedsWhenWhatListensFails() {
		schedule("a", Duration.ofDays(1));
		this.admin.setApplicationEventPublisher((event) -> {
			throw new IllegalStateException("broken");
		});
		assertThat(this.admin.deliverNow("orders", "a")).isTrue();
		assertThat(this.admin.purge("orders", MessageState.WAITING)).isOne();
	}

	@Test
	void movesDeadLettersWithOneCallOfEachKindInAStep() throws InterruptedException {
		List<String> ids = IntStream.range(0, 30).mapToObj((i) -> "m" + i).toList();
		ids.forEach((id) -> {
			schedule(id, Duration.ZERO);
			bury(id);
		});
		List<String> seen = new CopyOnWriteArrayList<>();
		DelayQueueAdmin admin = admin(new ForwardingStore(this.store) {

			@Override
			public List<Optional<MessageSnapshot>> find(String queue, List<String> ids) {
				seen.add("find " + ids.size());
				return super.find(queue, ids);
			}

			@Override
			public List<Boolean> discard(String queue, List<BrowseRequest.Position> deadLetters) {
				seen.add("discard " + deadLetters.size());
				return super.discard(queue, deadLetters);
			}

		});
		BulkOperation replay = admin.replay(DeadLetterReplay.of("orders").ids(ids).to("again").perSecond(200));
		assertThat(replay.awaitEnd(LONG)).isTrue();
		assertThat(seen).containsExactly("find 20", "discard 20", "find 10", "discard 10");
		assertThat(this.admin.statistics("orders").dead()).isZero();
	}

	private void scheduleMany() {
		IntStream.range(0, MANY).forEach((i) -> schedule("m" + i, Duration.ofDays(1)));
	}

	private void schedule(String id, Duration delay) {
		StoredMessage message = new StoredMessage(new byte[0], "text/plain", Map.of(), Instant.EPOCH,
				"s" + ++this.calls);
		this.store.schedule("orders", List.of(new ScheduleCommand(id, message, new DueTime.After(delay), false)));
	}

	private long claim() {
		return this.store
			.claim(new ClaimRequest(new ConsumerCall("orders", "c", ++this.calls, 0), 1, Duration.ofSeconds(30),
					new RetryPolicy(0, List.of(Duration.ZERO), Duration.ZERO), List.of()))
			.token();
	}

	private void bury(String id) {
		long token = claim();
		this.store.settle(new ConsumerCall("orders", "c", ++this.calls, token), List
			.of(new Settlement.DeadLetter(id, token, new DeathCause(DeathCause.Reason.FAILED, 1, "E", "m", null))));
	}

}
