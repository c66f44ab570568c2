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

package io.delayqueue.sample.order;

import java.util.List;

import io.delayqueue.DelayQueueException;
import io.delayqueue.core.BoundDelayQueueOperations;
import io.delayqueue.core.DelayMessage;
import io.delayqueue.core.DuplicatePolicy;
import io.delayqueue.sample.consistency.PendingScheduler;
import io.delayqueue.sample.consistency.PendingWork;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Component;

/**
 * The timeouts of open orders in the queue, one per order.
 */
@Component
class OrderTimeouts implements PendingWork {

	private static final Log logger = LogFactory.getLog(OrderTimeouts.class);

	private final BoundDelayQueueOperations<OrderTimeout> queue;

	private final PendingScheduler scheduler;

	private final OrderRepository repository;

	OrderTimeouts(@Qualifier(OrderTimeout.QUEUE) BoundDelayQueueOperations<OrderTimeout> queue,
			PendingScheduler scheduler, OrderRepository repository) {
		this.queue = queue;
		this.scheduler = scheduler;
		this.repository = repository;
	}

	void schedule(List<Order> orders) {
		this.scheduler.schedule(orders.stream().map(this::message).toList(), () -> this.repository.delete(orders));
	}

	/**
	 * Cancel the timeout of an order that is paid. If that fails it only comes in vain.
	 * @param order the order
	 */
	void cancel(Order order) {
		try {
			this.queue.cancel(messageId(order));
		}
		catch (DelayQueueException ex) {
			logger.warn("The timeout of paid order " + order.id() + " is not cancelled and will be ignored", ex);
		}
	}

	@Override
	public List<Item> pendingAfter(long id, int limit) {
		return this.repository.findOpenAfter(id, limit)
			.stream()
			.map((order) -> new Item(order.id(), message(order)))
			.toList();
	}

	// KEEP, since the repair at start may come first with the very same message.
	private DelayMessage<OrderTimeout> message(Order order) {
		return this.queue.message(new OrderTimeout(order.id()))
			.dueTime(order.dueAt())
			.id(messageId(order))
			.onDuplicate(DuplicatePolicy.KEEP)
			.build();
	}

	private static String messageId(Order order) {
		return "order-" + order.id();
	}

}
