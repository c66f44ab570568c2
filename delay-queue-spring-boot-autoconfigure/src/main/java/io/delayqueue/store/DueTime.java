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

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * When a message is due, as the caller put it. The store's clock turns it into an
 * instant: what lies in the past is due now, what lies beyond the range of the store is
 * due at the end of that range.
 *
 * @since 0.1.0
 */
public sealed interface DueTime {

	/**
	 * The latest due time that a store keeps, in milliseconds since the epoch: the
	 * largest whole number that a Redis score holds exactly.
	 */
	long MAX_EPOCH_MILLI = (1L << 53) - 1;

	/**
	 * Due some time after the store takes the message.
	 *
	 * @param delay the delay; negative means none
	 */
	record After(Duration delay) implements DueTime {

		/**
		 * Return the delay in whole milliseconds, rounded up so that nothing is early.
		 * @return from 0 to {@link DueTime#MAX_EPOCH_MILLI}
		 */
		public long toMillis() {
			if (this.delay.isNegative()) {
				return 0;
			}
			if (this.delay.getSeconds() >= MAX_EPOCH_MILLI / 1000) {
				return MAX_EPOCH_MILLI;
			}
			return TimeUnit.MILLISECONDS.convert(this.delay.plusNanos(999_999));
		}

	}

	/**
	 * Due now, and in fact since some time: asked for then, and brought to the store
	 * late. A time to live counts from when it was to be due.
	 *
	 * @param age how long; negative means not at all
	 */
	record Since(Duration age) implements DueTime {

		/**
		 * Return the age in whole milliseconds, rounded down so that nothing expires
		 * early.
		 * @return from 0 to {@link DueTime#MAX_EPOCH_MILLI}
		 */
		public long toMillis() {
			if (this.age.isNegative()) {
				return 0;
			}
			return Math.min(MAX_EPOCH_MILLI, TimeUnit.MILLISECONDS.convert(this.age));
		}

	}

	/**
	 * Due at an instant.
	 *
	 * @param instant the instant
	 */
	record At(Instant instant) implements DueTime {

		/**
		 * Return the instant in whole milliseconds since the epoch, rounded up so that
		 * nothing is early.
		 * @return from 0 to {@link DueTime#MAX_EPOCH_MILLI}
		 */
		public long toEpochMilli() {
			return EpochMillis.storedRoundedUp(this.instant);
		}

	}

}
