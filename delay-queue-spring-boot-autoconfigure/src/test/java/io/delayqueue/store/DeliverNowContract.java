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
import static org.assertj.core.api.Assertions.assertThat;

/**
 * What {@link DelayQueueStore#deliverNow} does.
 */
interface DeliverNowContract extends StoreContract {

	@ParameterizedTest
	@EnumSource
	default void deliverNowMovesOnlyWhatWaitsForLater(Situation situation) {
		situation.reach(driver());
		MessageSnapshot before = driver().store().find(QUEUE, ID).orElse(null);
		boolean waits = before != null && before.state() == MessageState.WAITING;
		assertThat(driver().store().deliverNow(QUEUE, ID)).isEqualTo(waits);
		MessageSnapshot after = driver().store().find(QUEUE, ID).orElse(null);
		if (waits && before.time().isAfter(driver().now())) {
			assertThat(after).isEqualTo(new MessageSnapshot(ID, MessageState.WAITING, driver().now(),
					before.deliveries(), before.failures(), before.message(), null));
			assertThat(ids(driver().consumer("another").claim())).containsExactly(ID);
		}
		else {
			assertThat(after).isEqualTo(before);
		}
	}

	@Test
	default void deliverNowOfWhatIsDueKeepsItsPlace() {
		driver().scheduleDue("a");
		driver().advance(Duration.ofSeconds(1));
		driver().scheduleDue("b");
		driver().advance(Duration.ofSeconds(1));
		assertThat(driver().store().deliverNow(QUEUE, "a")).isTrue();
		assertThat(driver().find("a").time()).isEqualTo(driver().now().minusSeconds(2));
		assertThat(ids(driver().consumer("first").claim())).containsExactly("a", "b");
	}

	@Test
	default void deliverNowIsNeverEarly() {
		driver().schedule(ID, Duration.ofDays(1));
		driver().advance(Duration.ofNanos(1000));
		assertThat(driver().store().deliverNow(QUEUE, ID)).isTrue();
		assertThat(driver().consumer("first").claim().messages()).isEmpty();
		MessageSnapshot message = driver().find(ID);
		assertThat(driver().store().deliverNow(QUEUE, ID)).isTrue();
		assertThat(driver().find(ID)).isEqualTo(message);
		driver().advance(Duration.ofNanos(999_000));
		assertThat(ids(driver().consumer("first").claim())).containsExactly(ID);
	}

	@Test
	default void deliverNowMovesTheEndOfTheTimeToLiveAlong() {
		driver().schedule(new ScheduleCommand(ID, driver().message(ID), new DueTime.After(Duration.ofDays(1)), false,
				Duration.ofSeconds(5)));
		driver().store().deliverNow(QUEUE, ID);
		driver().advance(Duration.ofSeconds(5).plusMillis(1));
		ClaimReply reply = driver().consumer("first").claim();
		assertThat(reply.messages()).isEmpty();
		assertThat(reply.expired()).containsExactly(ID);
	}

	@Test
	default void deliverNowChangesNoOther() {
		driver().schedule("other", Duration.ofSeconds(3));
		MessageSnapshot before = driver().find("other");
		driver().schedule(ID, Duration.ofSeconds(3));
		driver().store().deliverNow(QUEUE, ID);
		assertThat(driver().store().deliverNow("invoices", "other")).isFalse();
		assertThat(driver().find("other")).isEqualTo(before);
	}

}
