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
import java.util.UUID;

import io.delayqueue.store.ConsumerCall;
import io.delayqueue.store.Source;

/**
 * Makes the calls of one consumer distinguishable, and confirms the claims whose replies
 * have arrived. Used by the poller's thread only.
 */
final class ConsumerCalls {

	// A consumer that is killed before it confirmed must not be taken for one that never
	// got the messages; a settlement mostly comes sooner than this.
	private static final Duration CONFIRM_AFTER = Duration.ofMillis(250);

	private static final int MAX_READABLE = 24;

	private final Ticker ticker;

	private final String queue;

	private final String consumer;

	private final Source source;

	private long lastNumber;

	private long token;

	private long confirmAt = Ticker.NEVER;

	ConsumerCalls(String listenerId, String queue, Source source, Ticker ticker) {
		this.ticker = ticker;
		this.queue = queue;
		this.source = source;
		String unique = Long.toUnsignedString(UUID.randomUUID().getLeastSignificantBits(), 36);
		String readable = listenerId.replaceAll("[^A-Za-z0-9._-]", "_");
		this.consumer = readable.substring(0, Math.min(MAX_READABLE, readable.length())) + "-" + unique;
	}

	String consumer() {
		return this.consumer;
	}

	ConsumerCall next() {
		this.lastNumber++;
		return new ConsumerCall(this.queue, this.consumer, this.lastNumber, this.token, this.source);
	}

	/**
	 * Note that a call was answered, and so what it confirmed is confirmed.
	 * @param call the call
	 */
	void answered(ConsumerCall call) {
		if (call.confirmed() == this.token) {
			this.confirmAt = Ticker.NEVER;
		}
	}

	/**
	 * Note that the reply of a claim has arrived.
	 * @param token the claim's token, or 0 if no message was handed out
	 */
	void claimed(long token) {
		if (token != 0) {
			this.token = token;
			this.confirmAt = Ticker.after(this.ticker.read(), CONFIRM_AFTER);
		}
	}

	/**
	 * Return when to confirm the last claim by a call of its own.
	 * @return the moment, or never if it is confirmed
	 */
	long confirmAt() {
		return this.confirmAt;
	}

}
