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

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The permit of the deliveries that are handled in one call. It comes back when the last
 * of them ends.
 */
final class SharedPermit {

	private final Permits permits;

	private final AtomicInteger open;

	// Used by the poller's thread only.
	private final List<ClaimedDelivery> deliveries = new ArrayList<>();

	SharedPermit(Permits permits, int deliveries) {
		this.permits = permits;
		this.open = new AtomicInteger(deliveries);
	}

	void add(ClaimedDelivery delivery) {
		this.deliveries.add(delivery);
	}

	void ended() {
		if (this.open.decrementAndGet() == 0) {
			this.permits.giveBack(1);
		}
	}

	/**
	 * Interrupt the thread that handles the deliveries, once, if it does so in vain:
	 * those that are not settled have all lost their lease.
	 */
	void interruptIfInVain() {
		if (!this.deliveries.stream().allMatch((delivery) -> delivery.isDecided() || delivery.isLeaseLost())) {
			return;
		}
		// The handler may end at once, and then it must be known why.
		List<ClaimedDelivery> lost = this.deliveries.stream()
			.filter((delivery) -> !delivery.isDecided() && delivery.noteInterrupt())
			.toList();
		if (!lost.isEmpty()) {
			lost.get(0).interrupt();
		}
	}

}
