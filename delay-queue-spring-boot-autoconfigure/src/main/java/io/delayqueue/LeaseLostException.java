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

/**
 * Thrown to a handler that asks for something which only the owner of the message may
 * have, when its lease is lost.
 *
 * @since 0.1.0
 */
public class LeaseLostException extends DelayQueueException {

	private static final long serialVersionUID = 1L;

	private final String queue;

	private final String messageId;

	/**
	 * Create the exception.
	 * @param queue the queue
	 * @param messageId the message's id
	 */
	public LeaseLostException(String queue, String messageId) {
		super("The lease of message '" + messageId + "' of queue '" + queue
				+ "' is lost: it ended, or the message was cancelled or replaced");
		this.queue = queue;
		this.messageId = messageId;
	}

	/**
	 * Return the queue.
	 * @return the name of the queue
	 */
	public String getQueue() {
		return this.queue;
	}

	/**
	 * Return the message's id.
	 * @return the id
	 */
	public String getMessageId() {
		return this.messageId;
	}

}
