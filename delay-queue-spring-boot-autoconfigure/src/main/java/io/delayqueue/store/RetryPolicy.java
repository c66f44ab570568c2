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
 * How often and after which pauses a failed message is handed out again. The pauses are a
 * table, so that a store needs no arithmetic of its own.
 *
 * @param maxRetries how many failures are followed by a retry; the next one is the last.
 * {@link #UNLIMITED} for no bound
 * @param pauses the pause after the first failure, the second, …; the last one holds for
 * all further failures. From 1 to {@link #MAX_PAUSES}
 * @param jitter a random part from zero to this is added to each pause
 * @since 0.1.0
 */
public record RetryPolicy(int maxRetries, List<Duration> pauses, Duration jitter) {

	/**
	 * The value of {@code maxRetries} that sets no bound.
	 */
	public static final int UNLIMITED = Integer.MAX_VALUE;

	/**
	 * The largest number of pauses.
	 */
	public static final int MAX_PAUSES = 64;

	/**
	 * Longer than stores can tell from never, and still to be added to.
	 */
	private static final Duration LONGEST = Duration.ofMillis(DueTime.MAX_EPOCH_MILLI);

	public RetryPolicy {
		Assert.isTrue(maxRetries >= 0, () -> "'maxRetries' must not be negative, but is " + maxRetries);
		Assert.isTrue(!pauses.isEmpty() && pauses.size() <= MAX_PAUSES,
				() -> "'pauses' must have from 1 to " + MAX_PAUSES + " entries");
		pauses = pauses.stream().map(RetryPolicy::bounded).toList();
		jitter = bounded(jitter);
	}

	private static Duration bounded(Duration pause) {
		return (pause.compareTo(LONGEST) > 0) ? LONGEST : pause;
	}

	/**
	 * Return whether a message that has failed this often is retried.
	 * @param failures the number of failures, the latest included
	 * @return whether there is a retry left
	 */
	public boolean allowsRetryAfter(int failures) {
		return failures <= this.maxRetries;
	}

	/**
	 * Return the pause, without jitter, before the retry that follows a failure.
	 * @param failures the number of failures, the latest included, from 1
	 * @return the pause
	 */
	public Duration pauseAfter(int failures) {
		return this.pauses.get(Math.min(failures, this.pauses.size()) - 1);
	}

}
