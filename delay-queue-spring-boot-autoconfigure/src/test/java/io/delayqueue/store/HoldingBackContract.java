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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.delayqueue.MessageState;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static io.delayqueue.store.StoreDriver.ID;
import static io.delayqueue.store.StoreDriver.LEASE;
import static io.delayqueue.store.StoreDriver.QUEUE;
import static io.delayqueue.store.StoreDriver.acknowledge;
import static io.delayqueue.store.StoreDriver.deadLetter;
import static io.delayqueue.store.StoreDriver.ids;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * What keeps messages from being handed out although they are due: a pause, and limits
 * over all consumers.
 */
interface HoldingBackContract extends StoreContract {

	@Test
	default void nothingIsHandedOutWhilePaused() {
		driver().scheduleDue(ID);
		Situation.DEAD.reach(driver());
		assertThat(driver().store().pause(QUEUE)).isTrue();
		assertThat(driver().store().pause(QUEUE)).isFalse();
		driver().scheduleDue("a", "b");
		assertThat(driver().consumer("first").claim().messages()).isEmpty();
		assertThat(driver().consumer("mourner").ofDeadLetters().claim().messages()).isEmpty();
		assertThat(driver().count().paused()).isTrue();
		assertThat(driver().count().due()).isEqualTo(2);
		assertThat(driver().store().resume(QUEUE)).isTrue();
		assertThat(driver().store().resume(QUEUE)).isFalse();
		assertThat(driver().count().paused()).isFalse();
		assertThat(ids(driver().consumer("first").claim())).containsExactly("a", "b");
		assertThat(ids(driver().consumer("mourner").ofDeadLetters().claim())).containsExactly(ID);
	}

	@Test
	default void queueThatIsPausedIsListedAlsoIfItWasNeverUsed() {
		driver().store().resume("resumed");
		driver().store().pause("paused");
		assertThat(driver().store().queues()).containsExactly("paused");
	}

	@Test
	default void pauseIsOfOneQueueOnly() {
		driver().store().pause("invoices");
		driver().scheduleDue(ID);
		assertThat(ids(driver().consumer("first").claim())).containsExactly(ID);
	}

	@Test
	default void claimWhilePausedSettlesTakesBackAndSaysNothingOfWhatIsDue() {
		TestConsumer first = driver().consumer("first").max(1);
		driver().scheduleDue("a", "b", "c");
		ClaimedMessage a = first.claimOne();
		ClaimedMessage b = driver().consumer("second").max(1).claimOne();
		driver().consumer("second").noteArrival().confirm();
		driver().store().pause(QUEUE);
		ClaimReply reply = first.claim(acknowledge(a));
		assertThat(reply.settlements()).containsExactly(SettlementResult.APPLIED);
		assertThat(reply.untilNext()).isEqualTo(LEASE);
		driver().advance(LEASE);
		assertThat(first.claim().endedLeases()).containsExactly(new EndedLease(b.id(), EndedLease.Fate.RETRIED));
		assertThat(first.claim().untilNext()).isNull();
		assertThat(driver().count().due()).isEqualTo(2);
	}

	@Test
	default void resumeGivesHints() {
		driver().store().pause(QUEUE);
		List<String> hints = new CopyOnWriteArrayList<>();
		HintSubscription subscription = driver().store().subscribe(new HintListener() {

			@Override
			public void onHint(String queue, Duration untilDue) {
				hints.add(queue + " " + untilDue);
			}

			@Override
			public void onDeadLetterHint(String queue, Duration untilDue) {
				hints.add("dead " + queue + " " + untilDue);
			}

		});
		try (subscription) {
			driver().store().resume(QUEUE);
			Awaitility.await()
				.untilAsserted(() -> assertThat(hints).contains(QUEUE + " PT0S", "dead " + QUEUE + " PT0S"));
		}
	}

	@Test
	default void noMoreAreInFlightThanTheLimitOverAllConsumers() {
		driver().scheduleDue("a", "b", "c", "d");
		QueueLimits limits = new QueueLimits(3, 0, Duration.ofSeconds(1));
		TestConsumer first = driver().consumer("first").max(2).limits(limits);
		TestConsumer second = driver().consumer("second").limits(limits);
		List<ClaimedMessage> held = first.claim().messages();
		assertThat(held).hasSize(2);
		assertThat(ids(second.claim())).containsExactly("c");
		ClaimReply full = second.claim();
		assertThat(full.messages()).isEmpty();
		// Not zero, though "d" is due: a settlement gives a hint.
		assertThat(full.untilNext()).isEqualTo(LEASE);
		assertThat(ids(first.claim(acknowledge(held.get(0))))).containsExactly("d");
		assertThat(driver().count().leased()).isEqualTo(3);
	}

	@Test
	default void whoeverMakesRoomInAFullQueueWakesTheOthers() {
		QueueLimits limits = new QueueLimits(1, 0, Duration.ofSeconds(1));
		List<Runnable> ways = new ArrayList<>();
		TestConsumer first = driver().consumer("first").max(1).limits(limits);
		ways.add(() -> first.settle(acknowledge(driver().lastReplies().get("first").messages().get(0))));
		ways.add(() -> first.settle(deadLetter(driver().lastReplies().get("first").messages().get(0))));
		ways.add(() -> driver().store().cancel(QUEUE, driver().lastReplies().get("first").messages().get(0).id()));
		ways.add(() -> driver().schedule(
				driver().replacing(driver().lastReplies().get("first").messages().get(0).id(), Duration.ofDays(1))));
		ways.add(() -> driver().store().purge(new PurgeRequest(QUEUE, MessageState.IN_FLIGHT, 1, null)));
		for (Runnable way : ways) {
			driver().scheduleDue(driver().unique(), driver().unique());
			first.claimOne();
			driver().consumer("second").limits(limits).claim();
			List<String> hints = new CopyOnWriteArrayList<>();
			HintSubscription subscription = driver().store()
				.subscribe((queue, untilDue) -> hints.add(queue + " " + untilDue));
			try (subscription) {
				// A subscription takes its time: the marker shows that it has begun.
				driver().store()
					.schedule("marker-" + driver().unique(),
							List.of(driver().command(driver().unique(), Duration.ZERO)));
				Awaitility.await().until(() -> hints.stream().anyMatch((hint) -> hint.startsWith("marker")));
				way.run();
				Awaitility.await().untilAsserted(() -> assertThat(hints).contains(QUEUE + " PT0S"));
			}
			ClaimedMessage other = driver().consumer("second").limits(limits).claimOne();
			driver().consumer("second").settle(acknowledge(other));
		}
	}

	@Test
	default void rateHoldsOverAllConsumersAndSaysWhenToComeAgain() {
		for (int i = 0; i < 40; i++) {
			driver().scheduleDue("m-%02d".formatted(i));
		}
		// One each 100 ms, of which one may come at once.
		QueueLimits limits = new QueueLimits(0, 10, Duration.ofSeconds(1));
		TestConsumer first = driver().consumer("first").limits(limits);
		TestConsumer second = driver().consumer("second").limits(limits);
		assertThat(ids(first.claim())).containsExactly("m-00");
		ClaimReply reply = second.claim();
		assertThat(reply.messages()).isEmpty();
		assertThat(reply.untilNext()).isEqualTo(Duration.ofMillis(100));
		int handedOut = 0;
		for (int i = 0; i < 100; i++) {
			driver().advance(Duration.ofMillis(20));
			handedOut += ((i % 2 == 0) ? first : second).claim().messages().size();
		}
		assertThat(handedOut).isEqualTo(20);
	}

	@Test
	default void aTenthOfTheRateComesAtOnceAfterARest() {
		for (int i = 0; i < 40; i++) {
			driver().scheduleDue("m-%02d".formatted(i));
		}
		QueueLimits limits = new QueueLimits(0, 100, Duration.ofSeconds(1));
		TestConsumer consumer = driver().consumer("first").limits(limits);
		assertThat(consumer.claim().messages()).hasSize(10);
		driver().advance(Duration.ofMillis(50));
		assertThat(consumer.claim().messages()).hasSize(5);
		driver().advance(Duration.ofHours(1));
		assertThat(consumer.claim().messages()).hasSize(10);
	}

}
