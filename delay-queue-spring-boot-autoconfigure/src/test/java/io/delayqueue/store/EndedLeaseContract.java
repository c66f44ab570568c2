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
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.delayqueue.KnownFault;
import io.delayqueue.MessageState;
import io.delayqueue.store.EndedLease.Fate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static io.delayqueue.store.StoreDriver.ID;
import static io.delayqueue.store.StoreDriver.LEASE;
import static io.delayqueue.store.StoreDriver.acknowledge;
import static io.delayqueue.store.StoreDriver.ids;
import static io.delayqueue.store.StoreDriver.policy;
import static io.delayqueue.store.StoreDriver.release;
import static io.delayqueue.store.StoreDriver.retry;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * What becomes of messages whose lease ends without a settlement.
 */
interface EndedLeaseContract extends StoreContract {

	@Test
	default void leaseHoldsUntilItsEndAndNoLonger() {
		Situation.LEASED.reach(driver());
		driver().advance(LEASE.minusMillis(1));
		ClaimReply early = driver().consumer("another").claim();
		assertThat(early.endedLeases()).isEmpty();
		assertThat(early.untilNext()).isEqualTo(Duration.ofMillis(1));
		driver().advance(Duration.ofMillis(1));
		assertThat(ids(driver().consumer("another").claim())).containsExactly(ID);
	}

	@Test
	default void leaseIsNotShortenedByRounding() {
		driver().scheduleDue(ID);
		driver().advance(Duration.ofNanos(1_000_000 + 1000));
		driver().consumer("first").claim();
		assertThat(driver().find(ID).time()).isEqualTo(driver().in(LEASE).plusNanos(999_000));
	}

	@Test
	default void leaseOfGreatLengthEndsAtTheEndOfTheRange() {
		driver().scheduleDue(ID);
		assertThat(driver().consumer("first").lease(Duration.ofSeconds(Long.MAX_VALUE)).claim().messages()).hasSize(1);
		assertThat(driver().find(ID).time()).isEqualTo(Instant.ofEpochMilli(DueTime.MAX_EPOCH_MILLI));
	}

	@Test
	default void leaseThatEndedCountsAsAFailure() {
		Situation.LEASE_ENDED.reach(driver());
		ClaimReply reply = driver().consumer("another").policy(policy(1, Duration.ofSeconds(20))).claim();
		assertThat(reply.messages()).isEmpty();
		assertThat(reply.endedLeases()).containsExactly(new EndedLease(ID, Fate.RETRIED));
		assertThat(reply.untilNext()).isEqualTo(Duration.ofSeconds(20));
		MessageSnapshot found = driver().find(ID);
		assertThat(found.state()).isEqualTo(MessageState.WAITING);
		assertThat(found.time()).isEqualTo(driver().in(Duration.ofSeconds(20)));
		assertThat(found.deliveries()).isEqualTo(1);
		assertThat(found.failures()).isEqualTo(1);
	}

	@Test
	default void leaseThatEndedIsRetriedInTheSameClaimWhenThePauseIsZero() {
		Situation.LEASE_ENDED.reach(driver());
		ClaimedMessage delivery = driver().consumer("another").policy(policy(1, Duration.ZERO)).claimOne();
		assertThat(delivery.attempt()).isEqualTo(2);
		assertThat(delivery.failures()).isEqualTo(1);
		assertThat(delivery.dueTime()).isEqualTo(driver().now());
	}

	@Test
	default void leaseThatEndedPausesByTheTableOfTheClaimingConsumer() {
		driver().scheduleDue(ID);
		TestConsumer consumer = driver().consumer("first")
			.policy(policy(9, Duration.ofSeconds(1), Duration.ofSeconds(5)));
		for (int seconds : new int[] { 1, 5, 5 }) {
			consumer.claimOne();
			driver().advance(LEASE);
			consumer.claim();
			assertThat(driver().find(ID).time()).isEqualTo(driver().in(Duration.ofSeconds(seconds)));
			driver().advance(Duration.ofSeconds(seconds));
		}
	}

	@Test
	default void leaseThatEndedPausesWithJitter() {
		driver().scheduleDue(ID);
		TestConsumer consumer = driver().consumer("first")
			.policy(new RetryPolicy(RetryPolicy.UNLIMITED, List.of(Duration.ofSeconds(10)), Duration.ofSeconds(4)));
		Set<Duration> pauses = new HashSet<>();
		for (int i = 0; i < 20; i++) {
			consumer.claimOne();
			driver().advance(LEASE);
			consumer.claim();
			pauses.add(Duration.between(driver().now(), driver().find(ID).time()));
			driver().advance(Duration.ofSeconds(14));
		}
		assertThat(pauses).hasSizeGreaterThan(1)
			.allSatisfy((pause) -> assertThat(pause).isBetween(Duration.ofSeconds(10), Duration.ofSeconds(14)));
	}

	@Test
	default void leaseThatEndedPausesAtMostUntilTheEndOfTheRange() {
		Situation.LEASE_ENDED.reach(driver());
		Duration endless = Duration.ofSeconds(Long.MAX_VALUE);
		driver().consumer("another").policy(new RetryPolicy(1, List.of(endless), endless)).claim();
		assertThat(driver().find(ID).time()).isEqualTo(Instant.ofEpochMilli(DueTime.MAX_EPOCH_MILLI));
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1, 5 })
	@KnownFault("db-scheduler#480")
	default void leaseThatEndedMoreOftenThanRetriesAreAllowedKillsTheMessage(int maxRetries) {
		driver().scheduleDue(ID);
		TestConsumer consumer = driver().consumer("first").policy(policy(maxRetries, Duration.ZERO));
		consumer.claimOne();
		for (int i = 0; i < maxRetries; i++) {
			driver().advance(LEASE);
			ClaimReply reply = consumer.claim();
			assertThat(reply.endedLeases()).containsExactly(new EndedLease(ID, Fate.RETRIED));
			assertThat(reply.messages()).hasSize(1);
		}
		driver().advance(LEASE);
		ClaimReply last = consumer.claim();
		assertThat(last.messages()).isEmpty();
		assertThat(last.endedLeases()).containsExactly(new EndedLease(ID, Fate.DEAD));
		assertThat(last.untilNext()).isNull();
		MessageSnapshot found = driver().find(ID);
		assertThat(found.state()).isEqualTo(MessageState.DEAD);
		assertThat(found.time()).isEqualTo(driver().now());
		assertThat(found.deliveries()).isEqualTo(maxRetries + 1);
		assertThat(found.failures()).isEqualTo(maxRetries + 1);
		assertThat(found.message()).isNotNull();
		assertThat(found.cause().reason()).isEqualTo(DeathCause.Reason.LEASE_ENDED);
		assertThat(found.cause().attempt()).isEqualTo(maxRetries + 1);
		assertThat(found.cause().exception()).isNull();
		assertThat(found.cause().stackTrace()).isNull();
	}

	@Test
	default void leaseThatEndedNeverKillsTheMessageWhenRetriesAreUnlimited() {
		driver().scheduleDue(ID);
		TestConsumer consumer = driver().consumer("first").policy(policy(RetryPolicy.UNLIMITED, Duration.ZERO));
		for (int attempt = 1; attempt <= 70; attempt++) {
			assertThat(consumer.claimOne().attempt()).isEqualTo(attempt);
			driver().advance(LEASE);
		}
	}

	@Test
	default void failuresOfHandlersAndOfLeasesCountTogether() {
		driver().scheduleDue(ID);
		TestConsumer consumer = driver().consumer("first").policy(policy(1, Duration.ZERO));
		ClaimedMessage delivery = consumer.claimOne(new Settlement.Acknowledge("absent", 1));
		assertThat(consumer.claimOne(retry(delivery, Duration.ZERO)).failures()).isEqualTo(1);
		driver().advance(LEASE);
		assertThat(consumer.claim().endedLeases()).containsExactly(new EndedLease(ID, Fate.DEAD));
	}

	@Test
	default void leaseThatWasNeverConfirmedIsReturnedToItsOldPlace() {
		Instant dueTime = driver().schedule(ID, Duration.ofSeconds(3)).dueTime();
		driver().advance(Duration.ofSeconds(5));
		driver().consumer("first").claim();
		driver().advance(LEASE);
		driver().scheduleDue("b");
		ClaimReply reply = driver().consumer("another").policy(policy(0, Duration.ofDays(1))).claim();
		assertThat(reply.endedLeases()).containsExactly(new EndedLease(ID, Fate.RETURNED));
		assertThat(ids(reply)).containsExactly(ID, "b");
		ClaimedMessage delivery = reply.messages().get(0);
		assertThat(delivery.dueTime()).isEqualTo(dueTime);
		assertThat(delivery.attempt()).isEqualTo(2);
		assertThat(delivery.failures()).isZero();
	}

	@Test
	default void leaseThatWasNeverConfirmedKillsTheMessageAfterNineReturns() {
		driver().scheduleDue(ID);
		for (int i = 1; i <= 9; i++) {
			driver().consumer("c" + i).policy(policy(0, Duration.ZERO)).claimOne();
			driver().advance(LEASE);
			assertThat(driver().find(ID).failures()).isZero();
		}
		driver().consumer("c10").policy(policy(0, Duration.ZERO)).claimOne();
		driver().advance(LEASE);
		ClaimReply reply = driver().consumer("c11").policy(policy(0, Duration.ZERO)).claim();
		assertThat(reply.endedLeases()).containsExactly(new EndedLease(ID, Fate.DEAD));
		assertThat(driver().find(ID).deliveries()).isEqualTo(10);
		assertThat(driver().find(ID).failures()).isEqualTo(1);
	}

	@Test
	default void leaseThatWasNeverConfirmedCountsAsAFailureFromTheTenthOn() {
		driver().scheduleDue(ID);
		List<Fate> fates = new ArrayList<>();
		for (int i = 1; i <= 13; i++) {
			ClaimReply reply = driver().consumer("c" + i).policy(policy(2, Duration.ZERO)).claim();
			reply.endedLeases().forEach((ended) -> fates.add(ended.fate()));
			driver().advance(LEASE);
		}
		assertThat(fates).startsWith(Fate.RETURNED).containsOnlyOnce(Fate.DEAD);
		assertThat(fates.subList(9, 12)).containsExactly(Fate.RETRIED, Fate.RETRIED, Fate.DEAD);
	}

	@Test
	default void leaseIsConfirmedByASettleCall() {
		driver().scheduleDue("a", ID);
		TestConsumer consumer = driver().consumer("first");
		ClaimedMessage other = consumer.claim().messages().get(0);
		consumer.noteArrival().settle(acknowledge(other));
		assertThat(fateAfterLease()).isEqualTo(Fate.RETRIED);
	}

	@Test
	default void leaseIsConfirmedByAnExtension() {
		driver().scheduleDue(ID);
		TestConsumer consumer = driver().consumer("first");
		consumer.claim();
		consumer.noteArrival().extend(LEASE, new ClaimedMessage("absent", 1, driver().now(), LEASE, 1, 0, null, null));
		assertThat(fateAfterLease()).isEqualTo(Fate.RETRIED);
	}

	@Test
	default void leaseIsConfirmedByTheNextClaim() {
		driver().scheduleDue(ID);
		TestConsumer consumer = driver().consumer("first");
		consumer.claim();
		consumer.claim();
		assertThat(fateAfterLease()).isEqualTo(Fate.RETRIED);
	}

	@Test
	default void leaseIsNotConfirmedByACallThatDoesNotKnowOfIt() {
		driver().scheduleDue("a");
		TestConsumer consumer = driver().consumer("first");
		ClaimedMessage earlier = consumer.claimOne();
		consumer.noteArrival();
		driver().scheduleDue(ID);
		consumer.claim();
		consumer.settle(acknowledge(earlier));
		consumer.extend(LEASE, earlier);
		assertThat(fateAfterLease()).isEqualTo(Fate.RETURNED);
	}

	@Test
	default void leaseIsNotConfirmedByACallBeforeItsClaim() {
		driver().scheduleDue(ID);
		driver().store().settle(new ConsumerCall(StoreDriver.QUEUE, "first", 1, Long.MAX_VALUE >> 10), List.of());
		driver().consumer("first").claimOne();
		assertThat(fateAfterLease()).isEqualTo(Fate.RETURNED);
	}

	@Test
	default void leaseStaysConfirmedWhateverALaterCallSays() {
		Situation.LEASED.reach(driver());
		driver().consumer("first").settle();
		assertThat(fateAfterLease()).isEqualTo(Fate.RETRIED);
	}

	@Test
	default void leaseIsNotConfirmedByAnotherConsumer() {
		driver().scheduleDue(ID);
		TestConsumer consumer = driver().consumer("first");
		consumer.claim();
		driver().store().settle(new ConsumerCall(StoreDriver.QUEUE, "other", 1, Long.MAX_VALUE >> 10), List.of());
		assertThat(fateAfterLease()).isEqualTo(Fate.RETURNED);
	}

	@Test
	default void leaseOfAForgottenConsumerGoesOnAndCountsAsNotConfirmed() {
		Situation.LEASED.reach(driver());
		driver().store().forget(StoreDriver.QUEUE, "first");
		assertThat(driver().consumer("another").claim().messages()).isEmpty();
		assertThat(fateAfterLease()).isEqualTo(Fate.RETURNED);
	}

	@Test
	default void forgettingAnUnknownConsumerDoesNothing() {
		driver().store().forget(StoreDriver.QUEUE, "nobody");
		assertThat(driver().count()).isEqualTo(new QueueCounts(0, 0, 0, 0, Duration.ZERO));
	}

	@Test
	default void leasesThatEndedAreTakenBackInBoundedNumbers() {
		int total = ClaimRequest.MAX_MESSAGES;
		driver().scheduleMany(total);
		driver().consumer("first").claim();
		driver().advance(LEASE);
		TestConsumer another = driver().consumer("another").max(1);
		List<String> ended = new ArrayList<>();
		ClaimReply reply = another.claim();
		assertThat(reply.endedLeases()).hasSizeBetween(1, total / 2);
		assertThat(reply.untilNext()).isEqualTo(Duration.ZERO);
		while (!reply.endedLeases().isEmpty()) {
			reply.endedLeases().forEach((lease) -> ended.add(lease.id()));
			reply = another.claim();
		}
		assertThat(ended).hasSize(total).doesNotHaveDuplicates();
	}

	@Test
	default void leasesThatEndedEarliestAreTakenBackFirst() {
		driver().scheduleDue("a", "b");
		TestConsumer consumer = driver().consumer("first").max(1);
		consumer.lease(Duration.ofSeconds(8)).claim();
		consumer.lease(Duration.ofSeconds(6)).claim();
		driver().advance(Duration.ofSeconds(9));
		assertThat(driver().consumer("another").claim().endedLeases()).extracting(EndedLease::id)
			.containsExactly("b", "a");
	}

	@Test
	default void leaseThatWasSettledNeverEnds() {
		driver().scheduleDue("a", "b", "c");
		TestConsumer consumer = driver().consumer("first");
		List<ClaimedMessage> messages = consumer.claim().messages();
		consumer.settle(acknowledge(messages.get(0)), retry(messages.get(1), Duration.ofHours(1)),
				release(messages.get(2)));
		driver().advance(LEASE);
		assertThat(driver().consumer("another").claim().endedLeases()).isEmpty();
	}

	private Fate fateAfterLease() {
		driver().advance(LEASE);
		List<EndedLease> ended = driver().consumer("third").claim().endedLeases();
		return ended.stream().filter((lease) -> lease.id().equals(ID)).map(EndedLease::fate).findFirst().orElseThrow();
	}

}
