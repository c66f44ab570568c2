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

package io.delayqueue.config;

import java.time.Duration;
import java.util.List;

import io.delayqueue.listener.AckMode;
import io.delayqueue.listener.HandlingSettings;
import io.delayqueue.listener.ListenerSettings;
import io.delayqueue.store.QueueLimits;
import io.delayqueue.store.RetryPolicy;
import org.jspecify.annotations.Nullable;

/**
 * What a queue or a listener sets differently from the settings that it would inherit;
 * {@code null} means inherited.
 *
 * @param concurrency how many messages are handled at a time
 * @param lease how long a message is the consumer's
 * @param maxRetries the number of retries; the pauses between them stay as they are
 * @param retryPolicy the number of retries and the pauses between them; if
 * {@code maxRetries} is set too, that is the number
 * @param deduplicationWindow how long the ids of handled messages count as taken
 * @param ackMode who settles a message, and when
 * @param notRetryable exceptions after which a message is not retried
 * @param interruptOnLeaseLost whether a handler's thread is interrupted when its lease is
 * known to be lost
 * @param limits what bounds the handing-out of messages over all consumers
 * @since 0.1.0
 */
public record ListenerSettingsOverrides(@Nullable Integer concurrency, @Nullable Duration lease,
		@Nullable Integer maxRetries, @Nullable RetryPolicy retryPolicy, @Nullable Duration deduplicationWindow,
		@Nullable AckMode ackMode, @Nullable List<Class<? extends Throwable>> notRetryable,
		@Nullable Boolean interruptOnLeaseLost, @Nullable QueueLimits limits) {

	/**
	 * Overrides nothing.
	 */
	public static final ListenerSettingsOverrides NONE = new ListenerSettingsOverrides(null, null, null, null, null);

	/**
	 * Create overrides that leave the handling of claimed messages as it is.
	 * @param concurrency how many messages are handled at a time
	 * @param lease how long a message is the consumer's
	 * @param maxRetries the number of retries
	 * @param retryPolicy the number of retries and the pauses between them
	 * @param deduplicationWindow how long the ids of handled messages count as taken
	 */
	public ListenerSettingsOverrides(@Nullable Integer concurrency, @Nullable Duration lease,
			@Nullable Integer maxRetries, @Nullable RetryPolicy retryPolicy, @Nullable Duration deduplicationWindow) {
		this(concurrency, lease, maxRetries, retryPolicy, deduplicationWindow, null, null, null, null);
	}

	/**
	 * Apply these values to the settings that would hold without them.
	 * @param settings the inherited settings
	 * @return the settings with what is set here in place of what was inherited
	 */
	public ListenerSettings applyTo(ListenerSettings settings) {
		return new ListenerSettings((this.concurrency != null) ? this.concurrency : settings.concurrency(),
				(this.lease != null) ? this.lease : settings.lease(), settings.maxPollInterval(),
				settings.shutdownTimeout(), retryPolicy(settings.retryPolicy()), settings.deadLetters(),
				(this.deduplicationWindow != null) ? this.deduplicationWindow : settings.deduplicationWindow(),
				(this.limits != null) ? this.limits : settings.limits(), handling(settings.handling()));
	}

	private HandlingSettings handling(HandlingSettings inherited) {
		return new HandlingSettings((this.ackMode != null) ? this.ackMode : inherited.ackMode(),
				(this.notRetryable != null) ? this.notRetryable : inherited.notRetryable(),
				(this.interruptOnLeaseLost != null) ? this.interruptOnLeaseLost : inherited.interruptOnLeaseLost());
	}

	private RetryPolicy retryPolicy(RetryPolicy inherited) {
		RetryPolicy policy = (this.retryPolicy != null) ? this.retryPolicy : inherited;
		return (this.maxRetries != null) ? new RetryPolicy(this.maxRetries, policy.pauses(), policy.jitter()) : policy;
	}

}
