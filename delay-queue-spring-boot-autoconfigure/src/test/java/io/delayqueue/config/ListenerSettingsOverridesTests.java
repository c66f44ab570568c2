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

package io.delayqueue.config;

import java.time.Duration;
import java.util.List;

import io.delayqueue.listener.ListenerSettings;
import io.delayqueue.store.RetryPolicy;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link ListenerSettingsOverrides}.
 */
class ListenerSettingsOverridesTests {

	private static final RetryPolicy POLICY = new RetryPolicy(5, List.of(Duration.ofSeconds(1), Duration.ofSeconds(2)),
			Duration.ofMillis(200));

	private static final ListenerSettings SETTINGS = new ListenerSettings(4, Duration.ofSeconds(30),
			Duration.ofSeconds(5), Duration.ofSeconds(20), POLICY);

	@Test
	void inheritsWhatIsNotSet() {
		assertThat(ListenerSettingsOverrides.NONE.applyTo(SETTINGS)).isEqualTo(SETTINGS);
	}

	@Test
	void replacesWhatIsSet() {
		RetryPolicy policy = new RetryPolicy(1, List.of(Duration.ZERO), Duration.ZERO);
		ListenerSettings settings = new ListenerSettingsOverrides(8, Duration.ofMinutes(2), null, policy, null)
			.applyTo(SETTINGS);
		assertThat(settings).isEqualTo(
				new ListenerSettings(8, Duration.ofMinutes(2), Duration.ofSeconds(5), Duration.ofSeconds(20), policy));
	}

	@Test
	void replacesNumberOfRetriesAndKeepsPauses() {
		ListenerSettings settings = new ListenerSettingsOverrides(null, null, 9, null, null).applyTo(SETTINGS);
		assertThat(settings.retryPolicy()).isEqualTo(new RetryPolicy(9, POLICY.pauses(), POLICY.jitter()));
	}

	@Test
	void replacesNumberOfRetriesOfItsOwnPolicy() {
		RetryPolicy policy = new RetryPolicy(1, List.of(Duration.ofSeconds(7)), Duration.ZERO);
		ListenerSettings settings = new ListenerSettingsOverrides(null, null, 9, policy, null).applyTo(SETTINGS);
		assertThat(settings.retryPolicy()).isEqualTo(new RetryPolicy(9, policy.pauses(), Duration.ZERO));
	}

	@Test
	void refusesWhatSettingsRefuse() {
		ListenerSettingsOverrides overrides = new ListenerSettingsOverrides(0, null, null, null, null);
		assertThatIllegalArgumentException().isThrownBy(() -> overrides.applyTo(SETTINGS))
			.withMessage("'concurrency' must be at least 1, but is 0");
	}

}
