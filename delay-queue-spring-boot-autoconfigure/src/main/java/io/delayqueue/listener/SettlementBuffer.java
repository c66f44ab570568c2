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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;

import io.delayqueue.store.ClaimRequest;
import io.delayqueue.store.Settlement;
import io.delayqueue.store.SettlementResult;
import org.jspecify.annotations.Nullable;

/**
 * Settlements that wait to be written, a few milliseconds for company at most.
 */
final class SettlementBuffer {

	private static final Duration COMPANY = Duration.ofMillis(5);

	// Two calls' worth: as long as these can't be written, claiming more makes it worse.
	private static final int OVERFULL = 2 * ClaimRequest.MAX_MESSAGES;

	private final Ticker ticker;

	private final ReentrantLock lock = new ReentrantLock();

	private final Deque<Entry> entries = new ArrayDeque<>();

	private long flushAt = Ticker.NEVER;

	SettlementBuffer(Ticker ticker) {
		this.ticker = ticker;
	}

	void add(ClaimedDelivery delivery, Settlement settlement) {
		add(delivery, settlement, null);
	}

	/**
	 * Add a settlement. If somebody waits for its outcome, it does not wait for company.
	 * @param delivery the delivery
	 * @param settlement the settlement
	 * @param outcome told what the store says, or {@code null}
	 */
	void add(ClaimedDelivery delivery, Settlement settlement, @Nullable CompletableFuture<SettlementResult> outcome) {
		this.lock.lock();
		try {
			if (this.entries.isEmpty()) {
				this.flushAt = Ticker.after(this.ticker.read(), COMPANY);
			}
			this.entries.addLast(new Entry(delivery, settlement, outcome));
			if (outcome != null || this.entries.size() >= ClaimRequest.MAX_MESSAGES) {
				this.flushAt = 0;
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Replace the settlement of a delivery, unless it is on its way.
	 * @param delivery the delivery
	 * @param settlement what to write instead
	 * @return whether it was replaced
	 */
	boolean replace(ClaimedDelivery delivery, Settlement settlement) {
		this.lock.lock();
		try {
			boolean found = this.entries.removeIf((entry) -> entry.delivery() == delivery);
			if (found) {
				this.entries.addLast(new Entry(delivery, settlement, null));
			}
			return found;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Return when the settlements are to be written.
	 * @return the moment, or never if there are none
	 */
	long flushAt() {
		this.lock.lock();
		try {
			return this.flushAt;
		}
		finally {
			this.lock.unlock();
		}
	}

	boolean isOverfull() {
		this.lock.lock();
		try {
			return this.entries.size() >= OVERFULL;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Take out as many as go into one call.
	 * @return the earliest settlements
	 */
	List<Entry> take() {
		this.lock.lock();
		try {
			List<Entry> taken = new ArrayList<>();
			while (!this.entries.isEmpty() && taken.size() < ClaimRequest.MAX_MESSAGES) {
				taken.add(this.entries.removeFirst());
			}
			// What is left has waited long enough.
			this.flushAt = this.entries.isEmpty() ? Ticker.NEVER : 0;
			return taken;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Put back what could not be written.
	 * @param taken what had been taken
	 */
	void putBack(List<Entry> taken) {
		this.lock.lock();
		try {
			for (int i = taken.size() - 1; i >= 0; i--) {
				this.entries.addFirst(taken.get(i));
			}
			if (!taken.isEmpty()) {
				this.flushAt = 0;
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * A settlement and the delivery that it ends.
	 *
	 * @param delivery the delivery
	 * @param settlement the settlement
	 * @param outcome told what the store says, or {@code null} if nobody waits for that
	 */
	record Entry(ClaimedDelivery delivery, Settlement settlement,
			@Nullable CompletableFuture<SettlementResult> outcome) {

		static List<Settlement> settlements(List<Entry> entries) {
			return entries.stream().map(Entry::settlement).toList();
		}

	}

}
