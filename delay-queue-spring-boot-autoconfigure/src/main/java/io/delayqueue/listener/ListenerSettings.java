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
 * @since 0.1.0
 */
public record ListenerSettings(int concurrency, Duration lease, Duration maxPollInterval, Duration shutdownTimeout,
		RetryPolicy retryPolicy) {

	/**
	 * The shortest lease that leaves time to renew it.
	 */
	public static final Duration MIN_LEASE = Duration.ofMillis(100);

	public ListenerSettings {
		InvalidSettingException.check("concurrency", concurrency, (value) -> value >= 1, "must be at least 1");
		InvalidSettingException.check("lease", lease, (value) -> value.compareTo(MIN_LEASE) >= 0,
				"must be at least 100ms");
		InvalidSettingException.check("maxPollInterval", maxPollInterval, (value) -> value.toMillis() >= 1,
				"must be at least 1ms");
		InvalidSettingException.check("shutdownTimeout", shutdownTimeout, (value) -> !value.isNegative(),
				"must not be negative");
	}

}
