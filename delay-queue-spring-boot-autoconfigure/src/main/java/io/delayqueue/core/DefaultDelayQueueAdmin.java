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
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

import io.delayqueue.MessageState;
import io.delayqueue.event.DeadLettersReplayedEvent;
import io.delayqueue.event.MessageBroughtForwardEvent;
import io.delayqueue.event.MessageDeletedEvent;
import io.delayqueue.event.OperatorEvent;
import io.delayqueue.event.QueuePausedEvent;
import io.delayqueue.event.QueuePurgedEvent;
import io.delayqueue.event.QueueResumedEvent;
import io.delayqueue.store.BrowseRequest;
import io.delayqueue.store.ClaimRequest;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.MessageSnapshot;
import io.delayqueue.store.QueueCounts;
import io.delayqueue.store.ReplayRequest;
import io.delayqueue.support.EventPublication;
import io.delayqueue.support.QueueNames;
import org.jspecify.annotations.Nullable;

import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.ApplicationEventPublisherAware;
import org.springframework.context.SmartLifecycle;
import org.springframework.util.Assert;

/**
 * {@link DelayQueueAdmin} on a {@link DelayQueueStore}. What goes on in the background is
 * cancelled when it is stopped, which an application context does before the connections
 * of the store are closed; then nothing new can be begun there until it is started again.
 *
 * @since 0.1.0
 */
public class DefaultDelayQueueAdmin
		implements DelayQueueAdmin, ApplicationEventPublisherAware, SmartLifecycle, AutoCloseable {

	/**
	 * Stops after the web server, whose last requests may still begin something.
	 */
	private static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 4096;

	private static final List<Duration> DUE_BOUNDS = List.of(Duration.ofMinutes(1), Duration.ofHours(1),
			Duration.ofDays(1));

	private final DelayQueueStore store;

	private final BulkRuns runs = new BulkRuns();

	private volatile boolean running;

	private volatile @Nullable ApplicationEventPublisher eventPublisher;

	/**
	 * Create an instance.
	 * @param store keeps the messages
	 */
	public DefaultDelayQueueAdmin(DelayQueueStore store) {
		this.store = store;
	}

	@Override
	public void setApplicationEventPublisher(ApplicationEventPublisher eventPublisher) {
		this.eventPublisher = eventPublisher;
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
	public DueHistogram dueHistogram(String queue) {
		List<Long> counts = this.store.countDue(QueueNames.checkQueue(queue), DUE_BOUNDS);
		return new DueHistogram(counts.get(0), counts.get(1), counts.get(2), counts.get(3), counts.get(4));
	}

	@Override
	public MessagePage messages(String queue, MessageState state, @Nullable String cursor, int limit) {
		Assert.notNull(state, "'state' must not be null");
		BrowseRequest request = new BrowseRequest(QueueNames.checkQueue(queue), state,
				(cursor != null) ? PageCursor.decode(cursor) : null, limit);
		List<MessageSnapshot> found = this.store
			.browse(request.limitedTo(Math.min(limit + 1, BrowseRequest.MAX_MESSAGES)));
		List<MessageSnapshot> page = found.subList(0, Math.min(limit, found.size()));
		return new MessagePage(page.stream().map((message) -> MessageView.of(queue, message)).toList(),
				next(request, page, found.size() > limit));
	}

	private @Nullable String next(BrowseRequest request, List<MessageSnapshot> page, boolean more) {
		if (page.isEmpty()) {
			return null;
		}
		BrowseRequest.Position last = BrowseRequest.Position.of(page.get(page.size() - 1));
		// A page that is short may be so for its bytes.
		boolean followed = more || !this.store.browse(request.after(last).limitedTo(1)).isEmpty();
		return followed ? PageCursor.encode(last) : null;
	}

	@Override
	public Optional<MessageView> find(String queue, String id) {
		return this.store.find(QueueNames.checkQueue(queue), QueueNames.checkId(id))
			.map((snapshot) -> MessageView.of(queue, snapshot));
	}

	@Override
	public boolean pause(String queue) {
		return published(this.store.pause(QueueNames.checkQueue(queue)), new QueuePausedEvent(queue));
	}

	@Override
	public boolean resume(String queue) {
		return published(this.store.resume(QueueNames.checkQueue(queue)), new QueueResumedEvent(queue));
	}

	@Override
	public boolean deliverNow(String queue, String id) {
		return published(this.store.deliverNow(QueueNames.checkQueue(queue), QueueNames.checkId(id)),
				new MessageBroughtForwardEvent(queue, id));
	}

	@Override
	public boolean delete(String queue, String id) {
		return published(this.store.cancel(QueueNames.checkQueue(queue), QueueNames.checkId(id)).isPresent(),
				new MessageDeletedEvent(queue, id));
	}

	@Override
	public long purge(String queue, MessageState state) {
		Purge purge = purgeOf(queue, state);
		long removed = 0;
		try {
			BulkRun.Result result;
			do {
				result = purge.take(ClaimRequest.MAX_MESSAGES);
				removed += result.done();
			}
			while (!result.last());
			return removed;
		}
		finally {
			published(removed > 0, new QueuePurgedEvent(queue, state, removed));
		}
	}

	private Purge purgeOf(String queue, MessageState state) {
		Assert.notNull(state, "'state' must not be null");
		return new Purge(this.store, QueueNames.checkQueue(queue), state);
	}

	@Override
	public BulkOperation purge(String queue, MessageState state, int perSecond) {
		Purge purge = purgeOf(queue, state);
		return start("purge-" + queue, BulkRun.checkPerSecond(perSecond), ClaimRequest.MAX_MESSAGES, purge,
				(end) -> new QueuePurgedEvent(queue, state, end.done()));
	}

	@Override
	public boolean replay(String queue, String id) {
		List<String> ids = List.of(QueueNames.checkId(id));
		ReplayRequest request = new ReplayRequest(QueueNames.checkQueue(queue), ids, 1, null);
		return published(!this.store.replay(request).ids().isEmpty(), new DeadLettersReplayedEvent(queue, queue, 1, 0));
	}

	@Override
	public BulkOperation replayAll(String queue, int perSecond) {
		return replay(DeadLetterReplay.of(queue).perSecond(perSecond));
	}

	@Override
	public BulkOperation replay(DeadLetterReplay replay) {
		Assert.notNull(replay, "'replay' must not be null");
		int maxStepSize = Math.min(ClaimRequest.MAX_MESSAGES, this.store.maxScheduleBatch());
		String target = Objects.requireNonNullElse(replay.getTargetQueue(), replay.getQueue());
		return start("replay-" + replay.getQueue(), replay.getPerSecond(), maxStepSize, step(replay),
				(end) -> new DeadLettersReplayedEvent(replay.getQueue(), target, end.done(), end.skipped()));
	}

	private BulkRun.Step step(DeadLetterReplay replay) {
		List<String> ids = replay.getIds();
		ChosenIds chosen = (ids != null) ? new ChosenIds(ids) : null;
		String target = replay.getTargetQueue();
		return (target != null) ? new DeadLetterTransfer(this.store, replay.getQueue(), target, chosen)
				: new DeadLetterReplayer(this.store, replay.getQueue(), chosen);
	}

	private BulkRun start(String name, int perSecond, int maxStepSize, BulkRun.Step step,
			Function<BulkProgress, OperatorEvent> event) {
		return this.runs.start(() -> BulkRun.start(name, perSecond, maxStepSize, step,
				(end) -> published(end.done() > 0, event.apply(end))));
	}

	private boolean published(boolean happened, OperatorEvent event) {
		if (happened) {
			EventPublication.publish(this.eventPublisher, event);
		}
		return happened;
	}

	@Override
	public void start() {
		this.runs.open();
		this.running = true;
	}

	/**
	 * Cancel what goes on in the background: without the store it could only fail, again
	 * and again.
	 */
	@Override
	public void stop() {
		this.running = false;
		this.runs.close();
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	@Override
	public int getPhase() {
		return PHASE;
	}

	/**
	 * Do the same as {@link #stop()}, where there is no application context.
	 */
	@Override
	public void close() {
		stop();
	}

}
