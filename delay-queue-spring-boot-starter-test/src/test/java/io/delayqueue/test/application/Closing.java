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

package io.delayqueue.test.application;

import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.stereotype.Service;

/**
 * What the listener of orders needs: no listener itself.
 */
@Service
public class Closing {

	private final Clock clock;

	private final Map<Long, Instant> closed = new ConcurrentHashMap<>();

	Closing(Clock clock) {
		this.clock = clock;
	}

	/**
	 * Close an order.
	 * @param orderId which
	 */
	public void close(long orderId) {
		this.closed.put(orderId, this.clock.instant());
	}

	/**
	 * Return when an order was closed.
	 * @param orderId which
	 * @return when, or {@code null} if it was not
	 */
	public Instant closedAt(long orderId) {
		return this.closed.get(orderId);
	}

}
