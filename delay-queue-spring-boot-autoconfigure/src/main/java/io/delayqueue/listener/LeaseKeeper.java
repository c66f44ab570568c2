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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.delayqueue.store.ClaimRequest;

/**
 * Knows which leases are held and when to renew them. Used by the poller's thread only.
 */
final class LeaseKeeper {

	private final Duration lease;

	private final Duration renewAfter;

	private final Duration slack;

	// In the order of the moments: each new one is later than those before.
	private final Map<ClaimedDelivery, Long> renewals = new LinkedHashMap<>();

	// Those that last longer than usual, in no order.
	private final Map<ClaimedDelivery, Long> extended = new LinkedHashMap<>();

	LeaseKeeper(Duration lease) {
		this.lease = lease;
		this.renewAfter = lease.dividedBy(3);
		this.slack = lease.dividedBy(10);
	}

	/**
	 * Return until when a lease is surely held.
	 * @param sentAt when it was asked for
	 * @return the end of the lease
	 */
	long leaseEnd(long sentAt) {
		return Ticker.after(sentAt, this.lease);
	}

	void hold(ClaimedDelivery delivery, long sentAt) {
		this.renewals.put(delivery, Ticker.after(sentAt, this.renewAfter));
	}

	void drop(ClaimedDelivery delivery) {
		this.renewals.remove(delivery);
		this.extended.remove(delivery);
	}

	boolean isEmpty() {
		return this.renewals.isEmpty() && this.extended.isEmpty();
	}

	long nextRenewal() {
		long next = this.renewals.isEmpty() ? Ticker.NEVER : this.renewals.values().iterator().next();
		return this.extended.values().stream().reduce(next, Math::min);
	}

	List<ClaimedDelivery> held() {
		List<ClaimedDelivery> held = new ArrayList<>(this.renewals.keySet());
		held.addAll(this.extended.keySet());
		return held;
	}

	/**
	 * Return the leases to renew in one call: those whose time has come and, so that
	 * calls are few, those whose time comes soon. Forgets lost ones.
	 * @param now the present moment
	 * @return the deliveries
	 */
	List<ClaimedDelivery> due(long now) {
		long soon = Ticker.after(now, this.slack);
		this.renewals.keySet().removeIf(ClaimedDelivery::isKnownLost);
		this.extended.keySet().removeIf(ClaimedDelivery::isKnownLost);
		List<ClaimedDelivery> due = new ArrayList<>();
		this.extended.forEach((delivery, moment) -> {
			if (moment <= soon && due.size() < ClaimRequest.MAX_MESSAGES) {
				due.add(delivery);
			}
		});
		for (Map.Entry<ClaimedDelivery, Long> entry : this.renewals.entrySet()) {
			if (entry.getValue() > soon || due.size() == ClaimRequest.MAX_MESSAGES) {
				break;
			}
			due.add(entry.getKey());
		}
		return due;
	}

	/**
	 * Note that a lease was renewed.
	 * @param delivery the delivery
	 * @param sentAt when the renewal was sent
	 */
	void renewed(ClaimedDelivery delivery, long sentAt) {
		delivery.leaseEndsAt(leaseEnd(sentAt));
		drop(delivery);
		hold(delivery, sentAt);
	}

	/**
	 * Note that a lease was extended beyond its usual time. It is renewed again only when
	 * that does not shorten it.
	 * @param delivery the delivery
	 * @param sentAt when the extension was sent
	 * @param duration how long it lasts from then on, at least the usual time
	 */
	void extended(ClaimedDelivery delivery, long sentAt, Duration duration) {
		delivery.leaseEndsAt(Ticker.after(sentAt, duration));
		drop(delivery);
		this.extended.put(delivery, Ticker.after(sentAt, duration.minus(this.lease).plus(this.renewAfter)));
	}

}
