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

import io.delayqueue.MessageState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static io.delayqueue.store.StoreDriver.ID;
import static io.delayqueue.store.StoreDriver.LEASE;
import static io.delayqueue.store.StoreDriver.QUEUE;
import static io.delayqueue.store.StoreDriver.acknowledge;
import static io.delayqueue.store.StoreDriver.cause;
import static io.delayqueue.store.StoreDriver.deadLetter;
import static io.delayqueue.store.StoreDriver.eachSettlement;
import static io.delayqueue.store.StoreDriver.ids;
import static io.delayqueue.store.StoreDriver.policy;
import static io.delayqueue.store.StoreDriver.release;
import static io.delayqueue.store.StoreDriver.retry;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * How dead letters are handed out to consumers of their own.
 */
interface DeadLetterConsumerContract extends StoreContract {

	@ParameterizedTest
	@EnumSource
	default void onlyTheDeadIsHandedOut(Situation situation) {
		situation.reach(driver());
		MessageSnapshot before = driver().store().find(QUEUE, ID).orElse(null);
		boolean dead = before != null && before.state() == MessageState.DEAD;
		List<String> claimed = ids(mourner().claim());
		assertThat(claimed).isEqualTo(dead ? List.of(ID) : List.of());
		assertThat(driver().store().find(QUEUE, ID).orElse(null)).isEqualTo(before);
	}

	@Test
	default void deadLetterIsHandedOutWithItsDeathAndCountsFromThereOn() {
		Situation.DEAD.reach(driver());
		Instant death = driver().now();
		driver().advance(Duration.ofSeconds(3));
		ClaimReply reply = mourner().claim();
		ClaimedMessage letter = reply.messages().get(0);
		assertThat(letter).isEqualTo(new ClaimedMessage(ID, reply.token(), death, Duration.ofSeconds(3), 1, 0,
				driver().find(ID).message(), null, new ClaimedMessage.Death(death, cause()), null, null));
		assertThat(reply.untilNext()).isEqualTo(LEASE);
	}

	@Test
	default void whatExpiredOrOutlivedItsLeaseIsHandedOutToo() {
		driver().schedule(new ScheduleCommand("expired", driver().message("x"), new DueTime.After(Duration.ZERO), false,
				Duration.ofSeconds(1)));
		driver().advance(Duration.ofSeconds(2));
		driver().consumer("first").claim();
		driver().scheduleDue("held");
		TestConsumer holder = driver().consumer("second");
		holder.claim();
		holder.confirm();
		driver().advance(LEASE);
		driver().consumer("third").policy(policy(0, Duration.ZERO)).claim();
		assertThat(mourner().claim().messages()).extracting((letter) -> letter.death().cause().reason())
			.containsExactly(DeathCause.Reason.EXPIRED, DeathCause.Reason.LEASE_ENDED);
	}

	@Test
	default void longestDeadIsHandedOutFirst() {
		bury("b");
		bury("c");
		bury("a");
		assertThat(ids(mourner().max(2).claim())).containsExactly("b", "c");
		assertThat(ids(mourner("second").claim())).containsExactly("a");
	}

	@Test
	default void acknowledgedDeadLetterLeavesNothing() {
		bury(ID);
		TestConsumer mourner = mourner();
		assertThat(mourner.settle(acknowledge(mourner.claimOne()))).containsExactly(SettlementResult.APPLIED);
		assertThat(driver().isAbsent(ID)).isTrue();
		assertThat(driver().count()).isEqualTo(new QueueCounts(0, 0, 0, 0, Duration.ZERO));
		driver().scheduleDue(ID);
		assertThat(driver().consumer("first").claimOne().attempt()).isEqualTo(1);
		assertThat(mourner.claim().messages()).isEmpty();
	}

	@Test
	default void retriedDeadLetterStaysDeadAndIsHandedOutAfterThePause() {
		bury(ID);
		MessageSnapshot before = driver().find(ID);
		TestConsumer mourner = mourner();
		mourner.settle(retry(mourner.claimOne(), Duration.ofSeconds(5)));
		assertThat(mourner.claim().messages()).isEmpty();
		assertThat(driver().find(ID)).isEqualTo(before);
		driver().advance(Duration.ofSeconds(5));
		ClaimedMessage again = mourner.claimOne();
		assertThat(again.attempt()).isEqualTo(2);
		assertThat(again.failures()).isEqualTo(1);
		assertThat(again.death().cause()).isEqualTo(cause());
	}

	@Test
	default void releasedDeadLetterIsHandedOutAtOnceAndHasNotFailed() {
		bury(ID);
		TestConsumer mourner = mourner();
		ClaimedMessage again = mourner.claimOne(release(mourner.claimOne()));
		assertThat(again.failures()).isZero();
		assertThat(again.attempt()).isEqualTo(2);
	}

	@Test
	default void deadLetterThatFailedForGoodIsKeptAsItWasAndHandedOutNoMore() {
		bury(ID);
		MessageSnapshot before = driver().find(ID);
		TestConsumer mourner = mourner();
		ClaimedMessage letter = mourner.claimOne();
		mourner.settle(new Settlement.DeadLetter(ID, letter.token(),
				new DeathCause(DeathCause.Reason.UNDECODABLE, 1, null, "another cause", null)));
		driver().advance(Duration.ofDays(1));
		assertThat(mourner.claim().messages()).isEmpty();
		assertThat(driver().find(ID)).isEqualTo(before);
	}

	@Test
	default void replayedDeadLetterThatDiesAgainIsHandedOutAgain() {
		bury(ID);
		TestConsumer mourner = mourner();
		mourner.settle(deadLetter(mourner.claimOne()));
		driver().store().replay(new ReplayRequest(QUEUE, List.of(ID), 10, null));
		TestConsumer consumer = driver().consumer("first");
		consumer.settle(deadLetter(consumer.claimOne()));
		assertThat(mourner.claimOne().failures()).isZero();
	}

	@Test
	default void deadLetterIsHandedOutToOneOnlyWhileItsLeaseLasts() {
		bury(ID);
		TestConsumer mourner = mourner();
		ClaimedMessage letter = mourner.claimOne();
		mourner.confirm();
		assertThat(mourner("second").claim().messages()).isEmpty();
		driver().advance(LEASE.minusSeconds(1));
		assertThat(mourner.extend(LEASE, letter)).containsExactly(true);
		driver().advance(LEASE.minusSeconds(1));
		assertThat(mourner("second").claim().messages()).isEmpty();
		assertThat(mourner.settle(acknowledge(letter))).containsExactly(SettlementResult.APPLIED);
	}

	@Test
	default void endedLeaseOfADeadLetterCountsAsAFailure() {
		bury(ID);
		TestConsumer mourner = mourner();
		ClaimedMessage letter = mourner.claimOne();
		mourner.confirm();
		driver().advance(LEASE);
		TestConsumer second = mourner("second").policy(policy(1, Duration.ofSeconds(2)));
		assertThat(second.claim().endedLeases()).containsExactly(new EndedLease(ID, EndedLease.Fate.RETRIED));
		driver().advance(Duration.ofSeconds(2));
		assertThat(second.claimOne().failures()).isEqualTo(1);
		assertThat(mourner.settle(acknowledge(letter))).containsExactly(SettlementResult.STALE);
		second.confirm();
		driver().advance(LEASE);
		assertThat(second.claim().endedLeases()).containsExactly(new EndedLease(ID, EndedLease.Fate.DEAD));
		assertThat(driver().find(ID).cause()).isEqualTo(cause());
		driver().advance(Duration.ofDays(1));
		assertThat(second.claim().messages()).isEmpty();
	}

	@Test
	default void deadLetterThatIsNotToBeKeptIsKeptAllTheSameOnceItIsHere() {
		bury(ID);
		TestConsumer mourner = mourner();
		mourner.claimOne();
		mourner.confirm();
		driver().advance(LEASE);
		ClaimReply reply = driver().store()
			.claim(new ClaimRequest(mourner("second").call(), 10, LEASE, policy(0, Duration.ZERO), List.of(),
					new DeadLetterPolicy(false, false, Duration.ofDays(1), 100)));
		assertThat(reply.endedLeases()).containsExactly(new EndedLease(ID, EndedLease.Fate.DEAD));
		assertThat(driver().find(ID).state()).isEqualTo(MessageState.DEAD);
	}

	@Test
	default void claimOfADeadLetterIsRepeated() {
		bury(ID);
		TestConsumer mourner = mourner();
		ClaimReply reply = mourner.claim();
		assertThat(mourner.repeatClaim()).isEqualTo(reply);
	}

	@Test
	default void deadLetterWhoseClaimWasNeverConfirmedComesBackWithoutAFailure() {
		bury(ID);
		TestConsumer mourner = mourner();
		mourner.claimOne();
		ClaimReply reply = mourner.claimUnconfirming();
		assertThat(reply.endedLeases()).containsExactly(new EndedLease(ID, EndedLease.Fate.RETURNED));
		assertThat(reply.messages()).extracting(ClaimedMessage::failures).containsExactly(0);
	}

	@Test
	default void whatWasReplayedRemovedOrReplacedMeanwhileIsLostToItsConsumer() {
		for (Runnable change : List.<Runnable>of(
				() -> driver().store().replay(new ReplayRequest(QUEUE, List.of(ID), 10, null)),
				() -> driver().discard(ID), () -> driver().store().cancel(QUEUE, ID),
				() -> driver().schedule(driver().replacing(ID, Duration.ofHours(1))))) {
			bury(ID);
			TestConsumer mourner = mourner();
			ClaimedMessage letter = mourner.claimOne();
			change.run();
			MessageSnapshot after = driver().store().find(QUEUE, ID).orElse(null);
			assertThat(mourner.extend(LEASE, letter)).containsExactly(false);
			for (Settlement settlement : eachSettlement(letter)) {
				assertThat(mourner.settle(settlement)).containsExactly(SettlementResult.STALE);
			}
			assertThat(driver().store().find(QUEUE, ID).orElse(null)).isEqualTo(after);
			assertThat(mourner.claim().messages()).isEmpty();
			driver().store().cancel(QUEUE, ID);
		}
	}

	@Test
	default void tokenOfADeliveryBeforeTheDeathSettlesNothing() {
		ClaimedMessage delivery = Situation.DEAD.reach(driver());
		for (Settlement settlement : eachSettlement(delivery)) {
			assertThat(mourner().settle(settlement)).containsExactly(SettlementResult.STALE);
		}
		assertThat(mourner().claimOne().failures()).isZero();
	}

	@Test
	default void consumersOfMessagesAndOfDeadLettersDontSeeEachOthers() {
		bury(ID);
		assertThat(driver().consumer("first").claim().untilNext()).isNull();
		driver().schedule("other", Duration.ofSeconds(1));
		TestConsumer mourner = mourner();
		mourner.settle(retry(mourner.claimOne(), Duration.ofSeconds(5)));
		assertThat(mourner.claim().untilNext()).isEqualTo(Duration.ofSeconds(5));
		assertThat(driver().consumer("first").claim().untilNext()).isEqualTo(Duration.ofSeconds(1));
	}

	@Test
	default void noneIsHandedOutThatIsTooOld() {
		bury("old");
		driver().advance(Duration.ofSeconds(10));
		bury("new");
		driver().advance(Duration.ofSeconds(1));
		ClaimReply reply = claimUnder(new DeadLetterPolicy(true, true, Duration.ofSeconds(10), 100));
		assertThat(ids(reply)).containsExactly("new");
		assertThat(driver().isAbsent("old")).isTrue();
	}

	@Test
	default void noneIsHandedOutThatIsTooOldHoweverManyThereAre() {
		buryMany(330);
		driver().advance(Duration.ofSeconds(10));
		bury("new");
		DeadLetterPolicy policy = new DeadLetterPolicy(true, true, Duration.ofSeconds(5), 1000);
		ClaimReply first = claimUnder(policy);
		assertThat(first.messages()).isEmpty();
		assertThat(first.untilNext()).isEqualTo(Duration.ZERO);
		assertThat(ids(claimUnder(policy))).containsExactly("new");
		assertThat(driver().count().dead()).isEqualTo(1);
	}

	private ClaimReply claimUnder(DeadLetterPolicy policy) {
		return driver().store()
			.claim(new ClaimRequest(mourner().call(), 10, LEASE, policy(5, Duration.ZERO), List.of(), policy));
	}

	private void buryMany(int count) {
		TestConsumer consumer = driver().consumer("first");
		for (int i = 0; i < count; i++) {
			driver().scheduleDue("many-" + i);
			if (i % 100 == 99 || i == count - 1) {
				consumer.settle(
						consumer.claim().messages().stream().map(StoreDriver::deadLetter).toArray(Settlement[]::new));
			}
		}
	}

	private TestConsumer mourner() {
		return mourner("mourner");
	}

	private TestConsumer mourner(String name) {
		return driver().consumer(name).ofDeadLetters();
	}

	private void bury(String id) {
		driver().advance(Duration.ofMillis(1));
		driver().scheduleDue(id);
		TestConsumer consumer = driver().consumer("first").max(1);
		consumer.settle(deadLetter(consumer.claimOne()));
	}

}
