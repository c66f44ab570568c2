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

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

import io.delayqueue.MessageState;
import io.delayqueue.store.BrowseRequest;
import io.delayqueue.store.ClaimRequest;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.MessageSnapshot;
import io.delayqueue.store.QueueCounts;
import io.delayqueue.store.ReplayRequest;
import io.delayqueue.support.QueueNames;
import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;

/**
 * {@link DelayQueueAdmin} on a {@link DelayQueueStore}. What goes on in the background
 * ends when it is closed.
 *
 * @since 0.1.0
 */
public class DefaultDelayQueueAdmin implements DelayQueueAdmin, AutoCloseable {

	private final DelayQueueStore store;

	private final Set<BulkRun> runs = ConcurrentHashMap.newKeySet();

	/**
	 * Create an instance.
	 * @param store keeps the messages
	 */
	public DefaultDelayQueueAdmin(DelayQueueStore store) {
		this.store = store;
	}

	@Override
	public Set<String> queues() {
		return Collections.unmodifiableSet(new TreeSet<>(this.store.queues()));
	}

	@Override
	public QueueStatistics statistics(String queue) {
		QueueCounts counts = this.store.count(QueueNames.checkQueue(queue));
		return new QueueStatistics(counts.waiting(), counts.due(), counts.leased(), counts.dead(),
				counts.oldestOverdue(), counts.paused());
	}

	@Override
	public MessagePage messages(String queue, MessageState state, @Nullable String cursor, int limit) {
		Assert.notNull(state, "'state' must not be null");
		List<MessageSnapshot> page = this.store.browse(new BrowseRequest(QueueNames.checkQueue(queue), state,
				(cursor != null) ? PageCursor.decode(cursor) : null, limit));
		String next = page.isEmpty() ? null : PageCursor.encode(BrowseRequest.Position.of(page.get(page.size() - 1)));
		return new MessagePage(page.stream().map((message) -> MessageView.of(queue, message)).toList(), next);
	}

	@Override
	public boolean pause(String queue) {
		return this.store.pause(QueueNames.checkQueue(queue));
	}

	@Override
	public boolean resume(String queue) {
		return this.store.resume(QueueNames.checkQueue(queue));
	}

	@Override
	public boolean delete(String queue, String id) {
		return this.store.cancel(QueueNames.checkQueue(queue), QueueNames.checkId(id)).isPresent();
	}

	@Override
	public boolean replay(String queue, String id) {
		List<String> ids = List.of(QueueNames.checkId(id));
		return !this.store.replay(new ReplayRequest(QueueNames.checkQueue(queue), ids, 1, null)).ids().isEmpty();
	}

	@Override
	public BulkOperation replayAll(String queue, int perSecond) {
		return replay(DeadLetterReplay.of(queue).perSecond(perSecond));
	}

	@Override
	public BulkOperation replay(DeadLetterReplay replay) {
		Assert.notNull(replay, "'replay' must not be null");
		int maxStepSize = Math.min(ClaimRequest.MAX_MESSAGES, this.store.maxScheduleBatch());
		BulkRun run = BulkRun.start("replay-" + replay.getQueue(), replay.getPerSecond(), maxStepSize,
				new DeadLetterReplayer(this.store, replay));
		this.runs.removeIf(BulkRun::hasEnded);
		this.runs.add(run);
		return run;
	}

	/**
	 * Cancel what goes on in the background: without the store it could only fail, again
	 * and again.
	 */
	@Override
	public void close() {
		this.runs.forEach(BulkOperation::cancel);
	}

}
