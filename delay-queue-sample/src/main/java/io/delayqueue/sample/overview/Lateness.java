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

package io.delayqueue.sample.overview;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * How late work was done, from its due time to its end, in milliseconds.
 *
 * @param count how many pieces of work are looked at
 * @param minMillis the least; below zero something came early
 * @param p50Millis the median
 * @param p99Millis what 99 of 100 stay below
 * @param maxMillis the most
 * @since 0.1.0
 */
public record Lateness(long count, @Nullable Long minMillis, @Nullable Long p50Millis, @Nullable Long p99Millis,
		@Nullable Long maxMillis) {

	/**
	 * Return how late one piece of work was done.
	 * @param dueAt when it was due
	 * @param doneAt when it was done, or {@code null} if it isn't
	 * @return the time in between in milliseconds, or {@code null} if it isn't done
	 */
	public static @Nullable Long millis(Instant dueAt, @Nullable Instant doneAt) {
		return (doneAt != null) ? Duration.between(dueAt, doneAt).toMillis() : null;
	}

}
