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

import java.net.URI;
import java.util.List;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.delayqueue.sample.overview.Overview;
import io.delayqueue.sample.web.Page;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/**
 * Orders over HTTP.
 */
@RestController
@RequestMapping("/orders")
class OrderController {

	private final OrderService orders;

	OrderController(OrderService orders) {
		this.orders = orders;
	}

	@PostMapping
	ResponseEntity<Order> place(@RequestBody OrderRequest request) {
		Order order = this.orders.place(List.of(this.orders.check(request))).get(0);
		return ResponseEntity.created(URI.create("/orders/" + order.id())).body(order);
	}

	@PostMapping("/{id}/payment")
	Order pay(@PathVariable long id) {
		Order order = this.orders.pay(id).orElseThrow(() -> notFound(id));
		if (order.state() == OrderState.CLOSED) {
			throw new ResponseStatusException(HttpStatus.CONFLICT,
					"Order " + id + " was not paid in time and closed at " + order.closedAt());
		}
		return order;
	}

	@GetMapping("/{id}")
	Order get(@PathVariable long id) {
		return this.orders.find(id).orElseThrow(() -> notFound(id));
	}

	@GetMapping
	OrderList list(@RequestParam(required = false) @Nullable OrderState state, Page page) {
		List<Order> content = this.orders.findPage(state, page);
		return new OrderList(this.orders.summarize(), content, page.next(content, Order::id));
	}

	private static ResponseStatusException notFound(long id) {
		return new ResponseStatusException(HttpStatus.NOT_FOUND, "There is no order " + id);
	}

	@JsonInclude(JsonInclude.Include.NON_NULL)
	record OrderList(Overview<OrderState> summary, List<Order> orders, @Nullable String next) {

	}

}
