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

package io.delayqueue.outbox;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * The queues of which nothing, or not all, is to be sent at present. Used by one thread.
 */
final class HeldBackQueues {

	private static final Duration LONGEST = Duration.ofSeconds(10);

	/**
	 * A queue that costs a time-out is left out for longer than that takes, but not for
	 * longer than this on its account.
	 */
	private static final Duration LONGEST_TIMEOUT = Duration.ofSeconds(30);

	/**
	 * A queue that is full now and then is nothing to speak of.
	 */
	private static final Duration SHORTLY_FULL = Duration.ofSeconds(1);

	private final PausedQueues failed;

	private final PausedQueues unserved;

	private final PausedQueues full;

	private Set<String> wholeNow = Set.of();

	private Set<String> fullNow = Set.of();

	HeldBackQueues(LongSupplier ticker, Duration pollInterval) {
		this.failed = new PausedQueues(ticker, LONGEST);
		// Which comes back by itself, and not too late for whoever looks often.
		this.unserved = new PausedQueues(ticker, shorter(LONGEST, pollInterval));
		this.full = new PausedQueues(ticker, LONGEST);
	}

	private static Duration shorter(Duration first, Duration second) {
		return (first.compareTo(second) < 0) ? first : second;
	}

	/**
	 * Look which they are, for the next step.
	 */
	void look() {
		this.wholeNow = this.failed.now();
		this.wholeNow.addAll(this.unserved.now());
		this.fullNow = this.full.now();
		this.fullNow.removeAll(this.wholeNow);
	}

	/**
	 * Return the queues of which nothing is to be sent.
	 * @return their names
	 */
	Set<String> whole() {
		return this.wholeNow;
	}

	/**
	 * Return the queues of which no messages are to be sent, nor what follows them.
	 * @return their names
	 */
	Set<String> full() {
		return this.fullNow;
	}

	/**
	 * Return the queues that may keep others waiting for a time-out once more.
	 * @return their names
	 */
	Set<String> doubtful() {
		return this.unserved.all();
	}

	/**
	 * Return the queues that have been full for a while, those of which something is sent
	 * nevertheless included.
	 * @return their names
	 */
	Set<String> lastinglyFull() {
		return this.full.longerThan(SHORTLY_FULL);
	}

	/**
	 * Return whether there is any.
	 * @return whether something is held back
	 */
	boolean isAny() {
		return !this.wholeNow.isEmpty() || !this.fullNow.isEmpty();
	}

	/**
	 * Note what a step has come to.
	 * @param step the step
	 */
	void update(RelayStep step) {
		this.failed.update(this.wholeNow, step.failedQueues(), Duration.ZERO);
		this.unserved.update(this.wholeNow, step.unservedQueues().keySet(),
				shorter(step.sending().multipliedBy(2), LONGEST_TIMEOUT));
		Set<String> notTried = new HashSet<>(this.wholeNow);
		notTried.addAll(this.fullNow);
		this.full.update(notTried, step.fullQueues(), Duration.ZERO);
	}

	/**
	 * Return how long until there is one less.
	 * @param longest the longest time that is of interest
	 * @return the time, or the longest
	 */
	Duration untilNext(Duration longest) {
		return this.full.untilNext(this.unserved.untilNext(this.failed.untilNext(longest)));
	}

}
