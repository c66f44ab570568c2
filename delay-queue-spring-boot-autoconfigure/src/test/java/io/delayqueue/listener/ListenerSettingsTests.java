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
import java.util.List;

import io.delayqueue.store.RetryPolicy;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link ListenerSettings}.
 */
class ListenerSettingsTests {

	private static final Duration SECOND = Duration.ofSeconds(1);

	private static final RetryPolicy POLICY = new RetryPolicy(1, List.of(SECOND), Duration.ZERO);

	@Test
	void saysWhichValueIsWrong() {
		assertRefused("'concurrency'", 0, SECOND, SECOND, SECOND);
		assertRefused("'lease'", 1, Duration.ofMillis(99), SECOND, SECOND);
		assertRefused("'maxPollInterval'", 1, SECOND, Duration.ZERO, SECOND);
		assertRefused("'shutdownTimeout'", 1, SECOND, SECOND, SECOND.negated());
	}

	private void assertRefused(String name, int concurrency, Duration lease, Duration maxPollInterval,
			Duration shutdownTimeout) {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new ListenerSettings(concurrency, lease, maxPollInterval, shutdownTimeout, POLICY))
			.withMessageContaining(name);
	}

}
