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

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link DueTime}.
 */
class DueTimeTests {

	@Test
	void roundsUp() {
		assertThat(new DueTime.After(Duration.ofNanos(1)).toMillis()).isEqualTo(1);
		assertThat(new DueTime.After(Duration.ofMillis(5)).toMillis()).isEqualTo(5);
		assertThat(new DueTime.At(Instant.ofEpochSecond(1, 1)).toEpochMilli()).isEqualTo(1001);
		assertThat(new DueTime.At(Instant.ofEpochSecond(1)).toEpochMilli()).isEqualTo(1000);
	}

	@Test
	void takesThePastAsTheBeginning() {
		assertThat(new DueTime.After(Duration.ofSeconds(Long.MIN_VALUE)).toMillis()).isZero();
		assertThat(new DueTime.At(Instant.MIN).toEpochMilli()).isZero();
	}

	@Test
	void roundsAnAgeDown() {
		assertThat(new DueTime.Since(Duration.ofNanos(5_999_999)).toMillis()).isEqualTo(5);
		assertThat(new DueTime.Since(Duration.ofSeconds(Long.MIN_VALUE)).toMillis()).isZero();
		assertThat(new DueTime.Since(Duration.ofSeconds(Long.MAX_VALUE)).toMillis()).isEqualTo(DueTime.MAX_EPOCH_MILLI);
	}

	@Test
	void saturates() {
		assertThat(new DueTime.After(Duration.ofSeconds(Long.MAX_VALUE, 999_999_999)).toMillis())
			.isEqualTo(DueTime.MAX_EPOCH_MILLI);
		assertThat(new DueTime.At(Instant.MAX).toEpochMilli()).isEqualTo(DueTime.MAX_EPOCH_MILLI);
	}

}
