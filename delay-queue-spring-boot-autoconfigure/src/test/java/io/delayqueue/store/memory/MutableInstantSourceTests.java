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

package io.delayqueue.store.memory;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link MutableInstantSource}.
 */
class MutableInstantSourceTests {

	private static final Instant START = Instant.parse("2030-05-01T07:00:00Z");

	private final MutableInstantSource clock = new MutableInstantSource(START);

	@Test
	void standsStillUntilMoved() {
		assertThat(this.clock.instant()).isEqualTo(START);
		this.clock.advance(Duration.ofNanos(5));
		assertThat(this.clock.instant()).isEqualTo(START.plusNanos(5));
	}

	@Test
	void canBeSetBack() {
		this.clock.set(Instant.EPOCH);
		assertThat(this.clock.instant()).isEqualTo(Instant.EPOCH);
	}

	@Test
	void stopsAtTheEndsOfTime() {
		this.clock.advance(Duration.ofSeconds(Long.MAX_VALUE));
		assertThat(this.clock.instant()).isEqualTo(Instant.MAX);
		this.clock.set(START);
		this.clock.advance(Duration.ofSeconds(Long.MIN_VALUE));
		assertThat(this.clock.instant()).isEqualTo(Instant.MIN);
	}

	@Test
	void listenersSeeTheNewTimeUntilRemoved() {
		List<Instant> seen = new ArrayList<>();
		Runnable listener = () -> seen.add(this.clock.instant());
		this.clock.addListener(listener);
		this.clock.advance(Duration.ofSeconds(1));
		this.clock.set(START);
		this.clock.removeListener(listener);
		this.clock.advance(Duration.ofSeconds(2));
		assertThat(seen).containsExactly(START.plusSeconds(1), START);
	}

	@Test
	@SuppressWarnings("NullAway")
	void refusesNull() {
		assertThatIllegalArgumentException().isThrownBy(() -> new MutableInstantSource(null))
			.withMessage("'start' must not be null");
		assertThatIllegalArgumentException().isThrownBy(() -> this.clock.set(null))
			.withMessage("'instant' must not be null");
		assertThatIllegalArgumentException().isThrownBy(() -> this.clock.advance(null))
			.withMessage("'duration' must not be null");
	}

}
