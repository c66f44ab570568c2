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

import io.delayqueue.MessageState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static io.delayqueue.store.StoreDriver.ID;
import static io.delayqueue.store.StoreDriver.QUEUE;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * What {@link DelayQueueStore#countDue} does.
 */
interface CountDueContract extends StoreContract {

	@ParameterizedTest
	@EnumSource
	default void countDueCountsOnlyWhatWaits(Situation situation) {
		situation.reach(driver());
		List<Long> counts = driver().store().countDue(QUEUE, List.of());
		if (situation.state() == MessageState.WAITING) {
			boolean due = !driver().find(ID).time().isAfter(driver().now());
			assertThat(counts).containsExactly(due ? 1L : 0L, due ? 0L : 1L);
		}
		else {
			assertThat(counts).containsExactly(0L, 0L);
		}
	}

	@Test
	default void countDueCountsEachMessageOnce() {
		driver().scheduleDue("due", "due too");
		driver().schedule("at the bound", Duration.ofSeconds(60));
		driver().schedule("behind it", Duration.ofMillis(60_001));
		driver().schedule("at the second", Duration.ofHours(1));
		driver().schedule("last", new DueTime.At(Instant.MAX));
		List<Duration> bounds = List.of(Duration.ofMinutes(1), Duration.ofHours(1), Duration.ofHours(1),
				Duration.ofDays(1));
		assertThat(driver().store().countDue(QUEUE, bounds)).containsExactly(2L, 1L, 2L, 0L, 0L, 1L);
		driver().advance(Duration.ofMillis(1));
		assertThat(driver().store().countDue(QUEUE, bounds)).containsExactly(2L, 2L, 1L, 0L, 0L, 1L);
		driver().advance(Duration.ofMinutes(1));
		assertThat(driver().store().countDue(QUEUE, bounds)).containsExactly(4L, 0L, 1L, 0L, 0L, 1L);
	}

	@Test
	default void countDueTakesBoundsBeyondTheRange() {
		driver().schedule("last", new DueTime.At(Instant.MAX));
		assertThat(driver().store()
			.countDue(QUEUE, List.of(Duration.ofSeconds(Long.MIN_VALUE), Duration.ofSeconds(Long.MAX_VALUE))))
			.containsExactly(0L, 0L, 1L, 0L);
	}

	@Test
	default void countDueOfAnUnusedQueueIsZero() {
		assertThat(driver().store().countDue("unused", List.of(Duration.ofDays(1)))).containsExactly(0L, 0L, 0L);
	}

}
