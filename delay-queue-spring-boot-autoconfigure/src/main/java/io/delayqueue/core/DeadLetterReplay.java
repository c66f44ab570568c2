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

import java.util.Collection;
import java.util.List;

import io.delayqueue.support.QueueNames;
import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;

/**
 * Says which dead letters are to be handled again, where and how fast.
 *
 * @since 0.1.0
 * @see DelayQueueAdmin#replay(DeadLetterReplay)
 */
public final class DeadLetterReplay {

	private static final int DEFAULT_PER_SECOND = 100;

	private final String queue;

	private @Nullable List<String> ids;

	private @Nullable String targetQueue;

	private int perSecond = DEFAULT_PER_SECOND;

	private DeadLetterReplay(String queue) {
		this.queue = queue;
	}

	/**
	 * Replay all dead letters that a queue has when the replay begins, the longest dead
	 * first, 100 per second.
	 * @param queue the queue
	 * @return the replay, to be restricted further
	 */
	public static DeadLetterReplay of(String queue) {
		return new DeadLetterReplay(QueueNames.checkQueue(queue));
	}

	/**
	 * Replay these only.
	 * @param ids the ids of the messages; those that are no dead letters are left alone
	 * @return this
	 */
	public DeadLetterReplay ids(Collection<String> ids) {
		Assert.notNull(ids, "'ids' must not be null");
		this.ids = ids.stream().map(QueueNames::checkId).distinct().toList();
		return this;
	}

	/**
	 * Let another queue have them. Each is stored there before it is removed here, so
	 * that a crash between the two leaves it in both. One whose id is taken there stays
	 * where it is. One that is cancelled here between the two is handled there all the
	 * same.
	 * @param queue the other queue; the same queue as before means that they stay in it
	 * @return this
	 */
	public DeadLetterReplay to(String queue) {
		// What is stored where it is already would be taken for its own copy and removed.
		this.targetQueue = QueueNames.checkQueue(queue).equals(this.queue) ? null : queue;
		return this;
	}

	/**
	 * Set how many messages are replayed per second at most.
	 * @param perSecond from 1 to 10,000
	 * @return this
	 */
	public DeadLetterReplay perSecond(int perSecond) {
		this.perSecond = BulkRun.checkPerSecond(perSecond);
		return this;
	}

	String getQueue() {
		return this.queue;
	}

	@Nullable List<String> getIds() {
		return this.ids;
	}

	@Nullable String getTargetQueue() {
		return this.targetQueue;
	}

	int getPerSecond() {
		return this.perSecond;
	}

}
