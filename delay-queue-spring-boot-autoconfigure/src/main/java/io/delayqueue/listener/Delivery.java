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
import java.time.Instant;

import io.delayqueue.LeaseLostException;
import io.delayqueue.store.ClaimedMessage;
import io.delayqueue.store.StoredMessage;
import org.jspecify.annotations.Nullable;

/**
 * One handing-out of a message to a listener.
 *
 * @since 0.1.0
 */
public interface Delivery {

	/**
	 * Return the queue.
	 * @return the name of the queue
	 */
	String getQueue();

	/**
	 * Return the message's id.
	 * @return the id
	 */
	String getId();

	/**
	 * Return the message as it was scheduled.
	 * @return the message
	 */
	StoredMessage getMessage();

	/**
	 * Return when the message was due; after a retry, when that was due.
	 * @return the due time by the store's clock
	 */
	Instant getDueTime();

	/**
	 * Return when the occurrence of a recurring message was due, which stays the same
	 * when it is retried.
	 * @return the due time, or {@code null} if the message does not recur
	 */
	@Nullable Instant getOccurrence();

	/**
	 * Return how late the message was when its handling began.
	 * @return the lateness
	 */
	Duration getLateness();

	/**
	 * Return how often the message has been handed out, this time included.
	 * @return the number of the attempt, from 1
	 */
	int getAttempt();

	/**
	 * Return the fencing token of this delivery: higher than that of any earlier delivery
	 * of the queue, as long as one Redis master's data lasts. Another system that is told
	 * the token with each change, and refuses one that is lower than the last, is not
	 * changed by a consumer that has lost its lease without noticing. Across a failover
	 * of Redis the tokens may begin lower.
	 * @return the token
	 */
	long getToken();

	/**
	 * Return what the message died of, if this listener takes dead letters. The number of
	 * attempts is then counted from the death on.
	 * @return the death, or {@code null} if the message is no dead letter
	 */
	ClaimedMessage.@Nullable Death getDeath();

	/**
	 * Return what says how the message is settled, if that is not left to how the
	 * handling ends. To be had once a handler has begun.
	 * @return the acknowledgment
	 */
	Acknowledgment getAcknowledgment();

	/**
	 * Return whether the lease is known to be lost, or has ended by this JVM's monotonic
	 * clock: another consumer may have the message, and what this handler returns will
	 * change nothing. A handler may then give up with a {@link LeaseLostException}.
	 * @return whether the lease is lost
	 */
	boolean isLeaseLost();

}
