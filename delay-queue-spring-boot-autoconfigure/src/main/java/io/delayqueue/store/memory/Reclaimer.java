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

package io.delayqueue.store.memory;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;

import io.delayqueue.MessageState;
import io.delayqueue.store.ClaimRequest;
import io.delayqueue.store.DeathCause;
import io.delayqueue.store.DueTime;
import io.delayqueue.store.EndedLease;
import io.delayqueue.store.EndedLease.Fate;
import io.delayqueue.store.RetryPolicy;

/**
 * Takes back messages whose lease has ended. Not safe for use by many threads.
 */
class Reclaimer {

	/**
	 * How many leases are taken back in one call.
	 */
	static final int MAX_LEASES = 64;

	/**
	 * From which unconfirmed lease on it counts as a failure: a message that kills its
	 * process before that can confirm anything must not circle for ever.
	 */
	private static final int MAX_UNCONFIRMED = 10;

	private final EntryIndex entries;

	private final ConsumerRecords consumers;

	Reclaimer(EntryIndex entries, ConsumerRecords consumers) {
		this.entries = entries;
		this.consumers = consumers;
	}

	/**
	 * Take leases back, whether they have ended or not.
	 * @param entries the messages, all in flight
	 * @param request says what becomes of them
	 * @param now the present time
	 * @return what became of them
	 */
	List<EndedLease> takeBack(List<StoredEntry> entries, ClaimRequest request, StoreTime now) {
		return entries.stream().map((entry) -> new EndedLease(entry.id(), reclaim(entry, request, now))).toList();
	}

	List<EndedLease> reclaim(ClaimRequest request, StoreTime now) {
		List<EndedLease> ended = new ArrayList<>();
		StoredEntry entry = this.entries.first(MessageState.IN_FLIGHT);
		while (ended.size() < MAX_LEASES && entry != null && entry.time() <= now.passed()) {
			ended.add(new EndedLease(entry.id(), reclaim(entry, request, now)));
			entry = this.entries.first(MessageState.IN_FLIGHT);
		}
		return ended;
	}

	private Fate reclaim(StoredEntry entry, ClaimRequest request, StoreTime now) {
		RetryPolicy policy = request.retryPolicy();
		Lease lease = Objects.requireNonNull(entry.lease());
		Attempts attempts = entry.attempts();
		if (!this.consumers.isConfirmed(lease)) {
			attempts = attempts.returned();
			if (attempts.unconfirmed() < MAX_UNCONFIRMED) {
				this.entries.put(entry.waiting(lease.dueTime(), attempts));
				return Fate.RETURNED;
			}
		}
		attempts = attempts.failed();
		// Only a consumer can tell when the next occurrence is due. It gives up what has
		// no
		// retries left.
		if (policy.allowsRetryAfter(attempts.failures()) || entry.occurrence() != null) {
			this.entries.put(entry.waiting(retryTime(policy, attempts.failures(), now), attempts));
			return Fate.RETRIED;
		}
		DeathCause cause = new DeathCause(DeathCause.Reason.LEASE_ENDED, attempts.deliveries(), null,
				"The lease ended without a settlement", null);
		boolean kept = this.entries.giveUp(entry, entry.dead(now.passed(), attempts, cause),
				request.deadLetters().keepFailed());
		return kept ? Fate.DEAD : Fate.DROPPED;
	}

	private static long retryTime(RetryPolicy policy, int failures, StoreTime now) {
		long pause = new DueTime.After(policy.pauseAfter(failures)).toMillis();
		long jitter = new DueTime.After(policy.jitter()).toMillis();
		return now.after(Duration.ofMillis(pause + ThreadLocalRandom.current().nextLong(jitter + 1)));
	}

}
