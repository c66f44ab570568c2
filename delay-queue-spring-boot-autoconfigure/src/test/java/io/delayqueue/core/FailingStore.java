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

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

import io.delayqueue.DelayQueueException;
import io.delayqueue.MessageState;
import io.delayqueue.OutcomeUnknownException;
import io.delayqueue.store.ClaimReply;
import io.delayqueue.store.ClaimRequest;
import io.delayqueue.store.ConsumerCall;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.ExtendRequest;
import io.delayqueue.store.HintListener;
import io.delayqueue.store.HintSubscription;
import io.delayqueue.store.MessageSnapshot;
import io.delayqueue.store.QueueCounts;
import io.delayqueue.store.ScheduleCommand;
import io.delayqueue.store.ScheduleReply;
import io.delayqueue.store.Settlement;
import io.delayqueue.store.SettlementResult;

/**
 * A store whose schedule calls fail, or whose replies are lost, when told so.
 */
class FailingStore implements DelayQueueStore {

	private final DelayQueueStore delegate;

	private final AtomicInteger untilFailure = new AtomicInteger(-1);

	private final AtomicInteger untilLoss = new AtomicInteger(-1);

	private int maxScheduleBatch;

	FailingStore(DelayQueueStore delegate) {
		this.delegate = delegate;
		this.maxScheduleBatch = delegate.maxScheduleBatch();
	}

	void failNextCall() {
		failCall(0);
	}

	void failCall(int callsBefore) {
		this.untilFailure.set(callsBefore);
	}

	void loseNextReply() {
		loseReply(0);
	}

	void loseReply(int callsBefore) {
		this.untilLoss.set(callsBefore);
	}

	void setMaxScheduleBatch(int maxScheduleBatch) {
		this.maxScheduleBatch = maxScheduleBatch;
	}

	@Override
	public List<ScheduleReply> schedule(String queue, List<ScheduleCommand> commands) {
		if (this.untilFailure.getAndDecrement() == 0) {
			throw new DelayQueueException("Nothing was written");
		}
		List<ScheduleReply> replies = this.delegate.schedule(queue, commands);
		if (this.untilLoss.getAndDecrement() == 0) {
			throw new OutcomeUnknownException("No reply came", null);
		}
		return replies;
	}

	@Override
	public int maxScheduleBatch() {
		return this.maxScheduleBatch;
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
	public Optional<MessageState> cancel(String queue, String id) {
		return this.delegate.cancel(queue, id);
	}

	@Override
	public Optional<MessageSnapshot> find(String queue, String id) {
		return this.delegate.find(queue, id);
	}

	@Override
	public QueueCounts count(String queue) {
		return this.delegate.count(queue);
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
