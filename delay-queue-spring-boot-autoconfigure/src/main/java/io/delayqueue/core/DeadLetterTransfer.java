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

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import io.delayqueue.MessageState;
import io.delayqueue.store.BrowseRequest;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.DueTime;
import io.delayqueue.store.MessageSnapshot;
import io.delayqueue.store.ScheduleCommand;
import io.delayqueue.store.ScheduleReply;
import org.jspecify.annotations.Nullable;

/**
 * Moves dead letters to another queue step by step. Used by one thread.
 */
final class DeadLetterTransfer implements BulkRun.Step {

	private final DelayQueueStore store;

	private final String queue;

	private final String target;

	private final @Nullable ChosenIds chosen;

	private BrowseRequest.@Nullable Position position;

	private long left = -1;

	/**
	 * Create an instance.
	 * @param store keeps the messages
	 * @param queue their queue
	 * @param target the other queue
	 * @param chosen which ones, or {@code null} for all
	 */
	DeadLetterTransfer(DelayQueueStore store, String queue, String target, @Nullable ChosenIds chosen) {
		this.store = store;
		this.queue = queue;
		this.target = target;
		this.chosen = chosen;
	}

	@Override
	public BulkRun.Result take(int size) {
		if (this.chosen == null) {
			return takeAny(size);
		}
		List<String> ids = this.chosen.next(size);
		// Perhaps fewer: no more in a step than a page has.
		List<Optional<MessageSnapshot>> found = ids.isEmpty() ? List.of() : this.store.find(this.queue, ids);
		List<MessageSnapshot> dead = found.stream()
			.flatMap(Optional::stream)
			.filter((message) -> message.state() == MessageState.DEAD)
			.toList();
		int done = transfer(dead);
		return this.chosen.done(found.size(), done, dead.size() - done);
	}

	private BulkRun.Result takeAny(int size) {
		List<MessageSnapshot> dead = browse(size);
		int done = transfer(dead);
		this.left -= dead.size();
		if (!dead.isEmpty()) {
			this.position = BrowseRequest.Position.of(dead.get(dead.size() - 1));
		}
		return new BulkRun.Result(done, dead.size() - done, dead.isEmpty());
	}

	// Those that die meanwhile come last and are not counted.
	private List<MessageSnapshot> browse(int size) {
		if (this.left < 0) {
			this.left = this.store.count(this.queue).dead();
		}
		int limit = (int) Math.min(size, this.left);
		return (limit > 0) ? this.store.browse(new BrowseRequest(this.queue, MessageState.DEAD, this.position, limit))
				: List.of();
	}

	private int transfer(List<MessageSnapshot> dead) {
		List<MessageSnapshot> readable = dead.stream().filter((message) -> message.message() != null).toList();
		if (readable.isEmpty()) {
			return 0;
		}
		List<ScheduleReply> replies = this.store.schedule(this.target,
				readable.stream().map(DeadLetterTransfer::command).toList());
		List<BrowseRequest.Position> stored = new ArrayList<>();
		for (int i = 0; i < readable.size(); i++) {
			if (replies.get(i).outcome() == ScheduleReply.Outcome.STORED) {
				stored.add(BrowseRequest.Position.of(readable.get(i)));
			}
		}
		if (!stored.isEmpty()) {
			this.store.discard(this.queue, stored);
		}
		return stored.size();
	}

	// The same message: a repeated transfer is recognised by its stamp.
	private static ScheduleCommand command(MessageSnapshot message) {
		return new ScheduleCommand(message.id(), Objects.requireNonNull(message.message()).once(),
				new DueTime.After(Duration.ZERO), false);
	}

}
