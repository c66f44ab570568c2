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
import java.util.List;
import java.util.Map;

import io.delayqueue.MessageState;
import io.delayqueue.support.DelayHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static io.delayqueue.store.StoreDriver.ID;
import static io.delayqueue.store.StoreDriver.LEASE;
import static io.delayqueue.store.StoreDriver.QUEUE;
import static io.delayqueue.store.StoreDriver.cause;
import static io.delayqueue.store.StoreDriver.policy;
import static io.delayqueue.store.StoreDriver.release;
import static io.delayqueue.store.StoreDriver.retry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What {@link DelayQueueStore} does with messages that recur.
 */
interface RecurrenceContract extends StoreContract {

	Duration HOUR = Duration.ofHours(1);

	String DEAD_ID = ID + "@1";

	@Test
	default void messageThatRecursWaitsForItsNextOccurrence() {
		Instant due = driver().now();
		TestConsumer consumer = driver().consumer("first");
		schedule("one", Duration.ZERO);
		driver().advance(Duration.ofSeconds(3));
		ClaimedMessage first = consumer.claimOne();
		assertThat(first.occurrence()).isEqualTo(due);
		assertThat(first.claimTime()).isEqualTo(driver().now());
		assertThat(consumer.settle(recur(first, HOUR))).containsExactly(SettlementResult.APPLIED);
		assertThat(driver().find(ID))
			.isEqualTo(new MessageSnapshot(ID, MessageState.WAITING, driver().in(HOUR), 0, 0, first.message(), null));
		assertThat(driver().count()).isEqualTo(new QueueCounts(1, 0, 0, 0, Duration.ZERO));
		assertThat(consumer.claim().untilNext()).isEqualTo(HOUR);
		driver().advance(HOUR);
		ClaimedMessage second = driver().consumer("another").claimOne();
		assertThat(second.attempt()).isEqualTo(1);
		assertThat(second.occurrence()).isEqualTo(second.dueTime()).isEqualTo(driver().now());
		assertThat(second.token()).isGreaterThan(first.token());
	}

	@Test
	default void occurrenceStaysTheSameUntilItIsOver() {
		Instant due = driver().now();
		TestConsumer consumer = driver().consumer("first").policy(policy(0, Duration.ofSeconds(2)));
		schedule("one", Duration.ZERO);
		consumer.settle(retry(consumer.claimOne(), Duration.ofSeconds(7)));
		driver().advance(Duration.ofSeconds(7));
		ClaimedMessage retried = consumer.claimOne();
		assertThat(retried.occurrence()).isEqualTo(due).isBefore(retried.dueTime());
		assertThat(consumer.repeatClaim().messages().get(0).occurrence()).isEqualTo(due);
		consumer.settle(release(retried));
		driver().store().reschedule(QUEUE, ID, new DueTime.After(HOUR));
		driver().advance(HOUR);
		ClaimedMessage moved = consumer.claimOne();
		assertThat(moved.occurrence()).isEqualTo(due);
		assertThat(moved.attempt()).isEqualTo(3);
		consumer.settle(recur(moved, HOUR));
		driver().advance(HOUR);
		ClaimedMessage next = consumer.claimOne();
		assertThat(next.attempt()).isEqualTo(1);
		assertThat(next.failures()).isZero();
	}

	@Test
	default void deliverNowLetsItHaveAnOccurrenceOutOfTurn() {
		schedule("one", HOUR);
		Instant regular = driver().in(HOUR);
		driver().advance(Duration.ofMinutes(10));
		Instant now = driver().now();
		assertThat(driver().store().deliverNow(QUEUE, ID)).isTrue();
		assertThat(driver().store().deliverNow(QUEUE, ID)).isTrue();
		assertThat(schedule("one", HOUR).outcome()).isEqualTo(ScheduleReply.Outcome.STORED);
		TestConsumer consumer = driver().consumer("first");
		ClaimedMessage extra = consumer.claimOne();
		assertThat(extra.occurrence()).isEqualTo(now);
		assertThat(extra.regular()).isEqualTo(regular);
		consumer.settle(retry(extra, Duration.ofMinutes(5)));
		assertThat(driver().store().deliverNow(QUEUE, ID)).isTrue();
		ClaimedMessage retried = consumer.claimOne();
		assertThat(retried.occurrence()).isEqualTo(now);
		assertThat(retried.regular()).isEqualTo(regular);
		assertThat(consumer.repeatClaim().messages().get(0)).isEqualTo(retried);
		consumer.settle(new Settlement.Recur(ID, retried.token(), regular));
		driver().advance(HOUR);
		ClaimedMessage next = consumer.claimOne();
		assertThat(next.occurrence()).isEqualTo(regular);
		assertThat(next.regular()).isNull();
	}

	@Test
	default void deliverNowOfWhatWasMovedOrIsRetriedIsNoOccurrenceOutOfTurn() {
		schedule("one", HOUR);
		Instant due = driver().in(HOUR);
		driver().store().reschedule(QUEUE, ID, new DueTime.After(Duration.ofMinutes(20)));
		driver().store().deliverNow(QUEUE, ID);
		TestConsumer consumer = driver().consumer("first");
		ClaimedMessage moved = consumer.claimOne();
		assertThat(moved.occurrence()).isEqualTo(due);
		assertThat(moved.regular()).isNull();
		driver().advance(HOUR);
		consumer.settle(retry(moved, HOUR));
		driver().store().deliverNow(QUEUE, ID);
		ClaimedMessage retried = consumer.claimOne();
		assertThat(retried.occurrence()).isEqualTo(due);
		assertThat(retried.regular()).isNull();
	}

	@Test
	default void firstOccurrenceKeepsItsTimeAlsoIfThatHasPassedOnTheWay() {
		Instant asked = driver().in(HOUR);
		driver().advance(HOUR.plusMillis(1500));
		ScheduleCommand late = new ScheduleCommand(ID, message("one"), new DueTime.At(asked), true);
		assertThat(driver().schedule(late)).isEqualTo(new ScheduleReply(ScheduleReply.Outcome.STORED, asked, null));
		ClaimedMessage first = driver().consumer("first").claimOne();
		assertThat(first.occurrence()).isEqualTo(first.dueTime()).isEqualTo(asked);
		assertThat(first.lateness()).isEqualTo(Duration.ofMillis(1500));
	}

	@Test
	default void nextOccurrenceMayBePast() {
		TestConsumer consumer = driver().consumer("first");
		Instant due = driver().now();
		schedule("one", Duration.ZERO);
		ClaimedMessage first = consumer.claimOne();
		driver().advance(Duration.ofSeconds(9));
		Instant next = due.plusSeconds(4);
		ClaimedMessage second = consumer.claimOne(new Settlement.Recur(ID, first.token(), next));
		assertThat(second.occurrence()).isEqualTo(second.dueTime()).isEqualTo(next);
		assertThat(second.lateness()).isEqualTo(Duration.ofSeconds(5));
	}

	@Test
	default void deadOccurrenceIsACopyThatDoesNotRecur() {
		TestConsumer consumer = driver().consumer("first");
		schedule("one", Duration.ZERO);
		consumer.settle(retry(consumer.claimOne(), Duration.ZERO));
		ClaimedMessage delivery = consumer.claimOne();
		assertThat(consumer.settle(die(delivery))).containsExactly(SettlementResult.APPLIED);
		assertThat(driver().find(DEAD_ID)).isEqualTo(
				new MessageSnapshot(DEAD_ID, MessageState.DEAD, driver().now(), 2, 2, delivery.message(), cause()));
		assertThat(driver().find(ID)).isEqualTo(
				new MessageSnapshot(ID, MessageState.WAITING, driver().in(HOUR), 0, 0, delivery.message(), null));
		ClaimedMessage letter = driver().consumer("mourner").ofDeadLetters().claimOne();
		assertThat(letter.id()).isEqualTo(DEAD_ID);
		assertThat(letter.occurrence()).isNull();
		driver().store().replay(new ReplayRequest(QUEUE, List.of(DEAD_ID), 1, null));
		ClaimedMessage replayed = consumer.claimOne();
		assertThat(replayed.id()).isEqualTo(DEAD_ID);
		assertThat(replayed.occurrence()).isNull();
		assertThat(consumer.settle(StoreDriver.acknowledge(replayed))).containsExactly(SettlementResult.APPLIED);
		driver().advance(HOUR);
		assertThat(consumer.claimOne().attempt()).isEqualTo(1);
	}

	@Test
	default void deadOccurrenceTakesThePlaceOfWhatHasItsId() {
		schedule("one", Duration.ZERO);
		ClaimedMessage delivery = driver().consumer("first").claimOne();
		driver().scheduleDue(DEAD_ID);
		ClaimedMessage other = driver().consumer("another").claimOne();
		driver().consumer("first").settle(die(delivery));
		assertThat(driver().find(DEAD_ID).state()).isEqualTo(MessageState.DEAD);
		assertThat(driver().consumer("another").settle(StoreDriver.acknowledge(other)))
			.containsExactly(SettlementResult.STALE);
		assertThat(driver().count()).isEqualTo(new QueueCounts(1, 0, 0, 1, Duration.ZERO));
	}

	@Test
	default void settlementsThatAreStaleOrRepeatedLetNothingRecur() {
		TestConsumer consumer = driver().consumer("first");
		schedule("one", Duration.ZERO);
		ClaimedMessage delivery = consumer.claimOne();
		MessageSnapshot before = driver().find(ID);
		assertThat(driver().consumer("another").settle(recur(delivery, HOUR), die(delivery)))
			.containsExactly(SettlementResult.STALE, SettlementResult.STALE);
		assertThat(driver().find(ID)).isEqualTo(before);
		ConsumerCall call = consumer.call();
		List<Settlement> settlements = List.of(recur(delivery, HOUR), die(delivery));
		List<SettlementResult> results = List.of(SettlementResult.APPLIED, SettlementResult.STALE);
		assertThat(driver().store().settle(call, settlements)).isEqualTo(results);
		driver().advance(HOUR);
		consumer.claimOne();
		assertThat(driver().store().settle(call, settlements)).isEqualTo(results);
		assertThat(driver().find(ID).state()).isEqualTo(MessageState.IN_FLIGHT);
		assertThat(driver().isAbsent(DEAD_ID)).isTrue();
	}

	@Test
	default void cancelEndsItAlsoInFlight() {
		schedule("one", Duration.ZERO);
		ClaimedMessage delivery = driver().consumer("first").claimOne();
		assertThat(driver().store().cancel(QUEUE, ID)).contains(MessageState.IN_FLIGHT);
		assertThat(driver().consumer("first").settle(recur(delivery, HOUR), die(delivery)))
			.containsExactly(SettlementResult.STALE, SettlementResult.STALE);
		assertThat(driver().count()).isEqualTo(new QueueCounts(0, 0, 0, 0, Duration.ZERO));
		driver().scheduleDue(ID);
		assertThat(driver().consumer("first").claimOne().occurrence()).isNull();
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 256 })
	default void purgeLeavesWhatRecurs(int limit) {
		schedule("one", Duration.ZERO);
		driver().scheduleDue("a", "z");
		assertThat(purge(MessageState.WAITING, limit)).isEqualTo(2);
		ClaimedMessage delivery = driver().consumer("first").claimOne();
		assertThat(delivery.id()).isEqualTo(ID);
		driver().scheduleDue("b");
		driver().consumer("another").claimOne();
		assertThat(purge(MessageState.IN_FLIGHT, limit)).isOne();
		assertThat(driver().consumer("first").settle(recur(delivery, HOUR))).containsExactly(SettlementResult.APPLIED);
		driver().advance(HOUR);
		TestConsumer consumer = driver().consumer("first");
		consumer.settle(StoreDriver.deadLetter(consumer.claimOne()));
		assertThat(purge(MessageState.DEAD, limit)).isOne();
		assertThat(driver().isAbsent(ID)).isTrue();
		driver().scheduleDue(ID);
		assertThat(consumer.claimOne().occurrence()).isNull();
	}

	private int purge(MessageState state, int limit) {
		int removed = 0;
		PurgeRequest.Mark from = null;
		do {
			PurgeReply reply = driver().store().purge(new PurgeRequest(QUEUE, state, limit, from));
			removed += reply.removed();
			from = reply.next();
		}
		while (from != null);
		return removed;
	}

	@Test
	default void acknowledgeEndsIt() {
		schedule("one", Duration.ZERO);
		TestConsumer consumer = driver().consumer("first");
		consumer.settle(StoreDriver.acknowledge(consumer.claimOne()));
		driver().scheduleDue(ID);
		assertThat(consumer.claimOne().occurrence()).isNull();
	}

	@Test
	default void sameDefinitionIsKeptWhateverTheDueTime() {
		schedule("one", HOUR);
		Instant due = driver().in(HOUR);
		driver().advance(Duration.ofMinutes(10));
		assertThat(schedule("one", HOUR))
			.isEqualTo(new ScheduleReply(ScheduleReply.Outcome.STORED, due, MessageState.WAITING));
		driver().advance(HOUR);
		TestConsumer consumer = driver().consumer("first");
		ClaimedMessage delivery = consumer.claimOne();
		assertThat(schedule("one", HOUR))
			.isEqualTo(new ScheduleReply(ScheduleReply.Outcome.STORED, due, MessageState.IN_FLIGHT));
		assertThat(consumer.settle(recur(delivery, HOUR))).containsExactly(SettlementResult.APPLIED);
	}

	@Test
	default void otherDefinitionReplaces() {
		schedule("one", HOUR);
		assertThat(schedule("two", Duration.ZERO))
			.isEqualTo(new ScheduleReply(ScheduleReply.Outcome.REPLACED, driver().now(), MessageState.WAITING));
		ClaimedMessage delivery = driver().consumer("first").claimOne();
		schedule("one", HOUR);
		assertThat(driver().consumer("first").settle(recur(delivery, Duration.ZERO)))
			.containsExactly(SettlementResult.STALE);
		driver().advance(HOUR);
		assertThat(driver().consumer("first").claimOne().message().stamp()).isEqualTo("one");
	}

	@Test
	default void sameDefinitionRevivesTheDeadAndTakesThePlaceOfWhatDoesNotRecur() {
		schedule("one", Duration.ZERO);
		TestConsumer consumer = driver().consumer("first");
		consumer.settle(StoreDriver.deadLetter(consumer.claimOne()));
		driver().advance(Duration.ofMillis(1));
		assertThat(schedule("one", Duration.ZERO).outcome()).isEqualTo(ScheduleReply.Outcome.REPLACED);
		assertThat(consumer.claimOne().occurrence()).isEqualTo(driver().now());
		driver().schedule(driver().replacing(ID, Duration.ZERO));
		assertThat(schedule("one", HOUR).outcome()).isEqualTo(ScheduleReply.Outcome.REPLACED);
		driver().advance(HOUR);
		assertThat(consumer.claimOne().occurrence()).isEqualTo(driver().now());
	}

	@Test
	default void replayedOneRecursOn() {
		schedule("one", Duration.ZERO);
		Instant due = driver().now();
		TestConsumer consumer = driver().consumer("first");
		consumer.settle(StoreDriver.deadLetter(consumer.claimOne()));
		assertThat(driver().consumer("mourner").ofDeadLetters().claimOne().occurrence()).isNull();
		driver().advance(HOUR);
		driver().store().replay(new ReplayRequest(QUEUE, List.of(ID), 1, null));
		assertThat(consumer.claimOne().occurrence()).isEqualTo(due);
	}

	@Test
	default void whatHasNoRetriesLeftAfterItsLeaseIsHandedOutToBeSettled() {
		schedule("one", Duration.ZERO);
		driver().scheduleDue("plain");
		Instant due = driver().now();
		TestConsumer consumer = driver().consumer("first").policy(policy(1, Duration.ofSeconds(2)));
		for (int failures = 0; failures < 3; failures++) {
			ClaimedMessage delivery = consumer.claim()
				.messages()
				.stream()
				.filter((message) -> message.id().equals(ID))
				.findFirst()
				.orElseThrow();
			assertThat(delivery.failures()).isEqualTo(failures);
			assertThat(delivery.occurrence()).isEqualTo(due);
			consumer.confirm();
			driver().advance(LEASE.plusSeconds(1));
			assertThat(consumer.claim().endedLeases()).contains(new EndedLease(ID, EndedLease.Fate.RETRIED));
			driver().advance(Duration.ofSeconds(2));
		}
		assertThat(driver().find("plain").state()).isEqualTo(MessageState.DEAD);
	}

	@Test
	default void messageThatRecursHasNoTimeToLive() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new ScheduleCommand(ID, message("one"), new DueTime.After(HOUR), true, HOUR))
			.withMessageContaining("time to live");
	}

	@Test
	default void storeTellsTheTime() {
		driver().advance(Duration.ofNanos(999_000));
		assertThat(driver().store().time(QUEUE)).isEqualTo(driver().now().minusNanos(999_000));
	}

	private ScheduleReply schedule(String definition, Duration delay) {
		return driver().schedule(new ScheduleCommand(ID, message(definition), new DueTime.After(delay), true));
	}

	private StoredMessage message(String definition) {
		return new StoredMessage(new byte[] { 1 }, "text/plain", Map.of(DelayHeaders.RECURRENCE, "now and then"),
				driver().now(), definition);
	}

	private Settlement recur(ClaimedMessage message, Duration delay) {
		return new Settlement.Recur(message.id(), message.token(), driver().in(delay));
	}

	private Settlement die(ClaimedMessage message) {
		return new Settlement.DeadOccurrence(message.id(), message.token(), driver().in(HOUR), DEAD_ID, cause());
	}

}
