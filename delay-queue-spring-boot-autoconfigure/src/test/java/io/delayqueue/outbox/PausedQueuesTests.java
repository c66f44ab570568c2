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

package io.delayqueue.outbox;

import java.time.Duration;
import java.util.Set;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PausedQueues}.
 */
class PausedQueuesTests {

	private static final Duration HOUR = Duration.ofHours(1);

	private long nanos = Long.MAX_VALUE - 1;

	private final PausedQueues paused = new PausedQueues(() -> this.nanos, Duration.ofSeconds(10));

	@Test
	void pausesForLongerFromFailureToFailure() {
		this.paused.update(Set.of(), Set.of("q"), Duration.ZERO);
		assertThat(this.paused.now()).containsExactly("q");
		assertThat(this.paused.untilNext(HOUR)).isEqualTo(Duration.ofMillis(100));
		pass(Duration.ofMillis(100));
		assertThat(this.paused.now()).isEmpty();
		this.paused.update(Set.of(), Set.of("q"), Duration.ZERO);
		assertThat(this.paused.untilNext(HOUR)).isEqualTo(Duration.ofMillis(200));
		for (int i = 0; i < 20; i++) {
			this.paused.update(Set.of(), Set.of("q"), Duration.ZERO);
		}
		assertThat(this.paused.untilNext(HOUR)).isEqualTo(Duration.ofSeconds(10));
	}

	@Test
	void tellsWhichHaveFailedForLong() {
		for (int i = 0; i < 4; i++) {
			this.paused.update(Set.of(), Set.of("q"), Duration.ZERO);
			assertThat(this.paused.longerThan(Duration.ofSeconds(1))).isEmpty();
		}
		this.paused.update(Set.of(), Set.of("q", "other"), Duration.ZERO);
		assertThat(this.paused.longerThan(Duration.ofSeconds(1))).containsExactly("q");
		this.paused.update(Set.of(), Set.of("other"), Duration.ZERO);
		assertThat(this.paused.longerThan(Duration.ofSeconds(1))).isEmpty();
	}

	@Test
	void beginsAnewAfterASuccess() {
		this.paused.update(Set.of(), Set.of("q"), Duration.ZERO);
		pass(Duration.ofMillis(100));
		this.paused.update(Set.of(), Set.of(), Duration.ZERO);
		assertThat(this.paused.untilNext(HOUR)).isEqualTo(HOUR);
		this.paused.update(Set.of(), Set.of("q"), Duration.ZERO);
		assertThat(this.paused.untilNext(HOUR)).isEqualTo(Duration.ofMillis(100));
	}

	@Test
	void keepsWhatWasLeftOut() {
		this.paused.update(Set.of(), Set.of("q"), Duration.ZERO);
		pass(Duration.ofMillis(40));
		this.paused.update(this.paused.now(), Set.of("other"), Duration.ZERO);
		assertThat(this.paused.now()).containsExactlyInAnyOrder("q", "other");
		assertThat(this.paused.untilNext(HOUR)).isEqualTo(Duration.ofMillis(60));
		assertThat(this.paused.untilNext(Duration.ofMillis(5))).isEqualTo(Duration.ofMillis(5));
	}

	private void pass(Duration time) {
		this.nanos += time.toNanos();
	}

}
