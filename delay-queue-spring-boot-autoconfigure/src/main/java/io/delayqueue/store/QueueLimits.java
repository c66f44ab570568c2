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
import java.util.concurrent.TimeUnit;

import io.delayqueue.support.InvalidSettingException;

/**
 * What bounds the handing-out of a queue's messages over all its consumers. Each consumer
 * enforces what it is given, so all should be given the same.
 *
 * @param maxInFlight how many messages may be in flight at most; 0 for any number
 * @param messages how many messages may be handed out per {@code period} on average, of
 * which a tenth, but at least one, may come at once; 0 for any number
 * @param period the time for {@code messages}, from 1 ms to 365 days
 * @since 0.1.0
 */
public record QueueLimits(int maxInFlight, int messages, Duration period) {

	private static final Duration MAX_PERIOD = Duration.ofDays(365);

	/**
	 * No limits.
	 */
	public static final QueueLimits NONE = new QueueLimits(0, 0, Duration.ofSeconds(1));

	public QueueLimits {
		InvalidSettingException.check("maxInFlight", maxInFlight, (value) -> value >= 0, "must not be negative");
		InvalidSettingException.check("rateLimit.messages", messages, (value) -> value >= 0, "must not be negative");
		InvalidSettingException.check("rateLimit.period", period,
				(value) -> value.compareTo(Duration.ofMillis(1)) >= 0 && value.compareTo(MAX_PERIOD) <= 0,
				"must be from 1ms to 365d");
	}

	/**
	 * Return the time from one message to the next at a steady rate.
	 * @return microseconds, or 0 if the rate is not limited
	 */
	public long intervalMicros() {
		return (this.messages > 0) ? Math.max(1, TimeUnit.MICROSECONDS.convert(this.period) / this.messages) : 0;
	}

	/**
	 * Return how many messages may come at once after a rest.
	 * @return the number, at least 1
	 */
	public int burst() {
		return Math.max(1, this.messages / 10);
	}

}
