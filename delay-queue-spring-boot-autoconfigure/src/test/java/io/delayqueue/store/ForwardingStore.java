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
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import io.delayqueue.MessageState;

/**
 * Passes all calls on to another store, for tests that change some of them.
 */
public abstract class ForwardingStore implements DelayQueueStore {

	private final DelayQueueStore delegate;

	protected ForwardingStore(DelayQueueStore delegate) {
		this.delegate = delegate;
	}

	@Override
	public List<ScheduleReply> schedule(String queue, List<ScheduleCommand> commands) {
		return this.delegate.schedule(queue, commands);
	}

	@Override
	public int maxScheduleBatch() {
		return this.delegate.maxScheduleBatch();
	}

	@Override
	public ClaimReply claim(ClaimRequest request) {
		return this.delegate.claim(request);
	}

	@Override
	public List<SettlementResult> settle(ConsumerCall call, List<Settlement> settlements) {
		return this.delegate.settle(call, settlements);
	}

	@Override
	public List<Boolean> extend(ConsumerCall call, ExtendRequest request) {
		return this.delegate.extend(call, request);
	}

	@Override
	public void forget(String queue, String consumer) {
		this.delegate.forget(queue, consumer);
	}

	@Override
	public RescheduleReply reschedule(String queue, String id, DueTime dueTime) {
		return this.delegate.reschedule(queue, id, dueTime);
	}

	@Override
	public boolean deliverNow(String queue, String id) {
		return this.delegate.deliverNow(queue, id);
	}

	@Override
	public Optional<MessageState> cancel(String queue, String id) {
		return this.delegate.cancel(queue, id);
	}

	@Override
	public List<Optional<MessageSnapshot>> find(String queue, List<String> ids) {
		return this.delegate.find(queue, ids);
	}

	@Override
	public List<MessageSnapshot> browse(BrowseRequest request) {
		return this.delegate.browse(request);
	}

	@Override
	public ReplayReply replay(ReplayRequest request) {
		return this.delegate.replay(request);
	}

	@Override
	public List<Boolean> discard(String queue, List<BrowseRequest.Position> deadLetters) {
		return this.delegate.discard(queue, deadLetters);
	}

	@Override
	public PurgeReply purge(PurgeRequest request) {
		return this.delegate.purge(request);
	}

	@Override
	public boolean pause(String queue) {
		return this.delegate.pause(queue);
	}

	@Override
	public boolean resume(String queue) {
		return this.delegate.resume(queue);
	}

	@Override
	public Instant time(String queue) {
		return this.delegate.time(queue);
	}

	@Override
	public QueueCounts count(String queue) {
		return this.delegate.count(queue);
	}

	@Override
	public List<Long> countDue(String queue, List<Duration> bounds) {
		return this.delegate.countDue(queue, bounds);
	}

	@Override
	public Set<String> queues() {
		return this.delegate.queues();
	}

	@Override
	public HintSubscription subscribe(HintListener listener) {
		return this.delegate.subscribe(listener);
	}

}
