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

import io.delayqueue.store.ScheduleReply.Outcome;
import org.junit.jupiter.api.Test;

import static io.delayqueue.store.StoreDriver.ID;
import static io.delayqueue.store.StoreDriver.QUEUE;
import static io.delayqueue.store.StoreDriver.deadLetter;
import static io.delayqueue.store.StoreDriver.ids;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * What becomes of an id whose message was handled lately.
 */
interface DeduplicationContract extends StoreContract {

	Duration WINDOW = Duration.ofMinutes(10);

	@Test
	default void idIsTakenAsLongAsItIsRemembered() {
		settle(ID, WINDOW);
		Instant until = driver().in(WINDOW);
		driver().advance(WINDOW.minusMillis(1));
		assertThat(driver().schedule(ID, Duration.ZERO)).isEqualTo(new ScheduleReply(Outcome.SETTLED, until, null));
		assertThat(driver().isAbsent(ID)).isTrue();
		driver().advance(Duration.ofMillis(1));
		assertThat(driver().schedule(ID, Duration.ZERO).outcome()).isEqualTo(Outcome.STORED);
	}

	@Test
	default void idIsFreeForWhoReplaces() {
		settle(ID, WINDOW);
		assertThat(driver().schedule(driver().replacing(ID, Duration.ZERO)).outcome()).isEqualTo(Outcome.STORED);
	}

	@Test
	default void idIsFreeIfItIsNotToBeRemembered() {
		settle(ID, Duration.ZERO);
		assertThat(driver().schedule(ID, Duration.ZERO).outcome()).isEqualTo(Outcome.STORED);
	}

	@Test
	default void cancelledAndDiscardedIdsAreFree() {
		driver().scheduleDue("a");
		TestConsumer consumer = driver().consumer("first").max(1);
		consumer.settle(deadLetter(consumer.claimOne()));
		driver().discard("a");
		assertThat(driver().schedule("a", Duration.ZERO).outcome()).isEqualTo(Outcome.STORED);
		driver().store().cancel(QUEUE, "a");
		assertThat(driver().schedule("a", Duration.ZERO).outcome()).isEqualTo(Outcome.STORED);
	}

	@Test
	default void rememberedAgainAnIdIsTakenForLonger() {
		settle(ID, WINDOW);
		driver().advance(WINDOW);
		settle(ID, WINDOW);
		driver().advance(WINDOW.minusMillis(1));
		driver().consumer("another").claim();
		assertThat(driver().schedule(ID, Duration.ZERO).outcome()).isEqualTo(Outcome.SETTLED);
	}

	@Test
	default void laterSettlementDoesNotMakeAnIdFreeEarlier() {
		settle(ID, WINDOW);
		driver().schedule(driver().replacing(ID, Duration.ZERO));
		TestConsumer consumer = driver().consumer("first");
		consumer.settle(new Settlement.Acknowledge(ID, consumer.claimOne().token(), Duration.ofSeconds(1)));
		driver().advance(WINDOW.minusMillis(1));
		assertThat(driver().schedule(ID, Duration.ZERO).outcome()).isEqualTo(Outcome.SETTLED);
	}

	@Test
	default void leastAndGreatestTimesAreRemembered() {
		settle("a", Duration.ofNanos(1));
		settle("b", Duration.ofSeconds(Long.MAX_VALUE));
		assertThat(driver().schedule("a", Duration.ZERO).outcome()).isEqualTo(Outcome.SETTLED);
		driver().advance(Duration.ofDays(1));
		assertThat(driver().schedule("b", Duration.ZERO).outcome()).isEqualTo(Outcome.SETTLED);
	}

	@Test
	default void repeatedSettlementOfALostReplyRemembersOnce() {
		driver().scheduleDue(ID);
		TestConsumer consumer = driver().consumer("first");
		ClaimedMessage delivery = consumer.claimOne();
		ConsumerCall call = consumer.call();
		List<Settlement> settlements = List.of(new Settlement.Acknowledge(ID, delivery.token(), WINDOW));
		driver().store().settle(call, settlements);
		driver().advance(Duration.ofMinutes(1));
		driver().store().settle(call, settlements);
		driver().advance(WINDOW.minusMinutes(1));
		assertThat(driver().schedule(ID, Duration.ZERO).outcome()).isEqualTo(Outcome.STORED);
	}

	@Test
	default void staleSettlementIsNotRemembered() {
		driver().scheduleDue(ID);
		TestConsumer consumer = driver().consumer("first");
		ClaimedMessage delivery = consumer.claimOne();
		driver().store().cancel(QUEUE, ID);
		consumer.settle(new Settlement.Acknowledge(ID, delivery.token(), WINDOW));
		assertThat(driver().schedule(ID, Duration.ZERO).outcome()).isEqualTo(Outcome.STORED);
		assertThat(ids(consumer.claim())).containsExactly(ID);
	}

	private void settle(String id, Duration remember) {
		driver().scheduleDue(id);
		TestConsumer consumer = driver().consumer("first").max(1);
		ClaimedMessage delivery = consumer.claimOne();
		assertThat(consumer.settle(new Settlement.Acknowledge(id, delivery.token(), remember)))
			.containsExactly(SettlementResult.APPLIED);
	}

}
