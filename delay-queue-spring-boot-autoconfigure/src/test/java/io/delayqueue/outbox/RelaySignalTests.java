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

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RelaySignal}.
 */
class RelaySignalTests {

	private static final Duration LONG = Duration.ofMinutes(10);

	private final RelaySignal signal = new RelaySignal();

	@Test
	void doesNotWaitForWhatWasSaidBefore() {
		this.signal.wake();
		this.signal.pause(Duration.ofMillis(1));
		this.signal.awaitWork(LONG);
		this.signal.stop();
		this.signal.pause(LONG);
		assertThat(this.signal.isStopped()).isTrue();
	}

	@Test
	void takesAnInterruptForNoStop() {
		Thread.currentThread().interrupt();
		this.signal.awaitWork(LONG);
		assertThat(this.signal.isStopped()).isFalse();
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
	}

}
