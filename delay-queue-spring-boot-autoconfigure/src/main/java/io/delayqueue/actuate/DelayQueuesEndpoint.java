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

package io.delayqueue.actuate;

import io.delayqueue.MessageState;
import io.delayqueue.config.DelayListenerEndpointRegistry;
import io.delayqueue.core.DelayQueueAdmin;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/**
 * {@link Endpoint} for operators: looks at queues and their messages. What changes them,
 * and what depends on who asks, is in its extensions.
 *
 * @since 0.1.0
 * @see DelayQueuesEndpointWebExtension
 * @see DelayQueuesEndpointJmxExtension
 */
@Endpoint(id = "delayqueues")
public class DelayQueuesEndpoint {

	private final QueueOperator operator;

	private final Show showPayload;

	/**
	 * Create an endpoint.
	 * @param admin does what operators ask for
	 * @param registry knows the listeners, if there are any
	 * @param showPayload when payloads are shown
	 */
	public DelayQueuesEndpoint(DelayQueueAdmin admin, @Nullable DelayListenerEndpointRegistry registry,
			Show showPayload) {
		this.operator = new QueueOperator(admin, registry);
		this.showPayload = showPayload;
	}

	QueueOperator operator() {
		return this.operator;
	}

	Show showPayload() {
		return this.showPayload;
	}

	/**
	 * Return the queues, a part at a time, by name.
	 * @param cursor where to go on, from the part before; {@code null} to begin
	 * @param limit how many at most, from 1 to 1,000; {@code null} for 100
	 * @return how many messages each holds
	 */
	@ReadOperation
	public QueuesDescriptor queues(@Nullable String cursor, @Nullable Integer limit) {
		return this.operator.queues(cursor, limit);
	}

	/**
	 * Return a queue.
	 * @param queue its name
	 * @return what there is to say about it
	 */
	@ReadOperation
	public QueueDescriptor queue(@Selector String queue) {
		return this.operator.queue(queue);
	}

	/**
	 * Return the messages of a queue in one state, a part at a time.
	 * @param queue the queue
	 * @param state the state
	 * @param cursor where to go on, from the part before; {@code null} to begin
	 * @param limit how many at most, from 1 to 1,000
	 * @return the part
	 */
	@ReadOperation
	public MessagesDescriptor messages(@Selector String queue, @Selector MessageState state, @Nullable String cursor,
			@Nullable Integer limit) {
		return this.operator.messages(queue, state, cursor, limit, this.showPayload.isShown(true));
	}

}
