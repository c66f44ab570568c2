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

package io.delayqueue.store.memory;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import io.delayqueue.MessageState;
import io.delayqueue.store.BrowseRequest;
import io.delayqueue.store.ClaimReply;
import io.delayqueue.store.ClaimRequest;
import io.delayqueue.store.ConsumerCall;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.DueTime;
import io.delayqueue.store.ExtendRequest;
import io.delayqueue.store.HintListener;
import io.delayqueue.store.HintSubscription;
import io.delayqueue.store.LocalHints;
import io.delayqueue.store.MessageSnapshot;
import io.delayqueue.store.PurgeReply;
import io.delayqueue.store.PurgeRequest;
import io.delayqueue.store.QueueCounts;
import io.delayqueue.store.ReplayReply;
import io.delayqueue.store.ReplayRequest;
import io.delayqueue.store.RescheduleReply;
import io.delayqueue.store.ScheduleCommand;
import io.delayqueue.store.ScheduleReply;
import io.delayqueue.store.Settlement;
import io.delayqueue.store.SettlementResult;

import org.springframework.util.Assert;

/**
 * A {@link DelayQueueStore} in the memory of one JVM: for tests and for trying things
 * out. It keeps nothing beyond its own life and is bounded by the heap alone. Counting
 * messages costs as much as there are that are counted as due.
 *
 * @since 0.1.0
 */
public final class InMemoryDelayQueueStore implements DelayQueueStore {

	private static final int MAX_SCHEDULE_BATCH = 100;

	private final Map<String, MemoryQueue> queues = new ConcurrentHashMap<>();

	private final LocalHints hints = new LocalHints();

	private final InstantSource clock;

	/**
	 * Create a store that goes by the system's clock.
	 */
	public InMemoryDelayQueueStore() {
		this(InstantSource.system());
	}

	/**
	 * Create a store that goes by a clock of the caller's. One who moves it calls
	 * {@link #hintAll()} afterwards; a {@link MutableInstantSource} does so itself.
	 * @param clock the clock
	 */
	public InMemoryDelayQueueStore(InstantSource clock) {
		Assert.notNull(clock, "'clock' must not be null");
		this.clock = clock;
		if (clock instanceof MutableInstantSource mutable) {
			mutable.addListener(this::hintAll);
		}
	}

	/**
	 * Tell all subscribers when to look at each queue next. To be called after the clock
	 * was moved, since those who wait for a time by another clock don't see that it came.
	 */
	public void hintAll() {
		this.queues.values().forEach(MemoryQueue::hint);
	}

	/**
	 * Remember what waits in all queues and which of them are paused.
	 * @return what takes the store back to that, and lets it forget all else
	 */
	public Runnable savepoint() {
		Map<String, Supplier<MemoryQueue>> copies = new HashMap<>();
		this.queues.forEach((name, queue) -> copies.put(name, queue.savepoint()));
		return () -> {
			this.queues.clear();
			copies.forEach((name, copy) -> this.queues.put(name, copy.get()));
		};
	}

	@Override
	public List<ScheduleReply> schedule(String queue, List<ScheduleCommand> commands) {
		Assert.isTrue(commands.size() <= MAX_SCHEDULE_BATCH,
				() -> "'commands' must be at most " + MAX_SCHEDULE_BATCH + ", not " + commands.size());
		return queue(queue).schedule(commands);
	}

	@Override
	public int maxScheduleBatch() {
		return MAX_SCHEDULE_BATCH;
	}

	@Override
	public ClaimReply claim(ClaimRequest request) {
		return queue(request.call().queue()).claim(request);
	}

	@Override
	public List<SettlementResult> settle(ConsumerCall call, List<Settlement> settlements) {
		return queueOrEmpty(call.queue()).settle(call, checkCount("settlements", settlements));
	}

	private static <T> List<T> checkCount(String name, List<T> list) {
		Assert.isTrue(list.size() <= ClaimRequest.MAX_MESSAGES,
				() -> "'" + name + "' must be at most " + ClaimRequest.MAX_MESSAGES + ", not " + list.size());
		return list;
	}

	@Override
	public List<Boolean> extend(ConsumerCall call, ExtendRequest request) {
		return queueOrEmpty(call.queue()).extend(call, request);
	}

	@Override
	public void forget(String queue, String consumer) {
		queueOrEmpty(queue).forget(consumer);
	}

	@Override
	public RescheduleReply reschedule(String queue, String id, DueTime dueTime) {
		return queueOrEmpty(queue).reschedule(id, dueTime);
	}

	@Override
	public boolean deliverNow(String queue, String id) {
		return queueOrEmpty(queue).deliverNow(id);
	}

	@Override
	public Optional<MessageState> cancel(String queue, String id) {
		return queueOrEmpty(queue).cancel(id);
	}

	@Override
	public List<Optional<MessageSnapshot>> find(String queue, List<String> ids) {
		return queueOrEmpty(queue).find(checkCount("ids", ids));
	}

	@Override
	public List<MessageSnapshot> browse(BrowseRequest request) {
		return queueOrEmpty(request.queue()).browse(request);
	}

	@Override
	public ReplayReply replay(ReplayRequest request) {
		return queueOrEmpty(request.queue()).replay(request);
	}

	@Override
	public List<Boolean> discard(String queue, List<BrowseRequest.Position> deadLetters) {
		return queueOrEmpty(queue).discard(checkCount("deadLetters", deadLetters));
	}

	@Override
	public PurgeReply purge(PurgeRequest request) {
		return queueOrEmpty(request.queue()).purge(request);
	}

	@Override
	public boolean pause(String queue) {
		return queue(queue).pause();
	}

	@Override
	public boolean resume(String queue) {
		return queueOrEmpty(queue).resume();
	}

	@Override
	public Instant time(String queue) {
		return Instant.ofEpochMilli(StoreTime.of(this.clock.instant()).passed());
	}

	@Override
	public QueueCounts count(String queue) {
		return queueOrEmpty(queue).count();
	}

	@Override
	public List<Long> countDue(String queue, List<Duration> bounds) {
		return queueOrEmpty(queue).countDue(bounds);
	}

	@Override
	public Set<String> queues() {
		return Set.copyOf(this.queues.keySet());
	}

	@Override
	public HintSubscription subscribe(HintListener listener) {
		return this.hints.subscribe(listener);
	}

	private MemoryQueue queue(String name) {
		return this.queues.computeIfAbsent(name, this::newQueue);
	}

	// If the queue was never used, an empty one that is thrown away.
	private MemoryQueue queueOrEmpty(String name) {
		MemoryQueue queue = this.queues.get(name);
		return (queue != null) ? queue : newQueue(name);
	}

	private MemoryQueue newQueue(String name) {
		return new MemoryQueue(name, this.clock, this.hints);
	}

}
