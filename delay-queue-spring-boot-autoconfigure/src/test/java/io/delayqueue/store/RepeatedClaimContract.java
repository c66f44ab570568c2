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

import io.delayqueue.DelayQueueException;
import io.delayqueue.KnownFault;
import io.delayqueue.MessageState;
import io.delayqueue.OutcomeUnknownException;
import org.junit.jupiter.api.Test;

import static io.delayqueue.store.StoreDriver.ID;
import static io.delayqueue.store.StoreDriver.LEASE;
import static io.delayqueue.store.StoreDriver.QUEUE;
import static io.delayqueue.store.StoreDriver.acknowledge;
import static io.delayqueue.store.StoreDriver.deadLetter;
import static io.delayqueue.store.StoreDriver.ids;
import static io.delayqueue.store.StoreDriver.retry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

/**
 * What {@link DelayQueueStore#claim} does when it is repeated with the same number, as
 * after a reply that was lost.
 */
interface RepeatedClaimContract extends StoreContract {

	@Test
	@KnownFault("bitleak/lmstfy#152")
	default void repeatedClaimReturnsTheSameMessages() {
		driver().scheduleDue("b", "a", "c");
		TestConsumer consumer = driver().consumer("first").max(2);
		ClaimReply lost = consumer.claim();
		ClaimReply repeated = consumer.repeatClaim();
		assertThat(repeated).isEqualTo(lost);
		assertThat(driver().find("a").deliveries()).isEqualTo(1);
	}

	@Test
	default void repeatedClaimTakesNoOthers() {
		driver().scheduleDue("a");
		TestConsumer consumer = driver().consumer("first");
		consumer.claim();
		driver().scheduleDue("b");
		ClaimReply repeated = consumer.repeatClaim();
		assertThat(ids(repeated)).containsExactly("a");
		assertThat(repeated.untilNext()).isEqualTo(Duration.ZERO);
		assertThat(driver().find("b").state()).isEqualTo(MessageState.WAITING);
		assertThat(ids(consumer.claim())).containsExactly("b");
	}

	@Test
	default void repeatedClaimThatBroughtNothingStillBringsNothing() {
		TestConsumer consumer = driver().consumer("first");
		consumer.claim();
		driver().scheduleDue("a");
		ClaimReply repeated = consumer.repeatClaim();
		assertThat(repeated.messages()).isEmpty();
		assertThat(repeated.token()).isZero();
		assertThat(repeated.untilNext()).isEqualTo(Duration.ZERO);
		assertThat(ids(consumer.claim())).containsExactly("a");
	}

	@Test
	default void repeatedClaimTakesBackNoEndedLeases() {
		driver().scheduleDue("a");
		driver().consumer("another").lease(Duration.ofSeconds(1)).claim();
		driver().scheduleDue("b");
		TestConsumer consumer = driver().consumer("first");
		consumer.claim();
		driver().advance(Duration.ofSeconds(2));
		ClaimReply repeated = consumer.repeatClaim();
		assertThat(repeated.endedLeases()).isEmpty();
		assertThat(repeated.untilNext()).isEqualTo(Duration.ZERO);
		assertThat(driver().find("a").state()).isEqualTo(MessageState.IN_FLIGHT);
	}

	@Test
	default void repeatedClaimSettlesNothingAgain() {
		driver().scheduleDue("a", "b");
		TestConsumer consumer = driver().consumer("first");
		List<ClaimedMessage> messages = consumer.claim().messages();
		ClaimReply lost = consumer.claim(acknowledge(messages.get(0)), retry(messages.get(1), Duration.ZERO),
				new Settlement.Acknowledge("absent", 1));
		driver().scheduleDue("a");
		MessageSnapshot retried = driver().find("b");
		ClaimReply repeated = consumer.repeatClaim();
		assertThat(repeated.settlements()).isEqualTo(lost.settlements())
			.containsExactly(SettlementResult.APPLIED, SettlementResult.APPLIED, SettlementResult.STALE);
		assertThat(driver().find("a").state()).isEqualTo(MessageState.WAITING);
		assertThat(driver().find("b")).isEqualTo(retried);
	}

	@Test
	default void repeatedClaimReturnsTheRestWhenPartWasSettled() {
		driver().scheduleDue("a", "b", "c");
		TestConsumer consumer = driver().consumer("first");
		ClaimReply reply = consumer.claim();
		consumer.settle(acknowledge(reply.messages().get(0)), retry(reply.messages().get(2), Duration.ZERO));
		ClaimReply repeated = consumer.repeatClaim();
		assertThat(ids(repeated)).containsExactly("b");
		assertThat(repeated.token()).isEqualTo(reply.token());
	}

	@Test
	default void repeatedClaimReturnsTheRestWhenPartWasCancelledOrReplaced() {
		driver().scheduleDue("a", "b", "c");
		TestConsumer consumer = driver().consumer("first");
		consumer.claim();
		driver().store().cancel(QUEUE, "a");
		driver().schedule(driver().replacing("b", Duration.ZERO));
		assertThat(ids(consumer.repeatClaim())).containsExactly("c");
	}

	@Test
	default void repeatedClaimReturnsNothingOfAnotherLife() {
		driver().scheduleDue("a", "b", "c");
		TestConsumer consumer = driver().consumer("first");
		List<ClaimedMessage> messages = consumer.claim().messages();
		consumer.settle(acknowledge(messages.get(0)), acknowledge(messages.get(1)), deadLetter(messages.get(2)));
		driver().scheduleDue("a", "b");
		driver().consumer("another").max(1).claimOne();
		assertThat(consumer.repeatClaim().messages()).isEmpty();
		assertThat(driver().find("a").deliveries()).isEqualTo(1);
		assertThat(driver().find("b").deliveries()).isZero();
		assertThat(driver().find("c").state()).isEqualTo(MessageState.DEAD);
	}

	@Test
	default void repeatedClaimIsNotHinderedByTheSettlingAndExtendingOfOthers() {
		driver().scheduleDue("a", "b");
		TestConsumer consumer = driver().consumer("first");
		List<ClaimedMessage> earlier = consumer.claim().messages();
		driver().scheduleDue("c");
		ClaimReply lost = consumer.claim();
		consumer.extend(Duration.ofMinutes(5), earlier.get(0));
		consumer.settle(acknowledge(earlier.get(1)));
		assertThat(consumer.repeatClaim().messages()).isEqualTo(lost.messages())
			.extracting(ClaimedMessage::id)
			.containsExactly("c");
	}

	@Test
	default void repeatedClaimReturnsMessagesWhoseLeaseHasEndedUnlessTakenBack() {
		driver().scheduleDue(ID);
		TestConsumer consumer = driver().consumer("first");
		ClaimReply lost = consumer.claim();
		driver().advance(LEASE.plusSeconds(5));
		ClaimReply repeated = consumer.repeatClaim();
		assertThat(repeated.token()).isEqualTo(lost.token());
		assertThat(repeated.messages()).extracting(ClaimedMessage::token, ClaimedMessage::attempt)
			.containsExactly(tuple(lost.token(), 1));
		assertThat(driver().consumer("another").claim().messages()).isEmpty();
	}

	@Test
	default void repeatedClaimReturnsNothingThatAnotherHasTaken() {
		driver().scheduleDue("a", "b");
		TestConsumer consumer = driver().consumer("first");
		ClaimReply lost = consumer.claim();
		driver().advance(LEASE);
		assertThat(ids(driver().consumer("another").max(1).claim())).containsExactly("a");
		ClaimReply repeated = consumer.repeatClaim();
		assertThat(repeated.messages()).isEmpty();
		assertThat(repeated.token()).isEqualTo(lost.token());
	}

	@Test
	default void repeatedClaimReturnsWhatItsConsumerHasTakenBackFromItself() {
		driver().scheduleDue("a");
		TestConsumer consumer = driver().consumer("first");
		ClaimReply lost = consumer.claim();
		driver().advance(LEASE);
		ClaimReply next = consumer.claim();
		assertThat(next.messages()).extracting(ClaimedMessage::token, ClaimedMessage::attempt)
			.containsExactly(tuple(next.token(), 2));
		assertThat(next.token()).isGreaterThan(lost.token());
		assertThat(consumer.repeatClaim().messages()).isEqualTo(next.messages());
	}

	@Test
	default void repeatedClaimLetsItsLeasesStartAnew() {
		driver().scheduleDue(ID);
		TestConsumer consumer = driver().consumer("first");
		consumer.claim();
		driver().advance(Duration.ofSeconds(20));
		ClaimReply repeated = consumer.repeatClaim();
		assertThat(repeated.untilNext()).isEqualTo(LEASE);
		assertThat(driver().find(ID).time()).isEqualTo(driver().in(LEASE));
	}

	@Test
	default void repeatedClaimConfirmsNothing() {
		driver().scheduleDue(ID);
		TestConsumer consumer = driver().consumer("first");
		consumer.claim();
		consumer.repeatClaim();
		driver().advance(LEASE);
		assertThat(driver().consumer("another").claim().endedLeases())
			.containsExactly(new EndedLease(ID, EndedLease.Fate.RETURNED));
	}

	@Test
	default void claimOfAConsumerThatGaveUpItsLastOnePutsThatBackAtOnce() {
		driver().scheduleDue("a", "b");
		TestConsumer consumer = driver().consumer("first").policy(StoreDriver.policy(0, Duration.ZERO));
		ClaimReply lost = consumer.claim();
		driver().scheduleDue("c");
		ClaimReply next = consumer.claimUnconfirming();
		assertThat(next.endedLeases()).containsExactly(new EndedLease("a", EndedLease.Fate.RETURNED),
				new EndedLease("b", EndedLease.Fate.RETURNED));
		assertThat(next.messages()).extracting(ClaimedMessage::id, ClaimedMessage::attempt, ClaimedMessage::failures)
			.containsExactly(tuple("a", 2, 0), tuple("b", 2, 0), tuple("c", 1, 0));
		assertThat(next.token()).isGreaterThan(lost.token());
		assertThat(consumer.settle(acknowledge(lost.messages().get(0)))).containsExactly(SettlementResult.STALE);
	}

	@Test
	default void claimThatConfirmsTheOneBeforeLeavesThatItsMessages() {
		driver().scheduleDue("a");
		TestConsumer consumer = driver().consumer("first");
		consumer.claim();
		assertThat(consumer.claim().endedLeases()).isEmpty();
		assertThat(driver().find("a").state()).isEqualTo(MessageState.IN_FLIGHT);
	}

	@Test
	default void claimThatGivesUpAnEarlierOneLeavesWhatOthersHave() {
		driver().scheduleDue("a", "b", "c");
		TestConsumer consumer = driver().consumer("first").max(2);
		consumer.claim();
		driver().store().cancel(QUEUE, "a");
		driver().advance(LEASE);
		ClaimReply other = driver().consumer("another").max(1).claim();
		assertThat(ids(other)).containsExactly("b");
		ClaimReply next = consumer.claimUnconfirming();
		assertThat(next.endedLeases()).isEmpty();
		assertThat(ids(next)).containsExactly("c");
	}

	@Test
	default void givenUpClaimsCountAsFailuresFromTheTenthOn() {
		driver().scheduleDue(ID);
		TestConsumer consumer = driver().consumer("first").policy(StoreDriver.policy(0, Duration.ZERO));
		for (int i = 0; i <= 9; i++) {
			assertThat(ids(consumer.claimUnconfirming())).containsExactly(ID);
		}
		assertThat(consumer.claimUnconfirming().endedLeases())
			.containsExactly(new EndedLease(ID, EndedLease.Fate.DEAD));
	}

	@Test
	default void lateCopyOfAnEarlierClaimTakesNothing() {
		ClaimRequest earlier = new ClaimRequest(driver().consumer("first").call(), 10, LEASE,
				StoreDriver.policy(5, Duration.ZERO), List.of());
		driver().store().claim(earlier);
		driver().scheduleDue("a");
		TestConsumer consumer = driver().consumer("first");
		ClaimReply last = consumer.claim();
		driver().scheduleDue("b");
		assertThatExceptionOfType(DelayQueueException.class).isThrownBy(() -> driver().store().claim(earlier))
			.withMessageContaining("Nothing was changed")
			.isNotInstanceOf(OutcomeUnknownException.class);
		assertThat(driver().find("b").state()).isEqualTo(MessageState.WAITING);
		assertThat(consumer.repeatClaim().messages()).isEqualTo(last.messages());
	}

	@Test
	default void repeatedClaimReturnsLargeMessagesAgain() {
		for (String id : List.of("a", "b")) {
			driver().schedule(new ScheduleCommand(id, driver().message(new byte[500_000]),
					new DueTime.After(Duration.ZERO), false));
		}
		TestConsumer consumer = driver().consumer("first");
		ClaimReply lost = consumer.claim();
		assertThat(ids(lost)).containsExactly("a", "b");
		assertThat(consumer.repeatClaim().messages()).isEqualTo(lost.messages());
	}

	@Test
	default void claimOfAnotherConsumerWithTheSameNumberIsNoRepeat() {
		driver().scheduleDue("a", "b");
		RetryPolicy policy = StoreDriver.policy(5, Duration.ZERO);
		ConsumerCall call = driver().consumer("first").call(1);
		ConsumerCall other = driver().consumer("another").call(1);
		assertThat(ids(driver().store().claim(new ClaimRequest(call, 1, LEASE, policy, List.of()))))
			.containsExactly("a");
		assertThat(ids(driver().store().claim(new ClaimRequest(other, 1, LEASE, policy, List.of()))))
			.containsExactly("b");
	}

	@Test
	default void claimFromAnotherQueueWithTheSameNumberIsNoRepeat() {
		driver().scheduleDue("a");
		driver().store().schedule("invoices", List.of(driver().command("b", Duration.ZERO)));
		RetryPolicy policy = StoreDriver.policy(5, Duration.ZERO);
		ConsumerCall call = driver().consumer("first").call(1);
		ConsumerCall other = new ConsumerCall("invoices", "first", 1, 0);
		assertThat(ids(driver().store().claim(new ClaimRequest(call, 1, LEASE, policy, List.of()))))
			.containsExactly("a");
		assertThat(ids(driver().store().claim(new ClaimRequest(other, 1, LEASE, policy, List.of()))))
			.containsExactly("b");
	}

	@Test
	default void claimIsNoRepeatOfASettleCall() {
		driver().scheduleDue("a");
		TestConsumer consumer = driver().consumer("first");
		ConsumerCall call = consumer.call();
		driver().store().settle(call, List.of());
		ClaimRequest request = new ClaimRequest(call, 1, LEASE, StoreDriver.policy(5, Duration.ZERO), List.of());
		assertThat(ids(driver().store().claim(request))).containsExactly("a");
	}

}
