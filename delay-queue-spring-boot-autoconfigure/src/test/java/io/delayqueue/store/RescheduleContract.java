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

import io.delayqueue.MessageState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static io.delayqueue.store.StoreDriver.ID;
import static io.delayqueue.store.StoreDriver.QUEUE;
import static io.delayqueue.store.StoreDriver.ids;
import static io.delayqueue.store.StoreDriver.retry;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * What {@link DelayQueueStore#reschedule} does.
 */
interface RescheduleContract extends StoreContract {

	@ParameterizedTest
	@EnumSource
	default void rescheduleMovesOnlyWhatWaits(Situation situation) {
		situation.reach(driver());
		boolean absent = driver().isAbsent(ID);
		MessageSnapshot before = absent ? null : driver().find(ID);
		RescheduleReply reply = reschedule(ID, Duration.ofHours(2));
		if (before != null && before.state() == MessageState.WAITING) {
			assertThat(reply).isEqualTo(new RescheduleReply(MessageState.WAITING, driver().in(Duration.ofHours(2))));
			assertThat(driver().find(ID))
				.isEqualTo(new MessageSnapshot(ID, MessageState.WAITING, driver().in(Duration.ofHours(2)),
						before.deliveries(), before.failures(), before.message(), before.cause()));
		}
		else {
			assertThat(reply).isEqualTo(new RescheduleReply((before != null) ? before.state() : null, null));
			assertThat(absent ? null : driver().find(ID)).isEqualTo(before);
		}
	}

	@Test
	default void rescheduledMessageComesAtItsNewTimeOnly() {
		driver().schedule(ID, Duration.ofSeconds(3));
		driver().schedule("b", Duration.ofSeconds(4));
		reschedule(ID, Duration.ofSeconds(5));
		reschedule("b", Duration.ofSeconds(1));
		TestConsumer consumer = driver().consumer("first");
		driver().advance(Duration.ofSeconds(4));
		assertThat(ids(consumer.claim())).containsExactly("b");
		driver().advance(Duration.ofSeconds(1));
		assertThat(ids(consumer.claim())).containsExactly(ID);
	}

	@Test
	default void rescheduleToAnInstantOfThePastMeansNow() {
		driver().schedule(ID, Duration.ofDays(1));
		RescheduleReply reply = driver().store()
			.reschedule(QUEUE, ID, new DueTime.At(driver().now().minus(Duration.ofDays(1))));
		assertThat(reply.dueTime()).isEqualTo(driver().now());
		assertThat(ids(driver().consumer("first").claim())).containsExactly(ID);
	}

	@Test
	default void rescheduleKeepsWhatTheMessageHasGoneThrough() {
		driver().scheduleDue(ID);
		TestConsumer consumer = driver().consumer("first");
		consumer.settle(retry(consumer.claimOne(), Duration.ofHours(1)));
		reschedule(ID, Duration.ZERO);
		ClaimedMessage next = consumer.claimOne();
		assertThat(next.attempt()).isEqualTo(2);
		assertThat(next.failures()).isEqualTo(1);
	}

	@Test
	default void rescheduleChangesNoOther() {
		driver().schedule("other", Duration.ofSeconds(3));
		MessageSnapshot before = driver().find("other");
		driver().schedule(ID, Duration.ofSeconds(3));
		reschedule(ID, Duration.ZERO);
		assertThat(driver().find("other")).isEqualTo(before);
	}

	private RescheduleReply reschedule(String id, Duration delay) {
		return driver().store().reschedule(QUEUE, id, new DueTime.After(delay));
	}

}
