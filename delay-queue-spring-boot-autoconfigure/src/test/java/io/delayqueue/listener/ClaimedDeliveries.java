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

package io.delayqueue.listener;

import java.time.Duration;
import java.time.Instant;

import io.delayqueue.store.ClaimedMessage;

/**
 * Makes deliveries.
 */
final class ClaimedDeliveries {

	private ClaimedDeliveries() {
	}

	static ClaimedDelivery create(String id, Ticker ticker, long leaseEnd) {
		ClaimedMessage message = new ClaimedMessage(id, 7, Instant.EPOCH, Duration.ofMillis(5), 1, 0,
				Containers.message(id), null);
		return new ClaimedDelivery(Containers.QUEUE, message, ticker, leaseEnd, new SharedPermit(new Permits(0), 1));
	}

}
