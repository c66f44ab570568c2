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

	private static final long LONGEST = TimeUnit.SECONDS.toNanos(10);

	private final LongSupplier ticker;

	private final Map<String, Pause> pauses = new HashMap<>();

	PausedQueues(LongSupplier ticker) {
		this.ticker = ticker;
	}

	/**
	 * Return the queues to leave out now.
	 * @return their names
	 */
	Set<String> now() {
		long now = this.ticker.getAsLong();
		Map<String, Pause> paused = new HashMap<>(this.pauses);
		paused.values().removeIf((pause) -> pause.end() - now <= 0);
		return paused.keySet();
	}

	/**
	 * Note what a look at all queues but the paused ones has come to.
	 * @param left those that were left out
	 * @param failed those that failed
	 */
	void update(Set<String> left, Collection<String> failed) {
		this.pauses.keySet().removeIf((queue) -> !left.contains(queue) && !failed.contains(queue));
		for (String queue : failed) {
			Pause before = this.pauses.get(queue);
			long length = (before != null) ? Math.min(LONGEST, before.length() * 2) : FIRST;
			this.pauses.put(queue, new Pause(length, this.ticker.getAsLong() + length));
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
