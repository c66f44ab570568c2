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

/**
 * Asks for one message to be stored.
 *
 * @param id the id, unique in the queue
 * @param message the message
 * @param dueTime when it is due
 * @param replace whether a message that holds the id gives way, in whatever state it is
 * @param timeToLive how long after its due time the message may still be handed out,
 * rounded up to milliseconds; {@code null} for ever
 * @since 0.1.0
 */
public record ScheduleCommand(String id, StoredMessage message, DueTime dueTime, boolean replace,
		@Nullable Duration timeToLive) {

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

}
