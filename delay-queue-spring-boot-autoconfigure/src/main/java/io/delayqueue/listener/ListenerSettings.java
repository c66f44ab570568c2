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

import io.delayqueue.store.DeadLetterPolicy;
import io.delayqueue.store.QueueLimits;
import io.delayqueue.store.RetryPolicy;
import io.delayqueue.support.InvalidSettingException;

/**
 * How a container consumes one queue.
 *
 * @param concurrency how many messages are handled at a time, from 1
 * @param lease how long a message is this consumer's; renewed while it is handled. At
 * least 100 ms
 * @param maxPollInterval the longest time between two looks at the queue
 * @param shutdownTimeout how long a stop waits for running handlers before it interrupts
 * them
 * @param retryPolicy what becomes of failed messages
 * @param deadLetters which messages are kept that are not handed out any more
 * @param deduplicationWindow how long the ids of handled messages count as taken; zero
 * for not at all
 * @param limits what bounds the handing-out of the queue's messages over all consumers;
 * does not hold for dead letters
 * @param handling how claimed messages and their handlers are dealt with
 * @since 0.1.0
 */
public record ListenerSettings(int concurrency, Duration lease, Duration maxPollInterval, Duration shutdownTimeout,
		RetryPolicy retryPolicy, DeadLetterPolicy deadLetters, Duration deduplicationWindow, QueueLimits limits,
		HandlingSettings handling) {

	/**
	 * The shortest lease that leaves time to renew it.
	 */
	public static final Duration MIN_LEASE = Duration.ofMillis(100);

	// Far from where counting nanoseconds overflows.
	static final Duration MAX_DURATION = Duration.ofDays(365);

	/**
	 * Create settings that keep all dead letters, remember no ids, have no limits, and
	 * handle messages by {@link HandlingSettings#DEFAULTS default}.
	 * @param concurrency how many messages are handled at a time
	 * @param lease how long a message is this consumer's
	 * @param maxPollInterval the longest time between two looks at the queue
	 * @param shutdownTimeout how long a stop waits for running handlers
	 * @param retryPolicy what becomes of failed messages
	 */
	public ListenerSettings(int concurrency, Duration lease, Duration maxPollInterval, Duration shutdownTimeout,
			RetryPolicy retryPolicy) {
		this(concurrency, lease, maxPollInterval, shutdownTimeout, retryPolicy, DeadLetterPolicy.KEEP_ALL,
				Duration.ZERO, QueueLimits.NONE, HandlingSettings.DEFAULTS);
	}

	public ListenerSettings {
		InvalidSettingException.check("concurrency", concurrency, (value) -> value >= 1, "must be at least 1");
		checkRange("lease", lease, MIN_LEASE, "must be from 100ms to 365d");
		checkRange("maxPollInterval", maxPollInterval, Duration.ofMillis(1), "must be from 1ms to 365d");
		checkRange("shutdownTimeout", shutdownTimeout, Duration.ZERO, "must be from 0 to 365d");
		checkRange("deduplicationWindow", deduplicationWindow, Duration.ZERO, "must be from 0 to 365d");
	}

	private static void checkRange(String setting, Duration value, Duration min, String rule) {
		InvalidSettingException.check(setting, value,
				(duration) -> duration.compareTo(min) >= 0 && duration.compareTo(MAX_DURATION) <= 0, rule);
	}

}
