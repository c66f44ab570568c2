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

import io.delayqueue.annotation.DelayListener;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.stereotype.Component;

/**
 * Closes orders that were not paid in time.
 */
@Component
class OrderTimeoutListener {

	private static final Log logger = LogFactory.getLog(OrderTimeoutListener.class);

	private final OrderRepository repository;

	private final Clock clock;

	OrderTimeoutListener(OrderRepository repository, Clock clock) {
		this.repository = repository;
		this.clock = clock;
	}

	// Delivery is at least once: an order that is closed, paid or gone is left alone.
	@DelayListener(OrderTimeout.QUEUE)
	void close(OrderTimeout timeout) {
		boolean closed = this.repository.close(timeout.orderId(), this.clock.instant());
		if (!closed) {
			logger.debug("Order " + timeout.orderId() + " is not open any more, its timeout is ignored");
		}
	}

}
