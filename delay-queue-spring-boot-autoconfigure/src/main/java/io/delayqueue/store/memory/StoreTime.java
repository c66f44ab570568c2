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

import io.delayqueue.store.DueTime;

/**
 * The moment at which an operation happens, the same for all its steps. Rounded up where
 * something is to happen later and down where it is judged whether its time has come, so
 * that nothing is early.
 *
 * @param micros microseconds since the epoch
 */
record StoreTime(long micros) {

	static StoreTime of(Instant instant) {
		if (instant.getEpochSecond() < 0) {
			return new StoreTime(0);
		}
		if (instant.getEpochSecond() >= DueTime.MAX_EPOCH_MILLI / 1000) {
			return new StoreTime(DueTime.MAX_EPOCH_MILLI * 1000);
		}
		return new StoreTime(instant.getEpochSecond() * 1_000_000 + instant.getNano() / 1000);
	}

	/**
	 * Return the milliseconds since the epoch that have passed completely.
	 * @return the time, rounded down
	 */
	long passed() {
		return this.micros / 1000;
	}

	/**
	 * Return when a message is due.
	 * @param dueTime the caller's wish
	 * @return milliseconds since the epoch, neither past nor beyond the range
	 */
	long resolve(DueTime dueTime) {
		if (dueTime instanceof DueTime.At at) {
			return Math.max(at.toEpochMilli(), roundedUp());
		}
		if (dueTime instanceof DueTime.Since) {
			return roundedUp();
		}
		return saturated(roundedUp() + ((DueTime.After) dueTime).toMillis());
	}

	/**
	 * Return from when on a message's time to live counts.
	 * @param dueTime the caller's wish
	 * @return milliseconds since the epoch: when it is due, or was to be
	 */
	long nominal(DueTime dueTime) {
		long due = resolve(dueTime);
		return (dueTime instanceof DueTime.Since since) ? Math.max(0, due - since.toMillis()) : due;
	}

	/**
	 * Return the time after a pause, a lease or the like.
	 * @param duration how long; negative means none
	 * @return milliseconds since the epoch, not beyond the range
	 */
	long after(Duration duration) {
		return resolve(new DueTime.After(duration));
	}

	/**
	 * Return the milliseconds since the epoch that will have passed some time from now.
	 * @param duration how long, rounded up to milliseconds; negative means none
	 * @return the time, not beyond the range
	 */
	long passedAfter(Duration duration) {
		return saturated(passed() + new DueTime.After(duration).toMillis());
	}

	/**
	 * Return how long it is until a time.
	 * @param epochMilli the time
	 * @return how long, or zero if it has come
	 */
	Duration until(long epochMilli) {
		return Duration.ofMillis(Math.max(0, epochMilli - passed()));
	}

	/**
	 * Return how long ago a time was.
	 * @param epochMilli the time
	 * @return how long, or zero if it is still to come
	 */
	Duration since(long epochMilli) {
		return Duration.ofMillis(Math.max(0, passed() - epochMilli));
	}

	private long roundedUp() {
		return saturated((this.micros + 999) / 1000);
	}

	private static long saturated(long epochMilli) {
		return Math.min(DueTime.MAX_EPOCH_MILLI, epochMilli);
	}

}
