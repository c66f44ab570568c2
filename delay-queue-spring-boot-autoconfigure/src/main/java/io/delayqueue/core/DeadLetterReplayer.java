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

package io.delayqueue.core;

import java.time.Instant;
import java.util.List;

import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.ReplayRequest;
import org.jspecify.annotations.Nullable;

/**
 * Replays dead letters in their queue step by step. Used by one thread.
 */
final class DeadLetterReplayer implements BulkRun.Step {

	private final DelayQueueStore store;

	private final String queue;

	private final @Nullable ChosenIds chosen;

	// Those that fail again are not replayed again.
	private @Nullable Instant diedUntil;

	/**
	 * Create an instance.
	 * @param store keeps the messages
	 * @param queue their queue
	 * @param chosen which ones, or {@code null} for all
	 */
	DeadLetterReplayer(DelayQueueStore store, String queue, @Nullable ChosenIds chosen) {
		this.store = store;
		this.queue = queue;
		this.chosen = chosen;
	}

	@Override
	public BulkRun.Result take(int size) {
		// Asked beforehand, since a step whose reply was lost is taken again.
		if (this.diedUntil == null) {
			this.diedUntil = this.store.time(this.queue);
		}
		if (this.chosen == null) {
			int done = replay(List.of(), size);
			return new BulkRun.Result(done, 0, done < size);
		}
		List<String> ids = this.chosen.next(size);
		return this.chosen.done(ids.size(), ids.isEmpty() ? 0 : replay(ids, ids.size()), 0);
	}

	private int replay(List<String> ids, int size) {
		return this.store.replay(new ReplayRequest(this.queue, ids, size, this.diedUntil)).ids().size();
	}

}
