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
import java.util.List;
import java.util.stream.Stream;

import io.delayqueue.KnownFault;
import io.delayqueue.MessageState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static io.delayqueue.store.StoreDriver.ID;
import static io.delayqueue.store.StoreDriver.LEASE;
import static io.delayqueue.store.StoreDriver.acknowledge;
import static io.delayqueue.store.StoreDriver.deadLetter;
import static io.delayqueue.store.StoreDriver.ids;
import static io.delayqueue.store.StoreDriver.release;
import static io.delayqueue.store.StoreDriver.retry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/**
 * What {@link DelayQueueStore#claim} hands out, in which order, and when to ask again.
 */
interface ClaimContract extends StoreContract {

	@Test
	default void claimFromAnUnusedQueueBringsNothing() {
		assertThat(driver().consumer("first").claim())
			.isEqualTo(new ClaimReply(List.of(), 0, List.of(), List.of(), List.of(), null));
	}

	@Test
	default void claimHandsOutWhatIsDue() {
		ScheduleCommand command = driver().command(ID, Duration.ofSeconds(5));
		driver().schedule(command);
		driver().advance(Duration.ofSeconds(7));
		ClaimReply reply = driver().consumer("first").claim();
		assertThat(reply.messages()).containsExactly(new ClaimedMessage(ID, reply.token(),
				driver().now().minusSeconds(2), Duration.ofSeconds(2), 1, 0, command.message(), null));
		assertThat(reply.token()).isPositive();
		assertThat(driver().find(ID)).isEqualTo(
				new MessageSnapshot(ID, MessageState.IN_FLIGHT, driver().in(LEASE), 1, 0, command.message(), null));
	}

	@Test
	default void claimIsNeverEarly() {
		driver().schedule(ID, Duration.ofSeconds(5));
		driver().advance(Duration.ofMillis(4999));
		ClaimReply early = driver().consumer("first").claim();
		assertThat(early.messages()).isEmpty();
		assertThat(early.token()).isZero();
		assertThat(early.untilNext()).isEqualTo(Duration.ofMillis(1));
		driver().advance(Duration.ofMillis(1));
		assertThat(driver().consumer("first").claimOne().lateness()).isZero();
	}

	@Test
	@KnownFault("celery#2599")
	default void claimBeginsTheLeaseHoweverLongTheDelay() {
		driver().schedule(ID, LEASE.multipliedBy(100));
		for (int i = 0; i < 9; i++) {
			driver().advance(LEASE.multipliedBy(11));
			ClaimReply early = driver().consumer("first").claim();
			assertThat(early.messages()).isEmpty();
			assertThat(early.endedLeases()).isEmpty();
		}
		driver().advance(LEASE);
		assertThat(driver().consumer("first").claimOne().attempt()).isEqualTo(1);
		driver().advance(LEASE.minusMillis(1));
		assertThat(driver().consumer("another").claim().messages()).isEmpty();
	}

	@Test
	@KnownFault("ax3353/redis-delayqueue window")
	default void claimHandsOutWhatHasBeenDueForYears() {
		driver().scheduleDue("a", "b");
		driver().consumer("first").max(1).claimOne();
		driver().advance(Duration.ofDays(3000));
		ClaimReply reply = driver().consumer("another").claim();
		assertThat(ids(reply)).containsExactly("a", "b");
		assertThat(reply.messages()).extracting(ClaimedMessage::lateness).containsOnly(Duration.ofDays(3000));
	}

	@ParameterizedTest
	@EnumSource
	default void claimHandsOutOnlyWhatIsDueOrHasLostItsLease(Situation situation) {
		situation.reach(driver());
		List<String> expected = (situation == Situation.DUE || situation == Situation.LEASE_ENDED) ? List.of(ID)
				: List.of();
		assertThat(ids(driver().consumer("third").claim())).isEqualTo(expected);
	}

	@Test
	default void claimHandsOutTheEarliestDueFirst() {
		driver().schedule("a", Duration.ofSeconds(3));
		driver().schedule("b", Duration.ofSeconds(1));
		driver().schedule("c", Duration.ofSeconds(2));
		driver().schedule("d", Duration.ofSeconds(9));
		driver().advance(Duration.ofSeconds(3));
		assertThat(ids(driver().consumer("first").claim())).containsExactly("b", "c", "a");
	}

	@Test
	default void claimHandsOutEqualDueTimesInTheOrderOfTheirIds() {
		List<String> inOrder = List.of("10", "9", "A", "a", "a-", "aa", "b", "é", "\uffee", "\ud83d\ude00");
		Stream.of(9, 4, 0, 7, 2, 8, 1, 6, 3, 5).map(inOrder::get).forEach((id) -> driver().scheduleDue(id));
		assertThat(ids(driver().consumer("first").claim())).isEqualTo(inOrder);
	}

	@Test
	@KnownFault("sidekiq range removal")
	default void claimHandsOutNoMoreThanAskedFor() {
		driver().scheduleDue("a", "b", "c", "d", "e");
		TestConsumer consumer = driver().consumer("first").max(2);
		ClaimReply reply = consumer.claim();
		assertThat(ids(reply)).containsExactly("a", "b");
		assertThat(reply.untilNext()).isEqualTo(Duration.ZERO);
		assertThat(ids(consumer.claim())).containsExactly("c", "d");
		assertThat(ids(consumer.claim())).containsExactly("e");
	}

	@Test
	default void claimHandsOutAsManyAsAreAllowedAtMost() {
		driver().scheduleMany(ClaimRequest.MAX_MESSAGES + 1);
		ClaimReply reply = driver().consumer("first").claim();
		assertThat(reply.messages()).hasSize(ClaimRequest.MAX_MESSAGES)
			.isSortedAccordingTo((one, other) -> one.id().compareTo(other.id()));
		assertThat(reply.untilNext()).isEqualTo(Duration.ZERO);
		assertThat(ids(driver().consumer("first").claim())).hasSize(1);
	}

	@Test
	default void claimEndsBeforeTheMessageThatWouldExceedOneMebibyte() {
		schedulePayloads(400_000, 400_000, 400_000, 1);
		ClaimReply reply = driver().consumer("first").claim();
		assertThat(ids(reply)).containsExactly("size-0", "size-1");
		assertThat(reply.untilNext()).isEqualTo(Duration.ZERO);
		assertThat(ids(driver().consumer("first").claim())).containsExactly("size-2", "size-3");
	}

	@Test
	default void claimHandsOutAMessageBeyondOneMebibyteAlone() {
		schedulePayloads(3, 1_500_000, 3);
		TestConsumer consumer = driver().consumer("first");
		assertThat(ids(consumer.claim())).containsExactly("size-0");
		assertThat(ids(consumer.claim())).containsExactly("size-1");
		assertThat(ids(consumer.claim())).containsExactly("size-2");
	}

	@Test
	default void claimTellsHowLongUntilTheNextIsDue() {
		driver().schedule("a", Duration.ofSeconds(9));
		driver().schedule("b", Duration.ofSeconds(4));
		assertThat(driver().consumer("first").claim().untilNext()).isEqualTo(Duration.ofSeconds(4));
	}

	@Test
	default void claimTellsHowLongUntilTheNextLeaseEnds() {
		driver().scheduleDue("a");
		driver().consumer("first").lease(Duration.ofSeconds(8)).claimOne();
		driver().scheduleDue("b");
		driver().consumer("first").lease(Duration.ofSeconds(6)).claimOne();
		driver().advance(Duration.ofSeconds(1));
		assertThat(driver().consumer("another").claim().untilNext()).isEqualTo(Duration.ofSeconds(5));
	}

	@Test
	default void claimTellsWhicheverIsNearer() {
		driver().scheduleDue("a");
		driver().schedule("b", Duration.ofSeconds(5));
		assertThat(driver().consumer("first").lease(Duration.ofSeconds(8)).claim().untilNext())
			.isEqualTo(Duration.ofSeconds(5));
		driver().store().cancel(StoreDriver.QUEUE, "b");
		driver().schedule("b", Duration.ofSeconds(9));
		assertThat(driver().consumer("another").claim().untilNext()).isEqualTo(Duration.ofSeconds(8));
	}

	@Test
	default void claimTellsOfNothingAheadWhenOnlyDeadLettersAreLeft() {
		Situation.DEAD.reach(driver());
		assertThat(driver().consumer("another").claim().untilNext()).isNull();
	}

	@Test
	default void claimTellsOfTheEndOfTheRange() {
		driver().schedule(ID, Duration.ofSeconds(Long.MAX_VALUE));
		assertThat(driver().consumer("first").claim().untilNext())
			.isEqualTo(Duration.ofMillis(DueTime.MAX_EPOCH_MILLI - driver().now().toEpochMilli()));
	}

	@Test
	default void claimGivesOneTokenThatGrowsFromClaimToClaim() {
		driver().scheduleDue("a", "b", "c");
		ClaimReply one = driver().consumer("first").max(2).claim();
		ClaimReply other = driver().consumer("another").claim();
		assertThat(one.messages()).extracting(ClaimedMessage::token).containsExactly(one.token(), one.token());
		assertThat(other.messages()).extracting(ClaimedMessage::token).containsExactly(other.token());
		assertThat(other.token()).isGreaterThan(one.token());
	}

	@Test
	@KnownFault("db-scheduler#402")
	default void claimGivesAnotherTokenInAnotherLifeOfAnId() {
		TestConsumer consumer = driver().consumer("first");
		driver().scheduleDue(ID);
		ClaimedMessage delivery = consumer.claimOne();
		consumer.settle(acknowledge(delivery));
		driver().scheduleDue(ID);
		ClaimedMessage nextLife = consumer.claimOne();
		assertThat(nextLife.token()).isGreaterThan(delivery.token());
		assertThat(nextLife.attempt()).isEqualTo(1);
	}

	@Test
	default void claimSettlesFirst() {
		driver().scheduleDue("a", "b", "c", "d");
		TestConsumer consumer = driver().consumer("first");
		List<ClaimedMessage> messages = consumer.claim().messages();
		ClaimReply reply = consumer.claim(acknowledge(messages.get(0)), release(messages.get(1)),
				retry(messages.get(2), Duration.ZERO), deadLetter(messages.get(3)));
		assertThat(reply.settlements()).hasSize(4).containsOnly(SettlementResult.APPLIED);
		assertThat(reply.messages()).extracting(ClaimedMessage::id, ClaimedMessage::attempt, ClaimedMessage::failures)
			.containsExactly(tuple("b", 2, 0), tuple("c", 2, 1));
		assertThat(reply.token()).isGreaterThan(messages.get(0).token());
		assertThat(driver().isAbsent("a")).isTrue();
		assertThat(driver().find("d").state()).isEqualTo(MessageState.DEAD);
	}

	@Test
	default void claimSettlesBeforeItTakesBackEndedLeases() {
		ClaimedMessage delivery = Situation.LEASE_ENDED.reach(driver());
		ClaimReply reply = Situation.first(driver()).claim(acknowledge(delivery));
		assertThat(reply.settlements()).containsExactly(SettlementResult.APPLIED);
		assertThat(reply.endedLeases()).isEmpty();
		assertThat(driver().isAbsent(ID)).isTrue();
	}

	@Test
	default void claimAnswersSettlementsInTheirOrder() {
		driver().scheduleDue("a", "b");
		TestConsumer consumer = driver().consumer("first");
		List<ClaimedMessage> messages = consumer.claim().messages();
		ClaimReply reply = consumer.claim(new Settlement.Acknowledge("absent", 1), acknowledge(messages.get(1)),
				acknowledge(messages.get(1)), acknowledge(messages.get(0)));
		assertThat(reply.settlements()).containsExactly(SettlementResult.STALE, SettlementResult.APPLIED,
				SettlementResult.STALE, SettlementResult.APPLIED);
		assertThat(reply.untilNext()).isNull();
	}

	private void schedulePayloads(int... sizes) {
		for (int i = 0; i < sizes.length; i++) {
			driver().schedule(new ScheduleCommand("size-" + i, driver().message(new byte[sizes[i]]),
					new DueTime.After(Duration.ZERO), false));
		}
	}

}
