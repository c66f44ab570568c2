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

import io.delayqueue.KnownFault;
import org.junit.jupiter.api.Test;

import static io.delayqueue.store.StoreDriver.ID;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * How {@link DelayQueueStore#schedule} turns a {@link DueTime} into an instant.
 */
interface DueTimeContract extends StoreContract {

	@Test
	default void delayOfZeroIsDueNow() {
		assertDue(new DueTime.After(Duration.ZERO), driver().now());
	}

	@Test
	default void negativeDelayIsDueNow() {
		assertDue(new DueTime.After(Duration.ofDays(-1)), driver().now());
	}

	@Test
	default void mostNegativeDelayIsDueNow() {
		assertDue(new DueTime.After(Duration.ofSeconds(Long.MIN_VALUE)), driver().now());
	}

	@Test
	default void delayIsRoundedUp() {
		assertDue(new DueTime.After(Duration.ofNanos(1)), driver().in(Duration.ofMillis(1)));
	}

	@Test
	@KnownFault("rqueue overflow")
	default void longestDelayIsDueAtTheEndOfTheRange() {
		assertDue(new DueTime.After(Duration.ofSeconds(Long.MAX_VALUE, 999_999_999)), endOfRange());
	}

	@Test
	@KnownFault("rqueue overflow")
	default void delayThatReachesBeyondTheRangeIsDueAtItsEnd() {
		assertDue(new DueTime.After(Duration.ofMillis(DueTime.MAX_EPOCH_MILLI - 1)), endOfRange());
	}

	@Test
	default void instantIsDueThen() {
		Instant instant = driver().in(Duration.ofDays(40_000));
		assertDue(new DueTime.At(instant), instant);
	}

	@Test
	default void instantIsRoundedUp() {
		assertDue(new DueTime.At(driver().in(Duration.ofNanos(5_000_001))), driver().in(Duration.ofMillis(6)));
	}

	@Test
	@KnownFault("rqueue overflow")
	default void instantInThePastIsDueNow() {
		assertDue(new DueTime.At(driver().now().minusMillis(1)), driver().now());
	}

	@Test
	default void instantBeforeTheEpochIsDueNow() {
		assertDue(new DueTime.At(Instant.ofEpochSecond(-1)), driver().now());
	}

	@Test
	default void earliestInstantIsDueNow() {
		assertDue(new DueTime.At(Instant.MIN), driver().now());
	}

	@Test
	default void latestInstantIsDueAtTheEndOfTheRange() {
		assertDue(new DueTime.At(Instant.MAX), endOfRange());
	}

	@Test
	default void partOfAMillisecondThatHasPassedIsNotDueEarly() {
		driver().advance(Duration.ofNanos(1000));
		Instant nextMillisecond = driver().in(Duration.ofNanos(999_000));
		assertDue(new DueTime.After(Duration.ZERO), nextMillisecond);
		driver().advance(Duration.ofNanos(998_000));
		ClaimReply early = driver().consumer("first").claim();
		assertThat(early.messages()).isEmpty();
		assertThat(early.untilNext()).isPositive();
		driver().advance(Duration.ofNanos(1000));
		assertThat(driver().consumer("first").claim().messages()).hasSize(1);
	}

	@Test
	default void instantWithinTheCurrentMillisecondIsDueAtTheNext() {
		Instant instant = driver().now();
		driver().advance(Duration.ofNanos(1000));
		assertDue(new DueTime.At(instant), instant.plusMillis(1));
	}

	private Instant endOfRange() {
		return Instant.ofEpochMilli(DueTime.MAX_EPOCH_MILLI);
	}

	private void assertDue(DueTime dueTime, Instant expected) {
		assertThat(driver().schedule(ID, dueTime).dueTime()).isEqualTo(expected);
		assertThat(driver().find(ID).time()).isEqualTo(expected);
	}

}
