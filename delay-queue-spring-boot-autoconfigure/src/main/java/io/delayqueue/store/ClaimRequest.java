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
import java.util.List;

import org.springframework.util.Assert;

/**
 * Asks for due messages.
 *
 * @param call the consumer's call
 * @param maxMessages how many messages to hand out at most, from 1 to
 * {@link #MAX_MESSAGES}
 * @param lease how long they are the consumer's, rounded up to milliseconds
 * @param retryPolicy what becomes of messages whose lease ended
 * @param settlements what to settle first, at most {@link #MAX_MESSAGES}
 * @param deadLetters which messages are kept that are not handed out any more
 * @param limits what bounds the handing-out of messages; not of dead letters
 * @since 0.1.0
 */
public record ClaimRequest(ConsumerCall call, int maxMessages, Duration lease, RetryPolicy retryPolicy,
		List<Settlement> settlements, DeadLetterPolicy deadLetters, QueueLimits limits) {

	/**
	 * The largest number of messages in a claim, of settlements in a call, and of leases
	 * in an extension.
	 */
	public static final int MAX_MESSAGES = 256;

	/**
	 * The largest number of bytes in a claim of more than one message: payloads, headers
	 * and what a store adds to them.
	 */
	public static final int MAX_BYTES = 1 << 20;

	/**
	 * Ask for due messages without limits, keep all dead letters.
	 * @param call the consumer's call
	 * @param maxMessages how many messages to hand out at most
	 * @param lease how long they are the consumer's
	 * @param retryPolicy what becomes of messages whose lease ended
	 * @param settlements what to settle first
	 */
	public ClaimRequest(ConsumerCall call, int maxMessages, Duration lease, RetryPolicy retryPolicy,
			List<Settlement> settlements) {
		this(call, maxMessages, lease, retryPolicy, settlements, DeadLetterPolicy.KEEP_ALL);
	}

	/**
	 * Ask for due messages without limits.
	 * @param call the consumer's call
	 * @param maxMessages how many messages to hand out at most
	 * @param lease how long they are the consumer's
	 * @param retryPolicy what becomes of messages whose lease ended
	 * @param settlements what to settle first
	 * @param deadLetters which messages are kept that are not handed out any more
	 */
	public ClaimRequest(ConsumerCall call, int maxMessages, Duration lease, RetryPolicy retryPolicy,
			List<Settlement> settlements, DeadLetterPolicy deadLetters) {
		this(call, maxMessages, lease, retryPolicy, settlements, deadLetters, QueueLimits.NONE);
	}

	public ClaimRequest {
		Assert.isTrue(maxMessages >= 1 && maxMessages <= MAX_MESSAGES,
				() -> "'maxMessages' must be from 1 to " + MAX_MESSAGES + ", not " + maxMessages);
		Assert.isTrue(lease.compareTo(Duration.ZERO) > 0, () -> "'lease' must be positive, not " + lease);
		int count = settlements.size();
		Assert.isTrue(count <= MAX_MESSAGES, () -> "'settlements' must be at most " + MAX_MESSAGES + ", not " + count);
		settlements = List.copyOf(settlements);
	}

}
