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
 * Thrown when it is not known whether a message was scheduled: the command was sent and
 * no reply came. Repeat it with the id of this exception and the duplicate policy KEEP to
 * be certain that the message is there once.
 *
 * @since 0.1.0
 */
public class UncertainScheduleException extends OutcomeUnknownException {

	private static final long serialVersionUID = 1L;

	private final String queue;

	private final String id;

	public UncertainScheduleException(String queue, String id, @Nullable Throwable cause) {
		super("It is not known whether message '" + id + "' was scheduled on queue '" + queue
				+ "': no reply came. Repeat it with this id and the duplicate policy KEEP", cause);
		this.queue = queue;
		this.id = id;
	}

	/**
	 * Return the queue that the message was meant for.
	 * @return the name of the queue
	 */
	public String getQueue() {
		return this.queue;
	}

	/**
	 * Return the id that the message has if it was scheduled.
	 * @return the id of the message
	 */
	public String getId() {
		return this.id;
	}

}
