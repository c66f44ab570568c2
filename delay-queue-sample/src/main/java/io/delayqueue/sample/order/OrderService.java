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

import java.time.Clock;
import java.util.List;
import java.util.Optional;

import io.delayqueue.DelayQueueException;
import io.delayqueue.sample.ShopProperties;
import io.delayqueue.sample.consistency.DatabaseCheckpoint;
import io.delayqueue.sample.overview.Overview;
import io.delayqueue.sample.overview.OverviewQuery;
import io.delayqueue.sample.web.InvalidFieldException;
import io.delayqueue.sample.web.Page;
import org.jspecify.annotations.Nullable;

import org.springframework.stereotype.Service;

/**
 * Places orders and takes payments.
 *
 * @since 0.1.0
 */
@Service
public class OrderService {

	private final OrderRepository repository;

	private final OrderTimeouts timeouts;

	private final DatabaseCheckpoint checkpoint;

	private final OverviewQuery overviewQuery;

	private final ShopProperties properties;

	private final Clock clock;

	OrderService(OrderRepository repository, OrderTimeouts timeouts, DatabaseCheckpoint checkpoint,
			OverviewQuery overviewQuery, ShopProperties properties, Clock clock) {
		this.repository = repository;
		this.timeouts = timeouts;
		this.checkpoint = checkpoint;
		this.overviewQuery = overviewQuery;
		this.properties = properties;
		this.clock = clock;
	}

	/**
	 * Check an order without placing it.
	 * @param request the order as it was sent
	 * @return the order to be placed
	 * @throws InvalidFieldException if a field can't be taken
	 */
	public NewOrder check(OrderRequest request) {
		return request.check(this.clock.instant(), this.properties.payWithin());
	}

	/**
	 * Place orders, all or none: when this returns they are on disk, and so are their
	 * timeouts in the queue.
	 * @param newOrders the orders
	 * @return the placed orders, in the same sequence
	 * @throws DelayQueueException if the queue didn't take the timeouts
	 */
	public List<Order> place(List<NewOrder> newOrders) {
		List<Order> orders = this.repository.insert(newOrders);
		this.timeouts.schedule(orders);
		return orders;
	}

	/**
	 * Pay an order. Paying it again changes nothing.
	 * @param id the number of the order
	 * @return the order as it is now, which is CLOSED if the payment came too late; empty
	 * if there is none
	 */
	Optional<Order> pay(long id) {
		this.repository.pay(id, this.clock.instant());
		Optional<Order> order = this.repository.find(id);
		order.filter((found) -> found.state() == OrderState.PAID).ifPresent((paid) -> {
			// First on disk, then no timeout any more: else a crash in between could
			// forget the payment and close the order after all.
			this.checkpoint.await();
			this.timeouts.cancel(paid);
		});
		return order;
	}

	Optional<Order> find(long id) {
		return this.repository.find(id);
	}

	List<Order> findPage(@Nullable OrderState state, Page page) {
		return this.repository.findPage(state, page);
	}

	Overview<OrderState> summarize() {
		return this.overviewQuery.of(OrderState.class, "orders", "closed_at");
	}

}
