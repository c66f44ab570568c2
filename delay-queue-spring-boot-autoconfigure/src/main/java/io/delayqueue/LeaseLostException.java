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
 * Thrown instead of calling a handler whose message is no longer its own: the lease was
 * lost between the claim and the call, while the payload was converted for example; and
 * to a handler that asks for something which only the owner of the message may have. A
 * handler that runs for long may throw it too, to give up when it sees that its lease is
 * lost. It does not count as a failure of the message then; thrown while the lease lasts,
 * it does.
 *
 * @since 0.1.0
 */
public class LeaseLostException extends DelayQueueException {

	private static final long serialVersionUID = 1L;

	private final String queue;

	private final String id;

	public LeaseLostException(String queue, String id) {
		super("The lease of message '" + id + "' of queue '" + queue
				+ "' is lost. Another consumer may have it, or it may have been cancelled or replaced");
		this.queue = queue;
		this.id = id;
	}

	/**
	 * Return the queue that the message came from.
	 * @return the name of the queue
	 */
	public String getQueue() {
		return this.queue;
	}

	/**
	 * Return the id of the message.
	 * @return the id
	 */
	public String getId() {
		return this.id;
	}

}
