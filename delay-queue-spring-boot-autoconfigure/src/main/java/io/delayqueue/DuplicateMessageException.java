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

package io.delayqueue;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when a message with this id is already in the queue, or was handled within its
 * deduplication window, and the duplicate policy is REJECT. Nothing was written.
 *
 * @since 0.1.0
 */
public class DuplicateMessageException extends DelayQueueException {

	private static final long serialVersionUID = 1L;

	private final String queue;

	private final String id;

	private final @Nullable MessageState state;

	public DuplicateMessageException(String queue, String id, @Nullable MessageState state) {
		super((state != null)
				? "Message '" + id + "' is already in queue '" + queue + "' (state " + state
						+ "). Use the duplicate policy REPLACE or KEEP, another id, or cancel it first"
				: "Message '" + id + "' of queue '" + queue + "' was handled within its deduplication window. Use the "
						+ "duplicate policy REPLACE or another id to have another handled");
		this.queue = queue;
		this.id = id;
		this.state = state;
	}

	/**
	 * Return the queue that holds the message.
	 * @return the name of the queue
	 */
	public String getQueue() {
		return this.queue;
	}

	/**
	 * Return the id that is taken.
	 * @return the id of the message
	 */
	public String getId() {
		return this.id;
	}

	/**
	 * Return the state in which the message was found.
	 * @return the state of the message that holds the id, or {@code null} if it was
	 * handled within the deduplication window of the queue
	 */
	public @Nullable MessageState getState() {
		return this.state;
	}

}
