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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import io.delayqueue.MessageState;
import io.delayqueue.OutcomeUnknownException;
import io.delayqueue.store.BrowseRequest;
import io.delayqueue.store.ClaimRequest;
import io.delayqueue.store.ClaimedMessage;
import io.delayqueue.store.ConsumerCall;
import io.delayqueue.store.DeathCause;
import io.delayqueue.store.DueTime;
import io.delayqueue.store.ForwardingStore;
import io.delayqueue.store.ReplayReply;
import io.delayqueue.store.ReplayRequest;
import io.delayqueue.store.RetryPolicy;
import io.delayqueue.store.ScheduleCommand;
import io.delayqueue.store.ScheduleReply;
import io.delayqueue.store.Settlement;
import io.delayqueue.store.StoredMessage;
import io.delayqueue.store.memory.InMemoryDelayQueueStore;
import io.delayqueue.store.memory.MutableInstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for what {@link DefaultDelayQueueAdmin} does with messages.
 */
class DeadLetterAdminTests {

	private static final Duration LONG = Duration.ofSeconds(20);

	private final MutableInstantSource clock = new MutableInstantSource(Instant.parse("2030-01-01T00:00:00Z"));

	private final InMemoryDelayQueueStore store = new InMemoryDelayQueueStore(this.clock);

	private final DefaultDelayQueueAdmin admin = new DefaultDelayQueueAdmin(this.store);

	private long calls;

	@Test
	void pagesThroughMessages() {
		for (String id : List.of("a:b", "b", "c")) {
			schedule("orders", id, Duration.ofSeconds(1));
		}
		MessagePage first = this.admin.messages("orders", MessageState.WAITING, null, 2);
		assertThat(first.messages()).extracting(MessageView::id).containsExactly("a:b", "b");
		MessagePage second = this.admin.messages("orders", MessageState.WAITING, first.next(), 2);
		assertThat(second.messages()).extracting(MessageView::id).containsExactly("c");
		assertThat(second.next()).isNull();
		for (int limit : List.of(3, 4, BrowseRequest.MAX_MESSAGES)) {
			MessagePage all = this.admin.messages("orders", MessageState.WAITING, null, limit);
			assertThat(all.messages()).hasSize(3);
			assertThat(all.next()).isNull();
		}
		assertThat(this.admin.messages("orders", MessageState.DEAD, null, 2))
			.isEqualTo(new MessagePage(List.of(), null));
		MessagePage one = this.admin.messages("orders", MessageState.WAITING, null, 1);
		assertThat(this.admin.messages("orders", MessageState.WAITING, one.next(), 1).messages())
			.extracting(MessageView::id)
			.containsExactly("b");
	}

	@Test
	void pageThatIsShortForItsBytesIsNotTheLast() {
		for (String id : List.of("a", "b", "c")) {
			schedule("orders", id, Duration.ofSeconds(1), new byte[ClaimRequest.MAX_BYTES / 2]);
		}
		MessagePage page = this.admin.messages("orders", MessageState.WAITING, null, 10);
		assertThat(page.messages()).hasSizeLessThan(3);
		assertThat(page.next()).isNotNull();
	}

	@Test
	void pagesToTheEndOfTime() {
		this.store.schedule("orders",
				List.of(new ScheduleCommand("last",
						new StoredMessage(new byte[0], "text/plain", Map.of(), Instant.MAX, "a"),
						new DueTime.At(Instant.MAX), false)));
		MessagePage page = this.admin.messages("orders", MessageState.WAITING, Long.MIN_VALUE + ":x", 1);
		assertThat(page.messages()).extracting(MessageView::id).containsExactly("last");
		assertThat(page.next()).isNull();
		assertThat(PageCursor.encode(new BrowseRequest.Position(Instant.MAX, "last")))
			.isEqualTo(Long.MAX_VALUE + ":last");
		assertThat(this.admin.messages("orders", MessageState.WAITING, Long.MAX_VALUE + ":last", 1).messages())
			.isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "x", ":", "1", "x:1" })
	void refusesCursorsThatAreNone(String cursor) {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.admin.messages("orders", MessageState.DEAD, cursor, 10))
			.withMessageContaining("cursor");
	}

	@Test
	void deletesAMessageInAnyState() {
		schedule("orders", "a", Duration.ofDays(1));
		bury("orders", "b");
		assertThat(this.admin.delete("orders", "a")).isTrue();
		assertThat(this.admin.delete("orders", "b")).isTrue();
		assertThat(this.admin.delete("orders", "b")).isFalse();
	}

	@Test
	void replaysOneDeadLetter() {
		bury("orders", "a");
		assertThat(this.admin.replay("orders", "a")).isTrue();
		assertThat(this.admin.replay("orders", "a")).isFalse();
		assertThat(this.admin.statistics("orders").dead()).isZero();
	}

	@Test
	void replaysAll() throws InterruptedException {
		for (int i = 0; i < 150; i++) {
			bury("orders", "m" + i);
		}
		BulkOperation replay = this.admin.replayAll("orders", 1000);
		assertThat(replay.awaitEnd(LONG)).isTrue();
		assertThat(replay.progress()).isEqualTo(new BulkProgress(150, 0, BulkProgress.State.FINISHED, null));
		assertThat(this.admin.statistics("orders").dead()).isZero();
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void replaysNoneTwiceWhenTheFirstReplyIsLost(boolean chosen) throws InterruptedException {
		bury("orders", "a");
		AtomicInteger replays = new AtomicInteger();
		DelayQueueAdmin admin = new DefaultDelayQueueAdmin(new ForwardingStore(this.store) {
			@Override
			public ReplayReply replay(ReplayRequest request) {
				ReplayReply reply = super.replay(request);
				if (replays.incrementAndGet() == 1) {
					DeadLetterAdminTests.this.clock.advance(Duration.ofSeconds(1));
					DeadLetterAdminTests.this.buryNext("orders", "a");
					throw new OutcomeUnknownException("lost", null);
				}
				return reply;
			}
		});
		BulkOperation replay = chosen ? admin.replay(DeadLetterReplay.of("orders").ids(List.of("a")))
				: admin.replayAll("orders", 10);
		assertThat(replay.awaitEnd(LONG)).isTrue();
		assertThat(replays).hasValue(2);
		assertThat(this.store.find("orders", "a").orElseThrow().deliveries()).isEqualTo(2);
		assertThat(this.store.find("orders", "a").orElseThrow().state()).isEqualTo(MessageState.DEAD);
	}

	@Test
	void replaysSeveral() throws InterruptedException {
		for (String id : List.of("a", "b", "c")) {
			bury("orders", id);
		}
		BulkOperation replay = this.admin.replay(DeadLetterReplay.of("orders").ids(List.of("a", "absent", "c")));
		assertThat(replay.awaitEnd(LONG)).isTrue();
		assertThat(replay.progress().done()).isEqualTo(2);
		assertThat(this.store.find("orders", "b").orElseThrow().state()).isEqualTo(MessageState.DEAD);
	}

	@Test
	void movesAllToAnotherQueue() throws InterruptedException {
		for (int i = 0; i < 25; i++) {
			bury("orders", "m%02d".formatted(i));
		}
		BulkOperation replay = this.admin.replay(DeadLetterReplay.of("orders").to("again"));
		assertThat(replay.awaitEnd(LONG)).isTrue();
		assertThat(replay.progress()).isEqualTo(new BulkProgress(25, 0, BulkProgress.State.FINISHED, null));
		assertThat(this.admin.statistics("orders").dead()).isZero();
		assertThat(this.store.count("again").due() + this.store.count("again").waiting()).isEqualTo(25);
	}

	@Test
	void replaysInPlaceWhenToldToMoveToTheSameQueue() throws InterruptedException {
		for (String id : List.of("a", "b", "c")) {
			bury("orders", id);
		}
		BulkOperation one = this.admin.replay(DeadLetterReplay.of("orders").ids(List.of("b")).to("orders"));
		assertThat(one.awaitEnd(LONG)).isTrue();
		assertThat(one.progress().done()).isOne();
		assertThat(this.store.find("orders", "b").orElseThrow().state()).isEqualTo(MessageState.WAITING);
		BulkOperation all = this.admin.replay(DeadLetterReplay.of("orders").to("again").to("orders"));
		assertThat(all.awaitEnd(LONG)).isTrue();
		assertThat(all.progress().done()).isEqualTo(2);
		QueueStatistics statistics = this.admin.statistics("orders");
		assertThat(statistics.waiting() + statistics.due()).isEqualTo(3);
		assertThat(statistics.dead()).isZero();
		assertThat(this.admin.queues()).containsExactly("orders");
	}

	@Test
	void movesNoMoreBytesAtOnceThanAClaimHandsOut() throws InterruptedException {
		List<String> ids = List.of("a", "b", "c", "d", "e");
		List<Integer> sizes = new CopyOnWriteArrayList<>();
		DelayQueueAdmin admin = new DefaultDelayQueueAdmin(new ForwardingStore(this.store) {
			@Override
			public List<ScheduleReply> schedule(String queue, List<ScheduleCommand> commands) {
				sizes.add(commands.size());
				return super.schedule(queue, commands);
			}
		});
		ids.forEach((id) -> bury("orders", id, new byte[ClaimRequest.MAX_BYTES / 5 * 2]));
		List<String> wanted = List.of("a", "absent", "b", "c", "d", "e");
		BulkOperation replay = admin.replay(DeadLetterReplay.of("orders").ids(wanted).to("again").perSecond(1000));
		assertThat(replay.awaitEnd(LONG)).isTrue();
		assertThat(replay.progress()).isEqualTo(new BulkProgress(5, 0, BulkProgress.State.FINISHED, null));
		assertThat(sizes).containsExactly(2, 2, 1);
		assertThat(ids).allMatch((id) -> this.store.find("again", id).isPresent());
	}

	@Test
	void leavesWhatIsTakenInTheOtherQueue() throws InterruptedException {
		bury("orders", "a");
		bury("orders", "b");
		schedule("again", "a", Duration.ofDays(1));
		BulkOperation replay = this.admin
			.replay(DeadLetterReplay.of("orders").ids(List.of("a", "b")).to("again").perSecond(10_000));
		assertThat(replay.awaitEnd(LONG)).isTrue();
		assertThat(replay.progress()).isEqualTo(new BulkProgress(1, 1, BulkProgress.State.FINISHED, null));
		assertThat(this.store.find("orders", "a").orElseThrow().state()).isEqualTo(MessageState.DEAD);
	}

	@Test
	void cancelsWhatGoesOnWhenClosed() throws InterruptedException {
		bury("orders", "a");
		bury("orders", "b");
		BulkOperation slow = this.admin.replayAll("orders", 1);
		BulkOperation ended = this.admin.replay(DeadLetterReplay.of("orders").ids(List.of()));
		assertThat(ended.awaitEnd(LONG)).isTrue();
		this.admin.close();
		assertThat(slow.awaitEnd(LONG)).isTrue();
		assertThat(slow.progress().state()).isEqualTo(BulkProgress.State.CANCELLED);
		assertThat(ended.progress().state()).isEqualTo(BulkProgress.State.FINISHED);
	}

	@Test
	void refusesRatesOutOfRange() {
		for (int rate : new int[] { 0, -1, 10_001 }) {
			assertThatIllegalArgumentException().isThrownBy(() -> this.admin.replayAll("orders", rate))
				.withMessageContaining("perSecond");
		}
		assertThatIllegalArgumentException().isThrownBy(() -> this.admin.replayAll("a b", 1));
	}

	private void schedule(String queue, String id, Duration delay) {
		schedule(queue, id, delay, new byte[] { 1 });
	}

	private void schedule(String queue, String id, Duration delay, byte[] payload) {
		StoredMessage message = new StoredMessage(payload, "text/plain", Map.of(), Instant.EPOCH, "s" + ++this.calls);
		this.store.schedule(queue, List.of(new ScheduleCommand(id, message, new DueTime.After(delay), false)));
	}

	private void bury(String queue, String id) {
		bury(queue, id, new byte[] { 1 });
	}

	private void bury(String queue, String id, byte[] payload) {
		schedule(queue, id, Duration.ZERO, payload);
		buryNext(queue, id);
	}

	private void buryNext(String queue, String id) {
		ClaimedMessage claimed = this.store
			.claim(new ClaimRequest(new ConsumerCall(queue, "c", ++this.calls, 0), 1, Duration.ofSeconds(30),
					new RetryPolicy(0, List.of(Duration.ZERO), Duration.ZERO), List.of()))
			.messages()
			.get(0);
		this.store.settle(new ConsumerCall(queue, "c", ++this.calls, claimed.token()),
				List.of(new Settlement.DeadLetter(id, claimed.token(),
						new DeathCause(DeathCause.Reason.FAILED, 1, "E", "m", null))));
		this.clock.advance(Duration.ofMillis(1));
	}

}
