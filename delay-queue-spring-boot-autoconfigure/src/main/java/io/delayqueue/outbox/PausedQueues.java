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
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The queues whose commands have failed, which are left out for a while that grows from
 * failure to failure, so that they hold up nobody else. Used by one thread.
 */
final class PausedQueues {

	private static final long FIRST = TimeUnit.MILLISECONDS.toNanos(100);

	private final LongSupplier ticker;

	private final long longest;

	private final Map<String, Pause> pauses = new HashMap<>();

	/**
	 * Create an instance.
	 * @param ticker tells the time in nanoseconds
	 * @param longest what the time grows to in which a queue is left out
	 */
	PausedQueues(LongSupplier ticker, Duration longest) {
		this.ticker = ticker;
		this.longest = TimeUnit.NANOSECONDS.convert(longest);
	}

	/**
	 * Return the queues to leave out now.
	 * @return their names
	 */
	Set<String> now() {
		long now = this.ticker.getAsLong();
		Map<String, Pause> paused = new HashMap<>(this.pauses);
		paused.values().removeIf((pause) -> pause.end() - now <= 0);
		return new HashSet<>(paused.keySet());
	}

	/**
	 * Return the queues that have failed when they were last looked at.
	 * @return their names
	 */
	Set<String> all() {
		return Set.copyOf(this.pauses.keySet());
	}

	/**
	 * Return the queues that have failed so often that they are left out for long.
	 * @param length how long they are not called so yet
	 * @return their names
	 */
	Set<String> longerThan(Duration length) {
		long nanos = TimeUnit.NANOSECONDS.convert(length);
		Map<String, Pause> longer = new HashMap<>(this.pauses);
		longer.values().removeIf((pause) -> pause.length() <= nanos);
		return Set.copyOf(longer.keySet());
	}

	/**
	 * Note what a look at all queues but the paused ones has come to.
	 * @param left those that were left out
	 * @param failed those that failed
	 * @param shortest how long they are to be left out at least, whatever else holds
	 */
	void update(Collection<String> left, Collection<String> failed, Duration shortest) {
		this.pauses.keySet().removeIf((queue) -> !left.contains(queue) && !failed.contains(queue));
		for (String queue : failed) {
			Pause before = this.pauses.get(queue);
			long length = Math.min(this.longest, (before != null) ? before.length() * 2 : FIRST);
			long pause = Math.max(length, TimeUnit.NANOSECONDS.convert(shortest));
			this.pauses.put(queue, new Pause(length, this.ticker.getAsLong() + pause));
		}
	}

	/**
	 * Return how long until a queue is no longer to be left out.
	 * @param longest the longest time that is of interest
	 * @return the time, or the longest
	 */
	Duration untilNext(Duration longest) {
		long now = this.ticker.getAsLong();
		return this.pauses.values()
			.stream()
			.map((pause) -> Duration.ofNanos(Math.max(0, pause.end() - now)))
			.filter((left) -> left.compareTo(longest) < 0)
			.min(Duration::compareTo)
			.orElse(longest);
	}

	/**
	 * The pause of one queue.
	 *
	 * @param length how long it is
	 * @param end when it ends
	 */
	private record Pause(long length, long end) {

	}

}
