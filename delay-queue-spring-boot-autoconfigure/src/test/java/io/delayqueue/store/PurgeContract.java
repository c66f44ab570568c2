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

import io.delayqueue.MessageState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static io.delayqueue.store.StoreDriver.ID;
import static io.delayqueue.store.StoreDriver.LEASE;
import static io.delayqueue.store.StoreDriver.QUEUE;
import static io.delayqueue.store.StoreDriver.deadLetter;
import static io.delayqueue.store.StoreDriver.eachSettlement;
import static io.delayqueue.store.StoreDriver.ids;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * What {@link DelayQueueStore#purge} does.
 */
interface PurgeContract extends StoreContract {

	@ParameterizedTest
	@EnumSource
	default void purgeRemovesWhatIsInThatStateOnly(Situation situation) {
		situation.reach(driver());
		MessageSnapshot before = driver().store().find(QUEUE, ID).orElse(null);
		for (MessageState state : MessageState.values()) {
			if (state != situation.state()) {
				assertThat(purge(state, 10, null)).isEqualTo(new PurgeReply(0, null));
				assertThat(driver().store().find(QUEUE, ID).orElse(null)).isEqualTo(before);
			}
		}
		if (situation.state() != null) {
			assertThat(purge(situation.state(), 10, null)).isEqualTo(new PurgeReply(1, null));
		}
		assertThat(driver().isAbsent(ID)).isTrue();
		assertThat(driver().count()).isEqualTo(new QueueCounts(0, 0, 0, 0, Duration.ZERO));
	}

	@ParameterizedTest
	@EnumSource
	default void settlementOfWhatWasPurgedIsVoid(Situation situation) {
		ClaimedMessage delivery = situation.reach(driver());
		purgeAll();
		for (Settlement settlement : eachSettlement(delivery)) {
			assertThat(Situation.first(driver()).settle(settlement)).containsExactly(SettlementResult.STALE);
		}
		assertThat(Situation.first(driver()).extend(LEASE, delivery)).containsExactly(false);
		driver().advance(Duration.ofHours(2));
		ClaimReply reply = Situation.first(driver()).claim();
		assertThat(reply.messages()).isEmpty();
		assertThat(reply.endedLeases()).isEmpty();
		assertThat(reply.untilNext()).isNull();
	}

	@ParameterizedTest
	@EnumSource
	default void purgedIdBeginsAnew(Situation situation) {
		situation.reach(driver());
		purgeAll();
		assertThat(driver().schedule(ID, Duration.ZERO).found()).isNull();
		ClaimedMessage delivery = driver().consumer("third").claimOne();
		assertThat(delivery.attempt()).isEqualTo(1);
		assertThat(delivery.failures()).isZero();
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 3, 7, 19, 20, 256 })
	default void purgeTakesNoMoreInAStepThanAskedForAndAllInTheEnd(int limit) {
		driver().scheduleMany(20);
		int removed = 0;
		PurgeReply reply = null;
		do {
			reply = purge(MessageState.WAITING, limit, (reply != null) ? reply.next() : null);
			assertThat(reply.removed()).isBetween(1, limit);
			removed += reply.removed();
			assertThat(driver().count().due()).isEqualTo(20 - removed);
		}
		while (reply.next() != null);
		assertThat(removed).isEqualTo(20);
	}

	@Test
	default void purgeTakesTheEarliestFirst() {
		driver().schedule("c", Duration.ofSeconds(1));
		driver().schedule("b", Duration.ofSeconds(2));
		driver().schedule("a", Duration.ofSeconds(2));
		purge(MessageState.WAITING, 2, null);
		assertThat(driver().find("b").state()).isEqualTo(MessageState.WAITING);
		assertThat(driver().count().waiting()).isOne();
	}

	@Test
	default void purgeDoesNotRunAfterWhatIsScheduledMeanwhile() {
		driver().schedule("a", Duration.ofSeconds(5));
		driver().schedule("b", Duration.ofSeconds(7));
		PurgeReply reply = purge(MessageState.WAITING, 1, null);
		driver().schedule("before", Duration.ofSeconds(4));
		driver().schedule("behind", Duration.ofSeconds(8));
		assertThat(purge(MessageState.WAITING, 10, reply.next())).isEqualTo(new PurgeReply(1, null));
		driver().advance(Duration.ofSeconds(8));
		assertThat(ids(driver().consumer("first").claim())).containsExactly("before", "behind");
	}

	@Test
	default void purgeOfWhatIsInFlightLeavesWhatIsClaimedMeanwhile() {
		driver().scheduleDue("a", "b");
		List<ClaimedMessage> old = Situation.first(driver()).claim().messages();
		PurgeReply reply = purge(MessageState.IN_FLIGHT, 1, null);
		assertThat(reply.next()).isNotNull();
		driver().scheduleDue("c");
		ClaimedMessage later = driver().consumer("another").claimOne();
		assertThat(Situation.first(driver()).extend(LEASE.multipliedBy(2), old.get(1))).containsExactly(true);
		assertThat(purge(MessageState.IN_FLIGHT, 1, reply.next())).isEqualTo(new PurgeReply(1, null));
		assertThat(driver().isAbsent("b")).isTrue();
		assertThat(driver().consumer("another").settle(StoreDriver.acknowledge(later)))
			.containsExactly(SettlementResult.APPLIED);
	}

	@Test
	default void purgeOfDeadLettersLeavesThoseThatDieMeanwhile() {
		for (String id : List.of("a", "b", "c")) {
			driver().scheduleDue(id);
		}
		bury(1);
		bury(1);
		PurgeReply reply = purge(MessageState.DEAD, 1, null);
		bury(1);
		assertThat(purge(MessageState.DEAD, 10, reply.next())).isEqualTo(new PurgeReply(1, null));
		assertThat(driver().find("c").state()).isEqualTo(MessageState.DEAD);
	}

	@Test
	default void purgeOfDeadLettersTakesThemFromTheirConsumersToo() {
		driver().scheduleDue(ID);
		bury(1);
		TestConsumer mourner = driver().consumer("mourner").ofDeadLetters();
		ClaimedMessage letter = mourner.claimOne();
		assertThat(purge(MessageState.DEAD, 10, null).removed()).isOne();
		assertThat(mourner.settle(StoreDriver.retry(letter, Duration.ZERO))).containsExactly(SettlementResult.STALE);
		assertThat(mourner.claim().messages()).isEmpty();
	}

	@Test
	default void purgeOfOneQueueLeavesOthersAlone() {
		driver().scheduleDue(ID);
		assertThat(driver().store().purge(new PurgeRequest("invoices", MessageState.WAITING, 10, null)))
			.isEqualTo(new PurgeReply(0, null));
		assertThat(driver().isAbsent(ID)).isFalse();
	}

	private void bury(int count) {
		TestConsumer consumer = driver().consumer("first").max(count);
		consumer.claim().messages().forEach((message) -> consumer.settle(deadLetter(message)));
		driver().advance(Duration.ofMillis(1));
	}

	private void purgeAll() {
		for (MessageState state : MessageState.values()) {
			purge(state, 10, null);
		}
	}

	private PurgeReply purge(MessageState state, int limit, PurgeRequest.Mark from) {
		return driver().store().purge(new PurgeRequest(QUEUE, state, limit, from));
	}

}
