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

import org.springframework.util.Assert;

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

	public ListenerSettings {
		Assert.isTrue(concurrency >= 1, () -> "'concurrency' must be at least 1, not " + concurrency);
		Assert.isTrue(lease.toMillis() >= 100, () -> "'lease' must be at least 100ms, not " + lease);
		Assert.isTrue(maxPollInterval.toMillis() >= 1,
				() -> "'maxPollInterval' must be at least 1ms, not " + maxPollInterval);
		Assert.isTrue(!shutdownTimeout.isNegative(),
				() -> "'shutdownTimeout' must not be negative, but is " + shutdownTimeout);
	}

}
