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
import java.util.Optional;

import io.delayqueue.KnownFault;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static io.delayqueue.store.StoreDriver.ID;
import static io.delayqueue.store.StoreDriver.LEASE;
import static io.delayqueue.store.StoreDriver.QUEUE;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * What {@link DelayQueueStore#extend} does.
 */
interface ExtendContract extends StoreContract {

	@ParameterizedTest
	@EnumSource
	@KnownFault("db-scheduler#402")
	default void extendProlongsOnlyALeaseThatIsHeld(Situation situation) {
		ClaimedMessage delivery = situation.reach(driver());
		Optional<MessageSnapshot> before = driver().store().find(QUEUE, ID);
		List<Boolean> held = Situation.first(driver()).extend(Duration.ofMinutes(5), delivery);
		assertThat(held).containsExactly(situation.isHeldByFirst());
		if (situation.isHeldByFirst()) {
			assertThat(driver().find(ID).time()).isEqualTo(driver().in(Duration.ofMinutes(5)));
			assertThat(driver().find(ID).deliveries()).isEqualTo(1);
		}
		else {
			assertThat(driver().store().find(QUEUE, ID)).isEqualTo(before);
		}
	}

	@Test
	default void extendedLeaseHoldsUntilItsNewEnd() {
		ClaimedMessage delivery = Situation.LEASED.reach(driver());
		driver().advance(Duration.ofSeconds(20));
		Situation.first(driver()).extend(LEASE, delivery);
		driver().advance(LEASE.minusMillis(1));
		assertThat(driver().consumer("another").claim().endedLeases()).isEmpty();
		driver().advance(Duration.ofMillis(1));
		assertThat(driver().consumer("another").claim().endedLeases()).hasSize(1);
	}

	@Test
	default void extendMayShortenALease() {
		ClaimedMessage delivery = Situation.LEASED.reach(driver());
		Situation.first(driver()).extend(Duration.ofSeconds(2), delivery);
		driver().advance(Duration.ofSeconds(2));
		assertThat(driver().consumer("another").claim().endedLeases()).hasSize(1);
	}

	@Test
	default void extendKeepsTheOldDueTime() {
		ClaimedMessage delivery = Situation.LEASED.reach(driver());
		Situation.first(driver()).extend(LEASE, delivery);
		Situation.first(driver()).settle(StoreDriver.release(delivery));
		assertThat(driver().find(ID).time()).isEqualTo(delivery.dueTime());
	}

	@Test
	default void extendByAnotherConsumerWithTheRightTokenChangesNothing() {
		ClaimedMessage delivery = Situation.LEASED.reach(driver());
		Instant end = driver().find(ID).time();
		assertThat(driver().consumer("another").extend(Duration.ofHours(1), delivery)).containsExactly(false);
		assertThat(driver().find(ID).time()).isEqualTo(end);
	}

	@Test
	default void extendWithAnotherTokenChangesNothing() {
		ClaimedMessage delivery = Situation.LEASED.reach(driver());
		Instant end = driver().find(ID).time();
		ExtendRequest request = new ExtendRequest(
				List.of(new ExtendRequest.Lease(ID, delivery.token() + 1),
						new ExtendRequest.Lease(ID, delivery.token() - 1), new ExtendRequest.Lease(ID, 0)),
				Duration.ofHours(1));
		assertThat(driver().store().extend(Situation.first(driver()).call(), request)).containsExactly(false, false,
				false);
		assertThat(driver().find(ID).time()).isEqualTo(end);
	}

	@Test
	default void extendAnswersInTheOrderOfItsLeases() {
		driver().scheduleDue("a", "b", "c");
		TestConsumer consumer = driver().consumer("first");
		List<ClaimedMessage> messages = consumer.claim().messages();
		consumer.settle(StoreDriver.acknowledge(messages.get(1)));
		assertThat(consumer.extend(LEASE, messages.get(1), messages.get(2), messages.get(0), messages.get(2)))
			.containsExactly(false, true, true, true);
	}

	@Test
	default void extendIsRepeatedWithTheSameEffect() {
		ClaimedMessage delivery = Situation.LEASED.reach(driver());
		ConsumerCall call = Situation.first(driver()).call();
		ExtendRequest request = new ExtendRequest(List.of(new ExtendRequest.Lease(ID, delivery.token())), LEASE);
		assertThat(driver().store().extend(call, request)).containsExactly(true);
		driver().advance(Duration.ofSeconds(1));
		assertThat(driver().store().extend(call, request)).containsExactly(true);
		assertThat(driver().find(ID).time()).isEqualTo(driver().in(LEASE));
		driver().store().cancel(QUEUE, ID);
		assertThat(driver().store().extend(call, request)).containsExactly(false);
	}

	@Test
	default void extendOfNothingAnswersNothing() {
		assertThat(driver().consumer("first").extend(LEASE)).isEmpty();
	}

	@Test
	default void extendOfGreatLengthEndsAtTheEndOfTheRange() {
		ClaimedMessage delivery = Situation.LEASED.reach(driver());
		Situation.first(driver()).extend(Duration.ofSeconds(Long.MAX_VALUE), delivery);
		assertThat(driver().find(ID).time()).isEqualTo(Instant.ofEpochMilli(DueTime.MAX_EPOCH_MILLI));
	}

	@Test
	default void extendTakesAsManyLeasesAsAClaimGives() {
		driver().scheduleMany(ClaimRequest.MAX_MESSAGES);
		TestConsumer consumer = driver().consumer("first");
		ClaimedMessage[] messages = consumer.claim().messages().toArray(ClaimedMessage[]::new);
		assertThat(consumer.extend(Duration.ofMinutes(5), messages)).hasSize(messages.length).containsOnly(true);
		driver().advance(LEASE);
		assertThat(driver().consumer("another").claim().endedLeases()).isEmpty();
	}

}
