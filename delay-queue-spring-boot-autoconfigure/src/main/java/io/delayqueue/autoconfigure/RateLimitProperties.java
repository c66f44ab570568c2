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

/**
 * How fast the messages of a queue are handed out at most.
 *
 * @since 0.1.0
 */
public class RateLimitProperties {

	/**
	 * Number of messages that are handed out per period on average, over all instances of
	 * the application; 0 for any number.
	 */
	private int messages;

	/**
	 * The period.
	 */
	private Duration period = Duration.ofSeconds(1);

	public int getMessages() {
		return this.messages;
	}

	public void setMessages(int messages) {
		this.messages = messages;
	}

	public Duration getPeriod() {
		return this.period;
	}

	public void setPeriod(Duration period) {
		this.period = period;
	}

}
