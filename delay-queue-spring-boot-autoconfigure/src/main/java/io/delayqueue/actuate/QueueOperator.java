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

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

import io.delayqueue.DelayQueueException;
import io.delayqueue.MessageState;
import io.delayqueue.OutcomeUnknownException;
import io.delayqueue.StoreUnavailableException;
import io.delayqueue.config.DelayListenerEndpointRegistry;
import io.delayqueue.core.DeadLetterReplay;
import io.delayqueue.core.DelayQueueAdmin;
import io.delayqueue.core.QueueStatistics;
import io.delayqueue.support.QueueNames;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.util.Assert;

/**
 * Does what is asked for by way of the endpoint, whatever technology that is reached by.
 * Bad arguments are the caller's fault, and queues must exist.
 */
final class QueueOperator {

	private static final Log logger = LogFactory.getLog(DelayQueuesEndpoint.class);

	private static final int DEFAULT_LIMIT = 100;

	private static final int MAX_QUEUES = 1_000;

	private static final int DEFAULT_PER_SECOND = 100;

	private final DelayQueueAdmin admin;

	private final @Nullable DelayListenerEndpointRegistry registry;

	private final BulkOperations operations = new BulkOperations();

	QueueOperator(DelayQueueAdmin admin, @Nullable DelayListenerEndpointRegistry registry) {
		this.admin = admin;
		this.registry = registry;
	}

	QueuesDescriptor queues(@Nullable String cursor, @Nullable Integer limit) {
		return checked(() -> {
			int max = (limit != null) ? limit : DEFAULT_LIMIT;
			Assert.isTrue(max >= 1 && max <= MAX_QUEUES,
					() -> "'limit' must be from 1 to " + MAX_QUEUES + ", not " + max);
			NavigableSet<String> names = new TreeSet<>(this.admin.queues());
			return queues((cursor != null) ? names.tailSet(QueueNames.checkQueue(cursor), false) : names, max);
		});
	}

	private QueuesDescriptor queues(NavigableSet<String> names, int max) {
		// Each costs the store a call.
		SortedMap<String, @Nullable QueueStatistics> queues = new TreeMap<>();
		names.stream().limit(max).forEach((queue) -> queues.put(queue, statistics(queue)));
		return new QueuesDescriptor(queues, (names.size() > max) ? queues.lastKey() : null);
	}

	// One queue may be broken in itself: the others are to be seen all the same.
	private @Nullable QueueStatistics statistics(String queue) {
		try {
			return this.admin.statistics(queue);
		}
		catch (StoreUnavailableException | OutcomeUnknownException ex) {
			throw ex;
		}
		catch (DelayQueueException ex) {
			logger.warn("Queue '" + queue + "' can't be counted", ex);
			return null;
		}
	}

	QueueDescriptor queue(String queue) {
		return on(queue, () -> new QueueDescriptor(this.admin.statistics(queue), this.admin.dueHistogram(queue),
				listeners(queue), this.operations.of(queue)));
	}

	private Map<String, ListenerDescriptor> listeners(String queue) {
		Map<String, ListenerDescriptor> listeners = new LinkedHashMap<>();
		if (this.registry != null) {
			this.registry.getContainers()
				.stream()
				.filter((container) -> container.getQueues().contains(queue))
				.forEach((container) -> listeners.put(container.getId(), ListenerDescriptor.of(container)));
		}
		return listeners;
	}

	MessagesDescriptor messages(String queue, MessageState state, @Nullable String cursor, @Nullable Integer limit,
			boolean shown) {
		return on(queue, () -> MessagesDescriptor
			.of(this.admin.messages(queue, state, cursor, (limit != null) ? limit : DEFAULT_LIMIT), shown));
	}

	@Nullable MessageDescriptor message(String queue, String id, boolean shown) {
		Optional<MessageDescriptor> message = on(queue,
				() -> this.admin.find(queue, id).map((found) -> MessageDescriptor.of(found, shown, true)));
		return message.orElse(null);
	}

	ChangeDescriptor pause(String queue) {
		return on(queue, () -> new ChangeDescriptor(this.admin.pause(queue)));
	}

	ChangeDescriptor resume(String queue) {
		return on(queue, () -> new ChangeDescriptor(this.admin.resume(queue)));
	}

	ChangeDescriptor deliverNow(String queue, String id) {
		return on(queue, () -> new ChangeDescriptor(this.admin.deliverNow(queue, id)));
	}

	ChangeDescriptor replay(String queue, String id) {
		return on(queue, () -> new ChangeDescriptor(this.admin.replay(queue, id)));
	}

	ChangeDescriptor delete(String queue, String id) {
		return on(queue, () -> new ChangeDescriptor(this.admin.delete(queue, id)));
	}

	OperationDescriptor replayAll(String queue, @Nullable String target, @Nullable Integer perSecond) {
		return on(queue, () -> {
			DeadLetterReplay replay = DeadLetterReplay.of(queue).perSecond(rate(perSecond));
			return this.operations.add(queue, "replay",
					this.admin.replay((target != null) ? replay.to(checkExists(target)) : replay));
		});
	}

	OperationDescriptor purge(String queue, MessageState state, @Nullable Integer perSecond) {
		return on(queue, () -> this.operations.add(queue, "purge", this.admin.purge(queue, state, rate(perSecond))));
	}

	@Nullable OperationDescriptor operation(String operation) {
		return this.operations.find(operation);
	}

	@Nullable OperationDescriptor cancel(String operation) {
		return this.operations.cancel(operation);
	}

	private static int rate(@Nullable Integer perSecond) {
		return (perSecond != null) ? perSecond : DEFAULT_PER_SECOND;
	}

	private <T> T on(String queue, Supplier<T> operation) {
		return checked(() -> {
			checkExists(queue);
			return operation.get();
		});
	}

	private static <T> T checked(Supplier<T> operation) {
		try {
			return operation.get();
		}
		catch (IllegalArgumentException ex) {
			String problem = String.valueOf(ex.getMessage());
			throw new InvalidEndpointRequestException(problem, problem, ex);
		}
	}

	private String checkExists(String queue) {
		if (!this.admin.queues().contains(QueueNames.checkQueue(queue))) {
			throw new UnknownQueueException(queue);
		}
		return queue;
	}

}
