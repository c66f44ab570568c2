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
import java.util.concurrent.CopyOnWriteArrayList;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static io.delayqueue.store.StoreDriver.ID;
import static io.delayqueue.store.StoreDriver.QUEUE;
import static io.delayqueue.store.StoreDriver.deadLetter;
import static io.delayqueue.store.StoreDriver.policy;
import static io.delayqueue.store.StoreDriver.release;
import static io.delayqueue.store.StoreDriver.retry;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * When subscribers are given hints. A hint may come twice and on another thread; of hints
 * that must not come it is known when a later one has come.
 */
interface HintContract extends StoreContract {

	@Test
	default void scheduleOfTheEarliestGivesAHint() {
		try (Hints hints = new Hints(driver())) {
			driver().schedule("a", Duration.ofSeconds(9));
			hints.await(Duration.ofSeconds(9));
			driver().schedule("b", Duration.ofSeconds(4));
			hints.await(Duration.ofSeconds(4));
			driver().schedule("c", new DueTime.At(driver().now().minusSeconds(5)));
			hints.await(Duration.ZERO);
		}
	}

	@Test
	default void scheduleOfALaterOneGivesNoHint() {
		try (Hints hints = new Hints(driver())) {
			driver().schedule("a", Duration.ofSeconds(4));
			driver().schedule("b", Duration.ofSeconds(9));
			assertThat(hints.settled()).contains(new Hint(QUEUE, Duration.ofSeconds(4)))
				.doesNotContain(new Hint(QUEUE, Duration.ofSeconds(9)));
		}
	}

	@Test
	default void scheduleThatWritesNothingGivesNoHint() {
		ScheduleCommand command = driver().command(ID, Duration.ofSeconds(9));
		driver().schedule(command);
		try (Hints hints = new Hints(driver())) {
			driver().schedule(command);
			driver().schedule(ID, Duration.ofSeconds(4));
			assertThat(hints.settled()).doesNotContain(new Hint(QUEUE, Duration.ofSeconds(4)));
		}
	}

	@Test
	default void scheduleOfABatchGivesAHintOfItsEarliest() {
		driver().schedule("z", Duration.ofSeconds(20));
		try (Hints hints = new Hints(driver())) {
			driver().scheduleAll(driver().command("a", Duration.ofSeconds(9)),
					driver().command("b", Duration.ofSeconds(4)), driver().command("c", Duration.ofSeconds(6)));
			hints.await(Duration.ofSeconds(4));
		}
	}

	@Test
	default void scheduleThatReplacesByAnEarlierDueTimeGivesAHint() {
		driver().schedule(ID, Duration.ofSeconds(9));
		try (Hints hints = new Hints(driver())) {
			driver().schedule(driver().replacing(ID, Duration.ofSeconds(3)));
			hints.await(Duration.ofSeconds(3));
		}
	}

	@Test
	default void retryGivesAHint() {
		ClaimedMessage delivery = Situation.LEASED.reach(driver());
		driver().schedule("later", Duration.ofSeconds(20));
		try (Hints hints = new Hints(driver())) {
			Situation.first(driver()).settle(retry(delivery, Duration.ofSeconds(7)));
			hints.await(Duration.ofSeconds(7));
		}
	}

	@Test
	default void retryThatRidesOnAClaimGivesAHint() {
		ClaimedMessage delivery = Situation.LEASED.reach(driver());
		try (Hints hints = new Hints(driver())) {
			Situation.first(driver()).claim(retry(delivery, Duration.ofSeconds(7)));
			hints.await(Duration.ofSeconds(7));
		}
	}

	@Test
	default void releaseGivesAHint() {
		ClaimedMessage delivery = Situation.LEASED.reach(driver());
		try (Hints hints = new Hints(driver())) {
			Situation.first(driver()).settle(release(delivery));
			hints.await(Duration.ZERO);
		}
	}

	@Test
	default void messageThatIsTakenBackAndWaitsGivesAHint() {
		Situation.LEASE_ENDED.reach(driver());
		try (Hints hints = new Hints(driver())) {
			driver().consumer("another").policy(policy(5, Duration.ofSeconds(6))).claim();
			hints.await(Duration.ofSeconds(6));
		}
	}

	@Test
	default void deliverNowGivesAHint() {
		driver().schedule(ID, Duration.ofHours(2));
		driver().schedule("b", Duration.ofHours(1));
		try (Hints hints = new Hints(driver())) {
			driver().store().deliverNow(QUEUE, ID);
			hints.await(Duration.ZERO);
		}
	}

	@Test
	default void rescheduleToBeforeAllOthersGivesAHint() {
		driver().schedule(ID, Duration.ofHours(2));
		driver().schedule("b", Duration.ofHours(1));
		try (Hints hints = new Hints(driver())) {
			driver().store().reschedule(QUEUE, ID, new DueTime.After(Duration.ofMinutes(1)));
			hints.await(Duration.ofMinutes(1));
			driver().store().reschedule(QUEUE, ID, new DueTime.After(Duration.ofMinutes(5)));
			assertThat(hints.settled()).doesNotContain(new Hint(QUEUE, Duration.ofMinutes(5)));
		}
	}

	@Test
	default void settlementThatIsStaleGivesNoHint() {
		ClaimedMessage delivery = Situation.CANCELLED.reach(driver());
		try (Hints hints = new Hints(driver())) {
			Situation.first(driver()).settle(retry(delivery, Duration.ofSeconds(7)));
			assertThat(hints.settled()).noneMatch((hint) -> hint.queue().equals(QUEUE));
		}
	}

	@Test
	default void deathGivesAHintOfItsOwn() {
		ClaimedMessage delivery = Situation.LEASED.reach(driver());
		try (Hints hints = new Hints(driver())) {
			Situation.first(driver()).settle(deadLetter(delivery));
			hints.await(new Hint("dead letters of " + QUEUE, Duration.ZERO));
			assertThat(hints.settled()).noneMatch((hint) -> hint.queue().equals(QUEUE));
		}
	}

	@Test
	default void retryOfADeadLetterGivesAHintOfItsOwn() {
		Situation.DEAD.reach(driver());
		TestConsumer consumer = driver().consumer("mourner").ofDeadLetters();
		ClaimedMessage letter = consumer.claimOne();
		try (Hints hints = new Hints(driver())) {
			consumer.settle(retry(letter, Duration.ofSeconds(7)));
			hints.await(new Hint("dead letters of " + QUEUE, Duration.ofSeconds(7)));
			assertThat(hints.settled()).noneMatch((hint) -> hint.queue().equals(QUEUE));
		}
	}

	@Test
	default void everySubscriberIsGivenHints() {
		try (Hints one = new Hints(driver()); Hints other = new Hints(driver())) {
			driver().schedule(ID, Duration.ofSeconds(4));
			one.await(Duration.ofSeconds(4));
			other.await(Duration.ofSeconds(4));
		}
	}

	@Test
	default void closedSubscriptionIsGivenNoHints() {
		Hints closed = new Hints(driver());
		closed.close();
		closed.close();
		try (Hints open = new Hints(driver())) {
			driver().schedule(ID, Duration.ofSeconds(4));
			open.settled();
			assertThat(closed.received).isEmpty();
		}
	}

	@Test
	default void subscriberMayCallTheStore() {
		List<QueueCounts> counts = new CopyOnWriteArrayList<>();
		HintSubscription subscription = driver().store()
			.subscribe((queue, untilDue) -> counts.add(driver().store().count(queue)));
		try (subscription) {
			driver().scheduleDue(ID);
			Awaitility.await().until(() -> !counts.isEmpty());
			assertThat(counts.get(0).due()).isEqualTo(1);
		}
	}

	@Test
	default void subscriberThatFailsDoesNotFailTheCall() {
		HintSubscription subscription = driver().store().subscribe((queue, untilDue) -> {
			throw new IllegalStateException("on purpose");
		});
		try (subscription; Hints hints = new Hints(driver())) {
			assertThat(driver().schedule(ID, Duration.ZERO).outcome()).isEqualTo(ScheduleReply.Outcome.STORED);
			hints.await(Duration.ZERO);
		}
	}

	/**
	 * A hint.
	 *
	 * @param queue the queue
	 * @param untilDue until the message is due
	 */
	record Hint(String queue, Duration untilDue) {

	}

	/**
	 * What a subscriber was given.
	 */
	final class Hints implements AutoCloseable {

		private final List<Hint> received = new CopyOnWriteArrayList<>();

		private final StoreDriver driver;

		private final HintSubscription subscription;

		private Hints(StoreDriver driver) {
			this.driver = driver;
			this.subscription = driver.store().subscribe(new HintListener() {

				@Override
				public void onHint(String queue, Duration untilDue) {
					Hints.this.received.add(new Hint(queue, untilDue));
				}

				@Override
				public void onDeadLetterHint(String queue, Duration untilDue) {
					Hints.this.received.add(new Hint("dead letters of " + queue, untilDue));
				}

			});
		}

		private void await(Duration untilDue) {
			await(new Hint(QUEUE, untilDue));
		}

		private void await(Hint hint) {
			Awaitility.await().untilAsserted(() -> assertThat(this.received).contains(hint));
		}

		/**
		 * Return all hints so far, by waiting for one that is given after them.
		 */
		private List<Hint> settled() {
			String marker = "marker-" + this.driver.unique();
			this.driver.store().schedule(marker, List.of(this.driver.command(ID, Duration.ofSeconds(1))));
			await(new Hint(marker, Duration.ofSeconds(1)));
			return this.received;
		}

		@Override
		public void close() {
			this.subscription.close();
		}

	}

}
