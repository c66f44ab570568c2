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

import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;

/**
 * Asks for one message to be stored.
 *
 * @param id the id, unique in the queue
 * @param message the message
 * @param dueTime when it is due
 * @param replace whether a message that holds the id gives way, in whatever state it is
 * @param timeToLive how long after its due time the message may still be handed out,
 * rounded up to milliseconds; {@code null} for ever, as with messages that recur
 * @param priority which ones are handed out first of those that are due, from 0 to
 * {@link #HIGHEST_PRIORITY}
 * @param maxWaiting with how many waiting messages one that would be another is refused;
 * 0 for any number
 * @since 0.1.0
 */
public record ScheduleCommand(String id, StoredMessage message, DueTime dueTime, boolean replace,
		@Nullable Duration timeToLive, int priority, long maxWaiting) {

	/**
	 * The highest priority.
	 */
	public static final int HIGHEST_PRIORITY = 9;

	/**
	 * Create a command for a message that lives for ever.
	 * @param id the id, unique in the queue
	 * @param message the message
	 * @param dueTime when it is due
	 * @param replace whether a message that holds the id gives way
	 */
	public ScheduleCommand(String id, StoredMessage message, DueTime dueTime, boolean replace) {
		this(id, message, dueTime, replace, null);
	}

	/**
	 * Create a command for a message without priority, in a queue without bounds.
	 * @param id the id, unique in the queue
	 * @param message the message
	 * @param dueTime when it is due
	 * @param replace whether a message that holds the id gives way
	 * @param timeToLive how long after its due time the message may still be handed out
	 */
	public ScheduleCommand(String id, StoredMessage message, DueTime dueTime, boolean replace,
			@Nullable Duration timeToLive) {
		this(id, message, dueTime, replace, timeToLive, 0, 0);
	}

	/**
	 * Return the same command with another due time.
	 * @param dueTime when the message is due
	 * @return the command
	 */
	public ScheduleCommand due(DueTime dueTime) {
		return new ScheduleCommand(this.id, this.message, dueTime, this.replace, this.timeToLive, this.priority,
				this.maxWaiting);
	}

	public ScheduleCommand {
		Assert.isTrue(priority >= 0 && priority <= HIGHEST_PRIORITY,
				() -> "'priority' must be from 0 to " + HIGHEST_PRIORITY + ", not " + priority);
		Assert.isTrue(timeToLive == null || !message.isRecurring(),
				"A message that recurs must not have a time to live");
		Assert.isTrue(maxWaiting >= 0, () -> "'maxWaiting' must not be negative, but is " + maxWaiting);
	}

}
