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

package io.delayqueue.observation;

import io.micrometer.observation.Observation;

/**
 * The call of a listener with several messages.
 *
 * @since 0.1.0
 */
public final class HandleBatchContext extends Observation.Context {

	private final String listenerId;

	private final String queue;

	private final int size;

	/**
	 * Create a context.
	 * @param listenerId the listener's id
	 * @param queue the queue
	 * @param size the number of messages
	 */
	public HandleBatchContext(String listenerId, String queue, int size) {
		this.listenerId = listenerId;
		this.queue = queue;
		this.size = size;
	}

	/**
	 * Return the listener.
	 * @return the id of the listener
	 */
	public String getListenerId() {
		return this.listenerId;
	}

	/**
	 * Return the queue.
	 * @return the name of the queue
	 */
	public String getQueue() {
		return this.queue;
	}

	/**
	 * Return how many messages there are.
	 * @return the number of messages
	 */
	public int getSize() {
		return this.size;
	}

}
