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

package io.delayqueue.store.model;

import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

import io.delayqueue.store.DueTime;

/**
 * The moment of a step, and what times are seen from it.
 *
 * @param now the store's time
 */
record ModelTime(Instant now) {

	private static final BigInteger NANOS_PER_SECOND = BigInteger.valueOf(1_000_000_000);

	private static final BigInteger NANOS_PER_MILLI = BigInteger.valueOf(1_000_000);

	/**
	 * Return the milliseconds that have passed completely.
	 * @return milliseconds since the epoch
	 */
	long passed() {
		return this.now.toEpochMilli();
	}

	long micros() {
		return ChronoUnit.MICROS.between(Instant.EPOCH, this.now);
	}

	long after(Duration delay) {
		return later(bounded(roundedUp(this.now.getEpochSecond(), this.now.getNano())), delay);
	}

	long later(long epochMilli, Duration time) {
		return bounded(
				BigInteger.valueOf(epochMilli).add(roundedUp(time.getSeconds(), time.getNano()).max(BigInteger.ZERO)));
	}

	long resolve(DueTime dueTime) {
		if (dueTime instanceof DueTime.At at) {
			long wished = bounded(roundedUp(at.instant().getEpochSecond(), at.instant().getNano()));
			return Math.max(after(Duration.ZERO), wished);
		}
		return after(((DueTime.After) dueTime).delay());
	}

	boolean isPast(long epochMilli) {
		return epochMilli <= passed();
	}

	Duration until(long epochMilli) {
		return Duration.ofMillis(Math.max(0, epochMilli - passed()));
	}

	Duration since(long epochMilli) {
		return Duration.ofMillis(Math.max(0, passed() - epochMilli));
	}

	private static BigInteger roundedUp(long seconds, int nanos) {
		BigInteger total = BigInteger.valueOf(seconds).multiply(NANOS_PER_SECOND).add(BigInteger.valueOf(nanos));
		return total.add(NANOS_PER_MILLI).subtract(BigInteger.ONE).divide(NANOS_PER_MILLI);
	}

	private static long bounded(BigInteger millis) {
		return millis.max(BigInteger.ZERO).min(BigInteger.valueOf(DueTime.MAX_EPOCH_MILLI)).longValueExact();
	}

}
