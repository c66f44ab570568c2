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

package io.delayqueue.test;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link DelayQueueTestClock}.
 */
class DelayQueueTestClockTests {

	private static final Instant START = Instant.parse("2030-01-31T07:00:00Z");

	private final DelayQueueTestClock clock = new DelayQueueTestClock(START);

	@Test
	void standsStillInUtc() {
		assertThat(this.clock.instant()).isEqualTo(START);
		assertThat(this.clock.getZone()).isEqualTo(ZoneOffset.UTC);
		assertThat(this.clock).hasToString("DelayQueueTestClock[2030-01-31T07:00:00Z, Z]");
	}

	@Test
	void clocksOfOtherZonesMoveAlong() {
		Clock other = this.clock.withZone(ZoneId.of("Europe/Berlin"));
		this.clock.set(START.plusSeconds(1));
		assertThat(other.instant()).isEqualTo(START.plusSeconds(1));
		assertThat(other.getZone()).isEqualTo(ZoneId.of("Europe/Berlin"));
		assertThat(other).isNotEqualTo(this.clock);
		assertThat(other.withZone(ZoneOffset.UTC)).isEqualTo(this.clock).hasSameHashCodeAs(this.clock);
	}

	@Test
	void anotherClockIsNotEqual() {
		assertThat(new DelayQueueTestClock(START)).isNotEqualTo(this.clock);
	}

}
