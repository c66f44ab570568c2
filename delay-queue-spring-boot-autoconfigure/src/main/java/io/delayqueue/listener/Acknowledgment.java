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

/**
 * Lets a handler say what becomes of its message. One of {@link #acknowledge()},
 * {@link #retryAfter(Duration)}, {@link #release()} and {@link #deadLetter(String)} can
 * be called, once; they return at once, and the store is told within milliseconds. If the
 * lease is lost by then, they change nothing.
 * <p>
 * All methods may be called by any thread. With {@link AckMode#AUTO} the message is
 * settled when the handling ends, so that nothing can be said after that; with
 * {@link AckMode#NONE} it is settled from the beginning.
 *
 * @since 0.1.0
 */
public interface Acknowledgment {

	/**
	 * The message is handled: remove it.
	 * @throws IllegalStateException if it has been settled
	 */
	void acknowledge();

	/**
	 * The message could not be handled: hand it out again after a pause. Counts as a
	 * failure, so that it goes to the dead letters if no retries are left.
	 * @param pause how long from now until it is due again
	 * @throws IllegalStateException if the message has been settled
	 */
	void retryAfter(Duration pause);

	/**
	 * The message was not handled: put it back to its old place, to be handed out again
	 * at once, here or elsewhere. Does not count as a failure: who releases a message
	 * whenever it comes keeps it going round.
	 * @throws IllegalStateException if the message has been settled
	 */
	void release();

	/**
	 * The message can't be handled: send it to the dead letters, without a retry.
	 * @param reason why, for whoever looks at the dead letters
	 * @throws IllegalStateException if the message has been settled
	 */
	void deadLetter(String reason);

	/**
	 * Let the lease last at least this long from now, also if this process can't renew it
	 * meanwhile. Leases are renewed without it; it is for a handler that knows that the
	 * process will be paused, or hands the work to another one. Waits for the store's
	 * answer.
	 * @param duration how long the lease is to last
	 * @throws io.delayqueue.LeaseLostException if the lease is lost
	 * @throws io.delayqueue.DelayQueueException if the store could not be asked
	 * @throws IllegalStateException if the message has been settled
	 */
	void extendLease(Duration duration);

	/**
	 * Return whether the lease is known to be lost, has ended by this JVM's monotonic
	 * clock, or is left to end since the container has stopped: another consumer may have
	 * the message, now or soon.
	 * @return whether the lease is lost
	 */
	boolean isLeaseLost();

}
