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

import java.time.Duration;
import java.util.Map;

import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.ReceiverContext;

/**
 * The handling of a message. A trace among the message's headers goes on.
 *
 * @since 0.1.0
 */
public final class HandleContext extends ReceiverContext<Map<String, String>> {

	private final String queue;

	private final String listenerId;

	private final String messageId;

	private final int attempt;

	private final Duration lateness;

	/**
	 * Create a context.
	 * @param listenerId the listener's id
	 * @param queue the queue
	 * @param messageId the message's id
	 * @param headers the message's headers
	 * @param attempt how often the message was handed out
	 * @param lateness how late the handling begins
	 */
	public HandleContext(String listenerId, String queue, String messageId, Map<String, String> headers, int attempt,
			Duration lateness) {
		super((carrier, key) -> carrier.get(key), Kind.CONSUMER);
		this.listenerId = listenerId;
		this.queue = queue;
		this.messageId = messageId;
		this.attempt = attempt;
		this.lateness = lateness;
		setCarrier(headers);
	}

	/**
	 * Return the queue.
	 * @return the name of the queue
	 */
	public String getQueue() {
		return this.queue;
	}

	/**
	 * Return the listener.
	 * @return the id of the listener
	 */
	public String getListenerId() {
		return this.listenerId;
	}

	/**
	 * Return the message's id.
	 * @return the id
	 */
	public String getMessageId() {
		return this.messageId;
	}

	/**
	 * Return how often the message was handed out, this time included.
	 * @return the number of the attempt, from 1
	 */
	public int getAttempt() {
		return this.attempt;
	}

	/**
	 * Return how late the handling began.
	 * @return the lateness
	 */
	public Duration getLateness() {
		return this.lateness;
	}

}
