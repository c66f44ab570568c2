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
 * Thrown when as many messages wait in a queue as may. Nothing was written.
 *
 * @since 0.1.0
 */
public class QueueFullException extends DelayQueueException {

	private static final long serialVersionUID = 1L;

	private final String queue;

	private final String id;

	public QueueFullException(String queue, String id, long maxWaiting) {
		super("Message '" + id + "' is not scheduled, since " + maxWaiting + " messages wait in queue '" + queue
				+ "', as many as may. Try again later, or raise delay-queue.queues." + queue + ".max-waiting");
		this.queue = queue;
		this.id = id;
	}

	/**
	 * Return the queue that is full.
	 * @return the name of the queue
	 */
	public String getQueue() {
		return this.queue;
	}

	/**
	 * Return the id of the message that was refused.
	 * @return the id of the message
	 */
	public String getId() {
		return this.id;
	}

}
