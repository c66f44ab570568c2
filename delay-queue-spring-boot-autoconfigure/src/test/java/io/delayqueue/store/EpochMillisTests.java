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

import java.time.Instant;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link EpochMillis}.
 */
class EpochMillisTests {

	private static final Instant BETWEEN = Instant.ofEpochSecond(1, 1);

	@Test
	void roundsDownUnlessToldOtherwise() {
		assertThat(EpochMillis.of(BETWEEN)).isEqualTo(1000);
		assertThat(EpochMillis.stored(BETWEEN)).isEqualTo(1000);
		assertThat(EpochMillis.storedRoundedUp(BETWEEN)).isEqualTo(1001);
		assertThat(EpochMillis.storedRoundedUp(Instant.ofEpochSecond(1))).isEqualTo(1000);
	}

	@Test
	void takesWhatLiesBeyondForTheEnd() {
		assertThat(EpochMillis.of(Instant.MIN)).isEqualTo(Long.MIN_VALUE);
		assertThat(EpochMillis.of(Instant.MAX)).isEqualTo(Long.MAX_VALUE);
		assertThat(EpochMillis.stored(Instant.MIN)).isZero();
		assertThat(EpochMillis.stored(Instant.MAX)).isEqualTo(DueTime.MAX_EPOCH_MILLI);
		assertThat(EpochMillis.storedRoundedUp(Instant.MIN)).isZero();
		assertThat(EpochMillis.storedRoundedUp(Instant.MAX)).isEqualTo(DueTime.MAX_EPOCH_MILLI);
	}

	@Test
	void keepsTheEnds() {
		Instant last = Instant.ofEpochMilli(DueTime.MAX_EPOCH_MILLI);
		assertThat(EpochMillis.storedRoundedUp(last)).isEqualTo(DueTime.MAX_EPOCH_MILLI);
		assertThat(EpochMillis.storedRoundedUp(last.minusNanos(1))).isEqualTo(DueTime.MAX_EPOCH_MILLI);
		assertThat(EpochMillis.storedRoundedUp(last.plusNanos(1))).isEqualTo(DueTime.MAX_EPOCH_MILLI);
		assertThat(EpochMillis.of(Instant.ofEpochMilli(Long.MAX_VALUE))).isEqualTo(Long.MAX_VALUE);
		assertThat(EpochMillis.of(Instant.ofEpochMilli(Long.MIN_VALUE))).isEqualTo(Long.MIN_VALUE);
		assertThat(EpochMillis.of(Instant.ofEpochMilli(-5))).isEqualTo(-5);
	}

}
