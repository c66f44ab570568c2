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

package io.delayqueue.autoconfigure;

import java.time.Duration;

import io.delayqueue.store.QueueLimits;
import io.delayqueue.support.InvalidSettingException;
import org.jspecify.annotations.Nullable;

/**
 * How fast the messages of a queue are handed out at most.
 *
 * @since 0.1.0
 */
public class RateLimitProperties {

	private static final Duration DEFAULT_PERIOD = Duration.ofSeconds(1);

	/**
	 * Number of messages that are handed out per period on average, over all instances of
	 * the application; 0 for any number.
	 */
	private @Nullable Integer messages;

	/**
	 * The period; a second unless it is set.
	 */
	private @Nullable Duration period;

	public @Nullable Integer getMessages() {
		return this.messages;
	}

	public void setMessages(@Nullable Integer messages) {
		this.messages = messages;
	}

	public @Nullable Duration getPeriod() {
		return this.period;
	}

	public void setPeriod(@Nullable Duration period) {
		this.period = period;
	}

	QueueLimits toLimits(int maxInFlight) {
		if (this.messages == null && this.period != null) {
			// Somebody believes that there is a limit.
			throw new InvalidSettingException("rateLimit.period", this.period,
					"must not be set without rate-limit.messages, which says how many messages per period (0 for any "
							+ "number)");
		}
		return new QueueLimits(maxInFlight, (this.messages != null) ? this.messages : 0,
				(this.period != null) ? this.period : DEFAULT_PERIOD);
	}

}
