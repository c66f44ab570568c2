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

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RetryPolicy}.
 */
class RetryPolicyTests {

	@Test
	void lastPauseHoldsForAllFurtherFailures() {
		RetryPolicy policy = new RetryPolicy(5, List.of(Duration.ofSeconds(1), Duration.ofSeconds(3)), Duration.ZERO);
		assertThat(policy.pauseAfter(1)).isEqualTo(Duration.ofSeconds(1));
		assertThat(policy.pauseAfter(2)).isEqualTo(Duration.ofSeconds(3));
		assertThat(policy.pauseAfter(9)).isEqualTo(Duration.ofSeconds(3));
	}

	@Test
	void longestPauseAndJitterCanBeAdded() {
		Duration endless = Duration.ofSeconds(Long.MAX_VALUE);
		RetryPolicy policy = new RetryPolicy(5, List.of(endless), endless);
		assertThat(new DueTime.After(policy.pauseAfter(1).plus(policy.jitter())).toMillis())
			.isEqualTo(DueTime.MAX_EPOCH_MILLI);
	}

}
