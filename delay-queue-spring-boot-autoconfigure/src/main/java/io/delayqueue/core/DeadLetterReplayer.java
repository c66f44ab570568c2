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
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;

import io.delayqueue.MessageState;
import io.delayqueue.store.BrowseRequest;
import io.delayqueue.store.ClaimRequest;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.DueTime;
import io.delayqueue.store.MessageSnapshot;
import io.delayqueue.store.ReplayReply;
import io.delayqueue.store.ReplayRequest;
import io.delayqueue.store.ScheduleCommand;
import io.delayqueue.store.ScheduleReply;
import org.jspecify.annotations.Nullable;

/**
 * Replays dead letters step by step. Used by one thread.
 */
final class DeadLetterReplayer implements BulkRun.Step {

	private final DelayQueueStore store;

	private final String queue;

	private final @Nullable String targetQueue;

	private final @Nullable Deque<String> ids;

	private @Nullable Instant diedUntil;

	private BrowseRequest.@Nullable Position position;

	private long left = -1;

	DeadLetterReplayer(DelayQueueStore store, DeadLetterReplay replay) {
		this.store = store;
		this.queue = replay.getQueue();
		this.targetQueue = replay.getTargetQueue();
		List<String> ids = replay.getIds();
		this.ids = (ids != null) ? new ArrayDeque<>(ids) : null;
	}

	@Override
	public BulkRun.Result take(int size) {
		if (this.ids == null) {
			return (this.targetQueue != null) ? transferAny(this.targetQueue, size) : replayAny(size);
		}
		List<String> chosen = this.ids.stream().limit(size).toList();
		if (chosen.isEmpty()) {
			return new BulkRun.Result(0, 0, true);
		}
		return (this.targetQueue != null) ? transfer(this.targetQueue, chosen) : replay(chosen);
	}

	private BulkRun.Result replayAny(int size) {
		int done = replay(List.of(), size);
		return new BulkRun.Result(done, 0, done < size);
	}

	private BulkRun.Result replay(List<String> chosen) {
		return choiceDone(replay(chosen, chosen.size()), 0, chosen.size());
	}

	private int replay(List<String> chosen, int size) {
		ReplayReply reply = this.store.replay(new ReplayRequest(this.queue, chosen, size, this.diedUntil));
		// Those that fail again are not replayed again.
		this.diedUntil = reply.diedUntil();
		return reply.ids().size();
	}

	private BulkRun.Result transferAny(String target, int size) {
		List<MessageSnapshot> dead = browse(size);
		int done = transferAll(target, dead);
		this.left -= dead.size();
		if (!dead.isEmpty()) {
			this.position = BrowseRequest.Position.of(dead.get(dead.size() - 1));
		}
		return new BulkRun.Result(done, dead.size() - done, dead.isEmpty());
	}

	// No more in a step than a page has: to store many large ones at once would block the
	// store.
	private BulkRun.Result transfer(String target, List<String> chosen) {
		List<MessageSnapshot> dead = new ArrayList<>();
		long bytes = 0;
		int lookedAt = 0;
		for (String id : chosen) {
			MessageSnapshot found = this.store.find(this.queue, id).orElse(null);
			if (found != null && found.state() == MessageState.DEAD) {
				bytes += (found.message() != null) ? found.message().size() : 0;
				if (bytes > ClaimRequest.MAX_BYTES && !dead.isEmpty()) {
					break;
				}
				dead.add(found);
			}
			lookedAt++;
		}
		int done = transferAll(target, dead);
		return choiceDone(done, dead.size() - done, lookedAt);
	}

	// Only now: a step that failed is taken again.
	private BulkRun.Result choiceDone(int done, int skipped, int count) {
		Deque<String> ids = Objects.requireNonNull(this.ids);
		for (int i = 0; i < count; i++) {
			ids.removeFirst();
		}
		return new BulkRun.Result(done, skipped, ids.isEmpty());
	}

	private int transferAll(String target, List<MessageSnapshot> dead) {
		List<MessageSnapshot> readable = dead.stream().filter((message) -> message.message() != null).toList();
		if (readable.isEmpty()) {
			return 0;
		}
		int done = 0;
		List<ScheduleReply> replies = this.store.schedule(target,
				readable.stream().map(DeadLetterReplayer::command).toList());
		for (int i = 0; i < readable.size(); i++) {
			if (replies.get(i).outcome() == ScheduleReply.Outcome.STORED) {
				this.store.discard(this.queue, readable.get(i).id(), readable.get(i).time());
				done++;
			}
		}
		return done;
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

	// The same message: a repeated transfer is recognised by its stamp.
	private static ScheduleCommand command(MessageSnapshot message) {
		return new ScheduleCommand(message.id(), Objects.requireNonNull(message.message()),
				new DueTime.After(Duration.ZERO), false);
	}

}
