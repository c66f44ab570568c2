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
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.jmx.annotation.EndpointJmxExtension;

/**
 * What the {@link DelayQueuesEndpoint} can do over JMX beside what it can always.
 *
 * @since 0.1.0
 */
@EndpointJmxExtension(endpoint = DelayQueuesEndpoint.class)
public class DelayQueuesEndpointJmxExtension {

	private final QueueOperator operator;

	private final boolean shown;

	/**
	 * Create an extension.
	 * @param endpoint the endpoint
	 */
	public DelayQueuesEndpointJmxExtension(DelayQueuesEndpoint endpoint) {
		this.operator = endpoint.operator();
		this.shown = endpoint.showPayload().isShown(true);
	}

	/**
	 * Return a message.
	 * @param queue its queue
	 * @param id its id
	 * @return the message, or {@code null} if there is none
	 */
	@ReadOperation
	public @Nullable MessageDescriptor message(String queue, String id) {
		return this.operator.message(queue, id, this.shown);
	}

	/**
	 * Return work in the background.
	 * @param operation its id
	 * @return how far it is, or {@code null} if this application does not know it
	 */
	@ReadOperation
	public @Nullable OperationDescriptor operation(String operation) {
		return this.operator.operation(operation);
	}

	/**
	 * Pause a queue, for all applications.
	 * @param queue the queue
	 * @return whether it was not paused before
	 */
	@WriteOperation
	public ChangeDescriptor pause(String queue) {
		return this.operator.pause(queue);
	}

	/**
	 * Resume a queue.
	 * @param queue the queue
	 * @return whether it was paused
	 */
	@WriteOperation
	public ChangeDescriptor resume(String queue) {
		return this.operator.resume(queue);
	}

	/**
	 * Let a waiting message be handled now.
	 * @param queue its queue
	 * @param id its id
	 * @return whether there was such a message
	 */
	@WriteOperation
	public ChangeDescriptor deliverNow(String queue, String id) {
		return this.operator.deliverNow(queue, id);
	}

	/**
	 * Let a dead letter be handled again.
	 * @param queue its queue
	 * @param id its id
	 * @return whether there was such a dead letter
	 */
	@WriteOperation
	public ChangeDescriptor replay(String queue, String id) {
		return this.operator.replay(queue, id);
	}

	/**
	 * Let all dead letters of a queue be handled again, in the background.
	 * @param queue the queue
	 * @param target the queue that is to handle them; {@code null} for the same
	 * @param perSecond how many per second at most; {@code null} for 100
	 * @return what goes on
	 */
	@WriteOperation
	public OperationDescriptor replayAll(String queue, @Nullable String target, @Nullable Integer perSecond) {
		return this.operator.replayAll(queue, target, perSecond);
	}

	/**
	 * Remove a message.
	 * @param queue its queue
	 * @param id its id
	 * @return whether there was one
	 */
	@DeleteOperation
	public ChangeDescriptor delete(String queue, String id) {
		return this.operator.delete(queue, id);
	}

	/**
	 * Remove all messages of a queue in one state, in the background.
	 * @param queue the queue
	 * @param state the state
	 * @param perSecond how many per second at most; {@code null} for 100
	 * @return what goes on
	 */
	@DeleteOperation
	public OperationDescriptor purge(String queue, MessageState state, @Nullable Integer perSecond) {
		return this.operator.purge(queue, state, perSecond);
	}

	/**
	 * Cancel work in the background.
	 * @param operation its id
	 * @return how far it came, or {@code null} if this application does not know it
	 */
	@DeleteOperation
	public @Nullable OperationDescriptor cancel(String operation) {
		return this.operator.cancel(operation);
	}

}
