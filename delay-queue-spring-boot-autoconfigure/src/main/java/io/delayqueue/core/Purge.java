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

import io.delayqueue.MessageState;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.PurgeReply;
import io.delayqueue.store.PurgeRequest;
import org.jspecify.annotations.Nullable;

/**
 * Removes the messages in a state step by step. Used by one thread.
 */
final class Purge implements BulkRun.Step {

	private final DelayQueueStore store;

	private final String queue;

	private final MessageState state;

	private PurgeRequest.@Nullable Mark from;

	Purge(DelayQueueStore store, String queue, MessageState state) {
		this.store = store;
		this.queue = queue;
		this.state = state;
	}

	@Override
	public BulkRun.Result take(int size) {
		PurgeReply reply = this.store.purge(new PurgeRequest(this.queue, this.state, size, this.from));
		this.from = reply.next();
		return new BulkRun.Result(reply.removed(), 0, this.from == null);
	}

}
