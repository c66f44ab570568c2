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

package io.delayqueue.store;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.delayqueue.KnownFault;
import io.delayqueue.MessageState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static io.delayqueue.store.StoreDriver.ID;
import static io.delayqueue.store.StoreDriver.LEASE;
import static io.delayqueue.store.StoreDriver.QUEUE;
import static io.delayqueue.store.StoreDriver.deadLetter;
import static io.delayqueue.store.StoreDriver.ids;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What can be done with dead letters, and how long they are kept.
 */
interface DeadLetterContract extends StoreContract {

	@ParameterizedTest
	@EnumSource
	default void replayLetsOnlyTheDeadBeDue(Situation situation) {
		situation.reach(driver());
		MessageSnapshot before = driver().store().find(QUEUE, ID).orElse(null);
		ReplayReply reply = replay(ID);
		if (before != null && before.state() == MessageState.DEAD) {
			assertThat(reply.ids()).containsExactly(ID);
			assertThat(driver().find(ID)).isEqualTo(new MessageSnapshot(ID, MessageState.WAITING, driver().now(),
					before.deliveries(), 0, before.message(), null));
			assertThat(ids(driver().consumer("another").claim())).containsExactly(ID);
		}
		else {
			assertThat(reply.ids()).isEmpty();
			assertThat(driver().store().find(QUEUE, ID).orElse(null)).isEqualTo(before);
		}
	}

	@Test
	default void replayTakesTheLongestDeadFirstAndNoMoreThanAskedFor() {
		bury("c", "a", "b");
		assertThat(driver().store().replay(new ReplayRequest(QUEUE, List.of(), 2, null)).ids()).containsExactly("c",
				"a");
		assertThat(driver().find("b").state()).isEqualTo(MessageState.DEAD);
	}

	@Test
	default void replayTakesAnIdThatIsNamedTwiceOnce() {
		bury("a", "b");
		assertThat(driver().store().replay(new ReplayRequest(QUEUE, List.of("b", "a", "b"), 3, null)).ids())
			.containsExactly("b", "a");
	}

	@Test
	default void replayLeavesThoseThatDiedLater() {
		bury("a", "b");
		Instant until = driver().now();
		driver().advance(Duration.ofSeconds(1));
		bury("c");
		ReplayReply reply = driver().store().replay(new ReplayRequest(QUEUE, List.of(), 10, until));
		assertThat(reply.ids()).containsExactly("a", "b");
		assertThat(reply.diedUntil()).isEqualTo(until);
		assertThat(driver().store().replay(new ReplayRequest(QUEUE, List.of("c"), 10, until)).ids()).isEmpty();
	}

	@Test
	default void deadLettersAreFoundByAnyTimeThatThereIs() {
		bury("a");
		assertThat(driver().discard("a", Instant.MIN)).isFalse();
		assertThat(driver().discard("a", Instant.MAX)).isFalse();
		assertThat(driver().store().replay(new ReplayRequest(QUEUE, List.of(), 10, Instant.MIN)))
			.isEqualTo(new ReplayReply(List.of(), Instant.EPOCH));
		assertThat(driver().store().replay(new ReplayRequest(QUEUE, List.of(), 10, Instant.MAX)))
			.isEqualTo(new ReplayReply(List.of("a"), Instant.ofEpochMilli(DueTime.MAX_EPOCH_MILLI)));
	}

	@Test
	default void replayWithoutATimeSaysUpToWhenItLooked() {
		bury("a");
		assertThat(driver().store().replay(new ReplayRequest(QUEUE, List.of(), 10, null)).diedUntil())
			.isEqualTo(driver().now());
		assertThat(replay("absent").ids()).isEmpty();
	}

	@Test
	default void replayedMessageHasAllItsRetriesAgain() {
		bury(ID);
		replay(ID);
		TestConsumer consumer = driver().consumer("another").policy(StoreDriver.policy(1, Duration.ZERO));
		ClaimedMessage delivery = consumer.claimOne();
		assertThat(delivery.failures()).isZero();
		assertThat(delivery.attempt()).isEqualTo(2);
		assertThat(driver().find(ID).cause()).isNull();
	}

	@Test
	default void replayedMessageLivesForEver() {
		driver().schedule(new ScheduleCommand(ID, driver().message(ID), new DueTime.After(Duration.ZERO), false,
				Duration.ofSeconds(1)));
		driver().advance(Duration.ofSeconds(2));
		driver().consumer("first").claim();
		replay(ID);
		driver().advance(Duration.ofDays(1));
		assertThat(ids(driver().consumer("first").claim())).containsExactly(ID);
	}

	@ParameterizedTest
	@EnumSource
	default void discardRemovesOnlyTheDead(Situation situation) {
		situation.reach(driver());
		MessageSnapshot before = driver().store().find(QUEUE, ID).orElse(null);
		boolean dead = before != null && before.state() == MessageState.DEAD;
		assertThat(driver().discard(ID)).isEqualTo(dead);
		assertThat(driver().store().find(QUEUE, ID).orElse(null)).isEqualTo(dead ? null : before);
	}

	@Test
	default void discardRemovesOnlyTheDeathThatIsMeant() {
		bury(ID);
		Instant death = driver().now();
		assertThat(driver().discard(ID, death.minusMillis(1))).isFalse();
		assertThat(driver().find(ID).state()).isEqualTo(MessageState.DEAD);
		assertThat(driver().discard(ID, death)).isTrue();
		assertThat(driver().isAbsent(ID)).isTrue();
	}

	@Test
	default void discardTakesManyAndSaysWhichItRemoved() {
		bury("a", "b", "c");
		driver().schedule("waiting", Duration.ofHours(1));
		List<BrowseRequest.Position> some = Stream.of("c", "a", "c", "waiting")
			.map((id) -> BrowseRequest.Position.of(driver().find(id)))
			.toList();
		assertThat(driver().store().discard(QUEUE, some)).containsExactly(true, true, false, false);
		assertThat(driver().count()).isEqualTo(new QueueCounts(1, 0, 0, 1, Duration.ZERO));
		assertThat(driver().find("b").state()).isEqualTo(MessageState.DEAD);
		assertThat(driver().store().discard(QUEUE, List.of())).isEmpty();
	}

	@Test
	default void discardTakesNoMoreThanAClaim() {
		List<BrowseRequest.Position> many = Collections.nCopies(ClaimRequest.MAX_MESSAGES + 1,
				new BrowseRequest.Position(Instant.EPOCH, ID));
		assertThatIllegalArgumentException().isThrownBy(() -> driver().store().discard(QUEUE, many))
			.withMessageContaining("257");
		assertThat(driver().store().discard(QUEUE, many.subList(1, many.size()))).hasSize(256).containsOnly(false);
	}

	@Test
	default void deadLettersAreKeptNoLongerThanTheirAge() {
		bury("a");
		driver().advance(Duration.ofSeconds(10));
		bury("b");
		claim(new DeadLetterPolicy(true, true, Duration.ofSeconds(10), 100));
		assertThat(driver().count().dead()).isEqualTo(2);
		driver().advance(Duration.ofMillis(1));
		claim(new DeadLetterPolicy(true, true, Duration.ofSeconds(10), 100));
		assertThat(driver().isAbsent("a")).isTrue();
		assertThat(driver().find("b").state()).isEqualTo(MessageState.DEAD);
	}

	@Test
	default void noMoreDeadLettersAreKeptThanTheirNumber() {
		bury("a", "b", "c");
		claim(new DeadLetterPolicy(true, true, Duration.ofDays(1), 2));
		assertThat(driver().isAbsent("a")).isTrue();
		assertThat(driver().count().dead()).isEqualTo(2);
	}

	@Test
	@KnownFault("asynq#730")
	default void manyDeadLettersAreTrimmedInSteps() {
		letExpire(330, DeadLetterPolicy.KEEP_ALL);
		assertThat(driver().count().dead()).isEqualTo(330);
		DeadLetterPolicy none = new DeadLetterPolicy(true, true, Duration.ofDays(1), 0);
		claim(none);
		assertThat(driver().count().dead()).isEqualTo(10);
		claim(none);
		assertThat(driver().count()).isEqualTo(new QueueCounts(0, 0, 0, 0, Duration.ZERO));
	}

	@Test
	default void deadLettersDoNotPileUpHoweverManyDieAtOnce() {
		DeadLetterPolicy few = new DeadLetterPolicy(true, true, Duration.ofDays(1), 10);
		letExpire(3 * ClaimRequest.MAX_MESSAGES, few);
		assertThat(driver().count().dead()).isEqualTo(10);
	}

	@Test
	default void messageWithoutRetriesIsRemovedWhereDeadLettersAreNotKept() {
		driver().scheduleDue(ID);
		TestConsumer consumer = driver().consumer("first");
		consumer.claim();
		consumer.confirm();
		driver().advance(LEASE);
		ClaimReply reply = driver().store()
			.claim(new ClaimRequest(driver().consumer("another").call(), 10, LEASE,
					StoreDriver.policy(0, Duration.ZERO), List.of(),
					new DeadLetterPolicy(false, true, Duration.ofDays(1), 100)));
		assertThat(reply.endedLeases()).containsExactly(new EndedLease(ID, EndedLease.Fate.DROPPED));
		assertThat(driver().isAbsent(ID)).isTrue();
		assertThat(driver().count()).isEqualTo(new QueueCounts(0, 0, 0, 0, Duration.ZERO));
	}

	private void bury(String... ids) {
		for (int i = 0; i < ids.length; i++) {
			if (i > 0) {
				driver().advance(Duration.ofMillis(1));
			}
			driver().scheduleDue(ids[i]);
			TestConsumer consumer = driver().consumer("first").max(1);
			consumer.settle(deadLetter(consumer.claimOne()));
		}
	}

	private void letExpire(int count, DeadLetterPolicy policy) {
		for (int from = 0; from < count; from += 100) {
			driver().store()
				.schedule(QUEUE,
						IntStream.range(from, Math.min(from + 100, count))
							.mapToObj((i) -> new ScheduleCommand("m-" + i, driver().message("m-" + i),
									new DueTime.After(Duration.ZERO), false, Duration.ofMillis(1)))
							.toList());
		}
		driver().advance(Duration.ofSeconds(1));
		for (int left = count; left > 0; left -= ClaimRequest.MAX_MESSAGES) {
			claim(policy);
		}
	}

	private ReplayReply replay(String id) {
		return driver().store().replay(new ReplayRequest(QUEUE, List.of(id), 10, null));
	}

	private void claim(DeadLetterPolicy policy) {
		driver().store()
			.claim(new ClaimRequest(driver().consumer("trimming").call(), ClaimRequest.MAX_MESSAGES, LEASE,
					StoreDriver.policy(0, Duration.ZERO), List.of(), policy));
	}

}
