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
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import io.delayqueue.DelayQueueException;
import io.delayqueue.KnownFault;
import io.delayqueue.MessageState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static io.delayqueue.store.StoreDriver.ID;
import static io.delayqueue.store.StoreDriver.QUEUE;
import static io.delayqueue.store.StoreDriver.acknowledge;
import static io.delayqueue.store.StoreDriver.deadLetter;
import static io.delayqueue.store.StoreDriver.eachSettlement;
import static io.delayqueue.store.StoreDriver.ids;
import static io.delayqueue.store.StoreDriver.release;
import static io.delayqueue.store.StoreDriver.retry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What {@link DelayQueueStore#settle} does.
 */
interface SettleContract extends StoreContract {

	@ParameterizedTest
	@EnumSource
	@KnownFault({ "HDT3213/delayqueue late nack", "db-scheduler#402" })
	default void settleWithAStaleTokenChangesNothing(Situation situation) {
		ClaimedMessage delivery = situation.reach(driver());
		if (situation.isHeldByFirst()) {
			delivery = withToken(delivery, delivery.token() + 1);
		}
		Optional<MessageSnapshot> before = driver().store().find(QUEUE, ID);
		QueueCounts counts = driver().count();
		List<Settlement> settlements = new ArrayList<>(eachSettlement(delivery));
		settlements.addAll(eachSettlement(withToken(delivery, 0)));
		for (Settlement settlement : settlements) {
			assertThat(Situation.first(driver()).settle(settlement)).as("%s", settlement)
				.containsExactly(SettlementResult.STALE);
			assertThat(driver().store().find(QUEUE, ID)).as("%s", settlement).isEqualTo(before);
			assertThat(driver().count()).as("%s", settlement).isEqualTo(counts);
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "LEASED", "LEASE_ENDED" })
	default void settleByAnotherConsumerWithTheRightTokenChangesNothing(Situation situation) {
		ClaimedMessage delivery = situation.reach(driver());
		MessageSnapshot before = driver().find(ID);
		for (Settlement settlement : eachSettlement(delivery)) {
			assertThat(driver().consumer("another").settle(settlement)).containsExactly(SettlementResult.STALE);
			assertThat(driver().find(ID)).isEqualTo(before);
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "LEASED", "LEASE_ENDED" })
	default void acknowledgeRemoves(Situation situation) {
		ClaimedMessage delivery = situation.reach(driver());
		assertThat(Situation.first(driver()).settle(acknowledge(delivery))).containsExactly(SettlementResult.APPLIED);
		assertThat(driver().isAbsent(ID)).isTrue();
		assertThat(driver().count()).isEqualTo(new QueueCounts(0, 0, 0, 0, Duration.ZERO));
		assertThat(driver().consumer("another").claim())
			.isEqualTo(new ClaimReply(List.of(), 0, List.of(), List.of(), List.of(), null));
	}

	@ParameterizedTest
	@EnumSource(names = { "LEASED", "LEASE_ENDED" })
	default void retryPausesAndCountsAFailure(Situation situation) {
		ClaimedMessage delivery = situation.reach(driver());
		Settlement retry = retry(delivery, Duration.ofSeconds(7));
		assertThat(Situation.first(driver()).settle(retry)).containsExactly(SettlementResult.APPLIED);
		assertThat(driver().find(ID)).isEqualTo(new MessageSnapshot(ID, MessageState.WAITING,
				driver().in(Duration.ofSeconds(7)), 1, 1, delivery.message(), null));
		driver().advance(Duration.ofSeconds(7));
		ClaimedMessage next = driver().consumer("another").claimOne();
		assertThat(next.attempt()).isEqualTo(2);
		assertThat(next.failures()).isEqualTo(1);
		assertThat(next.dueTime()).isEqualTo(driver().now());
	}

	@ParameterizedTest
	@EnumSource(names = { "LEASED", "LEASE_ENDED" })
	default void releasePutsBackToTheOldPlaceWithoutAFailure(Situation situation) {
		ClaimedMessage delivery = situation.reach(driver());
		assertThat(Situation.first(driver()).settle(release(delivery))).containsExactly(SettlementResult.APPLIED);
		assertThat(driver().find(ID)).isEqualTo(
				new MessageSnapshot(ID, MessageState.WAITING, delivery.dueTime(), 1, 0, delivery.message(), null));
		assertThat(driver().consumer("another").claimOne().attempt()).isEqualTo(2);
	}

	@ParameterizedTest
	@EnumSource(names = { "LEASED", "LEASE_ENDED" })
	default void deadLetterKeepsTheMessageAndItsCause(Situation situation) {
		ClaimedMessage delivery = situation.reach(driver());
		assertThat(Situation.first(driver()).settle(deadLetter(delivery))).containsExactly(SettlementResult.APPLIED);
		assertThat(driver().find(ID)).isEqualTo(new MessageSnapshot(ID, MessageState.DEAD, driver().now(), 1, 1,
				delivery.message(), StoreDriver.cause()));
		assertThat(driver().consumer("another").claim().messages()).isEmpty();
	}

	@Test
	default void deadLetterKeepsACauseOfAnyContent() {
		driver().scheduleDue("a", "b");
		DeathCause bare = new DeathCause(DeathCause.Reason.UNDECODABLE, 3, null, null, null);
		DeathCause odd = new DeathCause(DeathCause.Reason.FAILED, 1, "Odd", "", "=&\n\t\0%20+\ud83d\ude00\n\n");
		TestConsumer consumer = driver().consumer("first");
		long token = consumer.claim().token();
		consumer.settle(new Settlement.DeadLetter("a", token, bare), new Settlement.DeadLetter("b", token, odd));
		assertThat(driver().find("a").cause()).isEqualTo(bare);
		assertThat(driver().find("b").cause()).isEqualTo(odd);
	}

	@Test
	default void releaseRestoresTheOrder() {
		driver().schedule("b", Duration.ofSeconds(1));
		driver().schedule("a", Duration.ofSeconds(2));
		driver().schedule("c", Duration.ofSeconds(2));
		driver().advance(Duration.ofSeconds(3));
		TestConsumer consumer = driver().consumer("first");
		List<ClaimedMessage> messages = consumer.claim().messages();
		consumer.settle(release(messages.get(2)), release(messages.get(1)), release(messages.get(0)));
		assertThat(ids(consumer.claim())).containsExactly("b", "a", "c");
	}

	@Test
	default void retryWithoutPauseIsDueNow() {
		ClaimedMessage delivery = Situation.LEASED.reach(driver());
		Situation.first(driver()).settle(retry(delivery, Duration.ofSeconds(Long.MIN_VALUE)));
		assertThat(driver().find(ID).time()).isEqualTo(driver().now());
	}

	@Test
	default void retryWithAnEndlessPauseIsDueAtTheEndOfTheRange() {
		ClaimedMessage delivery = Situation.LEASED.reach(driver());
		Situation.first(driver()).settle(retry(delivery, Duration.ofSeconds(Long.MAX_VALUE)));
		assertThat(driver().find(ID).time()).isEqualTo(Instant.ofEpochMilli(DueTime.MAX_EPOCH_MILLI));
	}

	@Test
	default void retryIsNeverEarly() {
		ClaimedMessage delivery = Situation.LEASED.reach(driver());
		driver().advance(Duration.ofNanos(1000));
		Situation.first(driver()).settle(retry(delivery, Duration.ofMillis(5)));
		assertThat(driver().find(ID).time()).isEqualTo(driver().in(Duration.ofMillis(6).minusNanos(1000)));
	}

	@Test
	default void countersGrowWithEachDelivery() {
		driver().scheduleDue(ID);
		TestConsumer consumer = driver().consumer("first");
		consumer.settle(retry(consumer.claimOne(), Duration.ZERO));
		consumer.settle(release(consumer.claimOne()));
		consumer.settle(retry(consumer.claimOne(), Duration.ZERO));
		ClaimedMessage fourth = consumer.claimOne();
		assertThat(fourth.attempt()).isEqualTo(4);
		assertThat(fourth.failures()).isEqualTo(2);
		consumer.settle(deadLetter(fourth));
		assertThat(driver().find(ID).deliveries()).isEqualTo(4);
		assertThat(driver().find(ID).failures()).isEqualTo(3);
	}

	@Test
	default void settleOfTheSameMessageTwiceInACallTakesEffectOnce() {
		driver().scheduleDue("a", "b");
		TestConsumer consumer = driver().consumer("first");
		List<ClaimedMessage> messages = consumer.claim().messages();
		assertThat(consumer.settle(retry(messages.get(0), Duration.ofSeconds(7)), acknowledge(messages.get(0)),
				acknowledge(messages.get(1)), deadLetter(messages.get(1))))
			.containsExactly(SettlementResult.APPLIED, SettlementResult.STALE, SettlementResult.APPLIED,
					SettlementResult.STALE);
		assertThat(driver().find("a").failures()).isEqualTo(1);
		assertThat(driver().isAbsent("b")).isTrue();
	}

	@Test
	@KnownFault("HDT3213/delayqueue late nack")
	default void settleAgainIsStale() {
		ClaimedMessage delivery = Situation.LEASED.reach(driver());
		Situation.first(driver()).settle(retry(delivery, Duration.ofSeconds(7)));
		MessageSnapshot before = driver().find(ID);
		assertThat(Situation.first(driver()).settle(retry(delivery, Duration.ofSeconds(7))))
			.containsExactly(SettlementResult.STALE);
		assertThat(driver().find(ID)).isEqualTo(before);
	}

	@Test
	default void settleKeepsQueuesApart() {
		ClaimedMessage delivery = Situation.LEASED.reach(driver());
		ConsumerCall call = new ConsumerCall("invoices", "first", 1, 0);
		assertThat(driver().store().settle(call, List.of(acknowledge(delivery))))
			.containsExactly(SettlementResult.STALE);
		assertThat(driver().find(ID).state()).isEqualTo(MessageState.IN_FLIGHT);
	}

	@Test
	default void settleOfNothingAnswersNothing() {
		assertThat(driver().consumer("first").settle()).isEmpty();
	}

	@Test
	default void settleTakesAsManyAsAClaimGivesAndNoMore() {
		driver().scheduleMany(ClaimRequest.MAX_MESSAGES);
		TestConsumer consumer = driver().consumer("first");
		Settlement[] settlements = consumer.claim()
			.messages()
			.stream()
			.map(StoreDriver::deadLetter)
			.toArray(Settlement[]::new);
		Settlement[] tooMany = Arrays.copyOf(settlements, settlements.length + 1);
		tooMany[settlements.length] = settlements[0];
		assertThatIllegalArgumentException().isThrownBy(() -> consumer.settle(tooMany))
			.withMessageContaining("" + tooMany.length);
		assertThat(driver().count().leased()).isEqualTo(settlements.length);
		assertThat(consumer.settle(settlements)).hasSameSizeAs(settlements).containsOnly(SettlementResult.APPLIED);
		assertThat(driver().count()).isEqualTo(new QueueCounts(0, 0, 0, settlements.length, Duration.ZERO));
	}

	@Test
	default void repeatedSettleCallReturnsTheSameResultsAndChangesNothing() {
		driver().scheduleDue("a", "b");
		TestConsumer consumer = driver().consumer("first");
		List<ClaimedMessage> messages = consumer.claim().messages();
		List<Settlement> settlements = List.of(acknowledge(messages.get(0)), new Settlement.Acknowledge("absent", 1),
				retry(messages.get(1), Duration.ofSeconds(7)));
		ConsumerCall call = consumer.call();
		List<SettlementResult> lost = driver().store().settle(call, settlements);
		driver().scheduleDue("a");
		consumer.claim();
		MessageSnapshot before = driver().find("b");
		driver().advance(Duration.ofSeconds(1));
		assertThat(driver().store().settle(call, settlements)).isEqualTo(lost)
			.containsExactly(SettlementResult.APPLIED, SettlementResult.STALE, SettlementResult.APPLIED);
		assertThat(driver().find("a").state()).isEqualTo(MessageState.IN_FLIGHT);
		assertThat(driver().find("b")).isEqualTo(before);
	}

	@Test
	default void lateCopyOfAnEarlierSettleCallChangesNothing() {
		driver().scheduleDue("a", "b");
		TestConsumer consumer = driver().consumer("first");
		List<ClaimedMessage> messages = consumer.claim().messages();
		ConsumerCall earlier = consumer.call();
		ConsumerCall last = consumer.call();
		List<Settlement> settlements = List.of(acknowledge(messages.get(0)));
		driver().store().settle(last, settlements);
		assertThatExceptionOfType(DelayQueueException.class)
			.isThrownBy(() -> driver().store().settle(earlier, List.of(acknowledge(messages.get(1)))))
			.withMessageContaining("Nothing was changed");
		assertThat(driver().find("b").state()).isEqualTo(MessageState.IN_FLIGHT);
		assertThat(driver().store().settle(last, settlements)).containsExactly(SettlementResult.APPLIED);
	}

	@Test
	default void settleCallOfAnotherConsumerWithTheSameNumberIsNoRepeat() {
		driver().scheduleDue("a", "b");
		ClaimedMessage one = driver().consumer("first").max(1).claimOne();
		ClaimedMessage other = driver().consumer("another").max(1).claimOne();
		assertThat(driver().store().settle(driver().consumer("first").call(1), List.of(acknowledge(one))))
			.containsExactly(SettlementResult.APPLIED);
		driver().store().settle(driver().consumer("another").call(1), List.of(acknowledge(other)));
		assertThat(driver().isAbsent("b")).isTrue();
	}

	private static ClaimedMessage withToken(ClaimedMessage message, long token) {
		return new ClaimedMessage(message.id(), token, message.dueTime(), message.lateness(), message.attempt(),
				message.failures(), message.message(), message.defect());
	}

}
