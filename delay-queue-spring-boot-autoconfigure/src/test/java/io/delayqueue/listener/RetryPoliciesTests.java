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

package io.delayqueue.listener;

import java.time.Duration;

import io.delayqueue.store.RetryPolicy;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link RetryPolicies}.
 */
class RetryPoliciesTests {

	private static final Duration SECOND = Duration.ofSeconds(1);

	@Test
	void pausesGrowUntilTheCap() {
		RetryPolicy policy = RetryPolicies.exponential(10, SECOND, 2, Duration.ofSeconds(5), Duration.ZERO);
		assertThat(policy.pauses()).containsExactly(SECOND, Duration.ofSeconds(2), Duration.ofSeconds(4),
				Duration.ofSeconds(5));
		assertThat(policy.pauseAfter(9)).isEqualTo(Duration.ofSeconds(5));
	}

	@Test
	void allowsNoMoreThanItsRetries() {
		RetryPolicy policy = RetryPolicies.exponential(2, SECOND, 2, Duration.ofHours(1), Duration.ZERO);
		assertThat(policy.allowsRetryAfter(2)).isTrue();
		assertThat(policy.allowsRetryAfter(3)).isFalse();
	}

	@Test
	void allowsNoRetryIfThereAreNone() {
		RetryPolicy policy = RetryPolicies.exponential(0, SECOND, 2, Duration.ofHours(1), Duration.ZERO);
		assertThat(policy.allowsRetryAfter(1)).isFalse();
	}

	@Test
	void hasOnePauseWithoutGrowth() {
		assertThat(RetryPolicies.exponential(10, SECOND, 1, SECOND, Duration.ZERO).pauses()).containsExactly(SECOND);
		assertThat(RetryPolicies.exponential(10, Duration.ZERO, 3, SECOND, Duration.ZERO).pauses())
			.containsExactly(Duration.ZERO);
	}

	@Test
	void boundsTheTable() {
		RetryPolicy policy = RetryPolicies.exponential(RetryPolicy.UNLIMITED, Duration.ofMillis(100), 1.05,
				Duration.ofDays(100_000_000), SECOND);
		assertThat(policy.pauses()).hasSize(RetryPolicy.MAX_PAUSES).isSorted();
		assertThat(policy.allowsRetryAfter(1_000_000)).isTrue();
		assertThat(policy.jitter()).isEqualTo(SECOND);
	}

	@Test
	void saysWhichArgumentIsWrong() {
		assertRefused("'maxRetries'", -1, SECOND, 2, SECOND, Duration.ZERO);
		assertRefused("'delay'", 1, SECOND.negated(), 2, SECOND, Duration.ZERO);
		assertRefused("'multiplier'", 1, SECOND, 0.5, SECOND, Duration.ZERO);
		assertRefused("'multiplier'", 1, SECOND, Double.NaN, SECOND, Duration.ZERO);
		assertRefused("'multiplier'", 1, SECOND, Double.POSITIVE_INFINITY, SECOND, Duration.ZERO);
		assertRefused("'maxDelay'", 1, SECOND, 2, Duration.ofMillis(999), Duration.ZERO);
		assertRefused("'jitter'", 1, SECOND, 2, SECOND, SECOND.negated());
	}

	private void assertRefused(String argument, int maxRetries, Duration delay, double multiplier, Duration maxDelay,
			Duration jitter) {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> RetryPolicies.exponential(maxRetries, delay, multiplier, maxDelay, jitter))
			.withMessageContaining(argument);
	}

}
