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

package io.delayqueue.core;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

import org.springframework.util.Assert;
import org.springframework.util.ClassUtils;

/**
 * {@link BoundDelayQueueOperations} on top of {@link DelayQueueOperations}.
 *
 * @param <T> the payload type
 */
class DefaultBoundDelayQueueOperations<T> implements BoundDelayQueueOperations<T> {

	private final DelayQueueOperations operations;

	private final String queue;

	private final Class<?> type;

	DefaultBoundDelayQueueOperations(DelayQueueOperations operations, String queue, Class<?> type) {
		this.operations = operations;
		this.queue = queue;
		this.type = type;
	}

	@Override
	public String getQueue() {
		return this.queue;
	}

	@Override
	public String schedule(T payload, Duration delay) {
		return this.operations.schedule(this.queue, checkType(payload), delay);
	}

	@Override
	public String schedule(T payload, Instant dueTime) {
		return this.operations.schedule(this.queue, checkType(payload), dueTime);
	}

	@Override
	public DelayMessage.Builder<T> message(T payload) {
		checkType(payload);
		return DelayMessage.to(this.queue).payload(payload);
	}

	@Override
	public ScheduleResult schedule(DelayMessage<? extends T> message) {
		Assert.notNull(message, "'message' must not be null");
		Assert.isTrue(message.getQueue().equals(this.queue), () -> "'message' is for queue '" + message.getQueue()
				+ "', but these operations are bound to '" + this.queue + "'");
		checkType(message.getPayload());
		return this.operations.schedule(message);
	}

	@Override
	public CancelResult cancel(String id) {
		return this.operations.cancel(this.queue, id);
	}

	@Override
	public RescheduleResult reschedule(String id, Duration delay) {
		return this.operations.reschedule(this.queue, id, delay);
	}

	@Override
	public RescheduleResult reschedule(String id, Instant dueTime) {
		return this.operations.reschedule(this.queue, id, dueTime);
	}

	@Override
	public Optional<MessageView> find(String id) {
		return this.operations.find(this.queue, id);
	}

	// The compiler checks it, unless the bean was injected with the wrong type argument.
	private Object checkType(Object payload) {
		Assert.notNull(payload, "'payload' must not be null");
		Assert.isTrue(ClassUtils.isAssignableValue(this.type, payload), () -> "'payload' for queue '" + this.queue
				+ "' must be a " + this.type.getName() + ", not a " + payload.getClass().getName());
		return payload;
	}

}
