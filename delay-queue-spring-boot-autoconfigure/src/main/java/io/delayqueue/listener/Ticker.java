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
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;

/**
 * Monotonic time of this JVM in nanoseconds since some moment before now. It starts near
 * zero, so that moments can be compared without care for overflow.
 */
@FunctionalInterface
interface Ticker {

	/**
	 * A moment that never comes.
	 */
	long NEVER = Long.MAX_VALUE;

	/**
	 * Return the present moment.
	 * @return nanoseconds
	 */
	long read();

	/**
	 * Return the ticker of the system.
	 * @return a ticker that starts now
	 */
	static Ticker system() {
		long origin = System.nanoTime();
		return () -> System.nanoTime() - origin;
	}

	/**
	 * Return a ticker that goes by a clock.
	 * @param clock the clock, which must not be set back
	 * @return a ticker that starts now
	 */
	static Ticker of(InstantSource clock) {
		Instant origin = clock.instant();
		return () -> TimeUnit.NANOSECONDS.convert(Duration.between(origin, clock.instant()));
	}

	/**
	 * Return a later moment.
	 * @param moment the moment to count from
	 * @param duration how much later; negative counts as zero
	 * @return the later moment, or {@link #NEVER} if it is out of range
	 */
	static long after(long moment, Duration duration) {
		long nanos = Math.max(0, TimeUnit.NANOSECONDS.convert(duration));
		return (moment > NEVER - nanos) ? NEVER : moment + nanos;
	}

}
