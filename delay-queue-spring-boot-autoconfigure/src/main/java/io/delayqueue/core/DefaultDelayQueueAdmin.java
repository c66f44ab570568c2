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
import java.util.Set;
import java.util.TreeSet;

import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.QueueCounts;
import io.delayqueue.support.QueueNames;

/**
 * {@link DelayQueueAdmin} on a {@link DelayQueueStore}.
 *
 * @since 0.1.0
 */
public class DefaultDelayQueueAdmin implements DelayQueueAdmin {

	private final DelayQueueStore store;

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
				counts.oldestOverdue());
	}

}
