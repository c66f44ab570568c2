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

import java.time.Instant;

/**
 * Instants as whole milliseconds since the epoch. What lies beyond a range is taken for
 * its nearest end: nothing overflows, whatever instant a caller gives.
 *
 * @since 0.1.0
 */
public final class EpochMillis {

	private static final Instant EARLIEST = Instant.ofEpochMilli(Long.MIN_VALUE);

	private static final Instant LATEST = Instant.ofEpochMilli(Long.MAX_VALUE);

	private EpochMillis() {
	}

	/**
	 * Return an instant within the range of a {@code long}.
	 * @param instant the instant
	 * @return milliseconds since the epoch, rounded down
	 */
	public static long of(Instant instant) {
		if (instant.isBefore(EARLIEST)) {
			return Long.MIN_VALUE;
		}
		return instant.isAfter(LATEST) ? Long.MAX_VALUE : instant.toEpochMilli();
	}

	/**
	 * Return an instant within the range of times that a store keeps.
	 * @param instant the instant
	 * @return from 0 to {@link DueTime#MAX_EPOCH_MILLI}, rounded down
	 */
	public static long stored(Instant instant) {
		return Math.max(0, Math.min(DueTime.MAX_EPOCH_MILLI, of(instant)));
	}

	/**
	 * Return an instant within the range of times that a store keeps.
	 * @param instant the instant
	 * @return from 0 to {@link DueTime#MAX_EPOCH_MILLI}, rounded up so that nothing is
	 * early
	 */
	public static long storedRoundedUp(Instant instant) {
		long millis = stored(instant);
		return Instant.ofEpochMilli(millis).isBefore(instant) ? Math.min(DueTime.MAX_EPOCH_MILLI, millis + 1) : millis;
	}

}
