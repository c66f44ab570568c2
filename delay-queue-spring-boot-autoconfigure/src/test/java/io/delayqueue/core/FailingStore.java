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
import java.util.concurrent.atomic.AtomicInteger;

import io.delayqueue.DelayQueueException;
import io.delayqueue.OutcomeUnknownException;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.ForwardingStore;
import io.delayqueue.store.ScheduleCommand;
import io.delayqueue.store.ScheduleReply;

/**
 * A store whose schedule calls fail, or whose replies are lost, when told so.
 */
class FailingStore extends ForwardingStore {

	private final AtomicInteger untilFailure = new AtomicInteger(-1);

	private final AtomicInteger untilLoss = new AtomicInteger(-1);

	private int maxScheduleBatch;

	FailingStore(DelayQueueStore delegate) {
		super(delegate);
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
		List<ScheduleReply> replies = super.schedule(queue, commands);
		if (this.untilLoss.getAndDecrement() == 0) {
			throw new OutcomeUnknownException("No reply came", null);
		}
		return replies;
	}

	@Override
	public int maxScheduleBatch() {
		return this.maxScheduleBatch;
	}

}
