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
import java.util.List;

import io.delayqueue.store.ConsumerCall;
import io.delayqueue.store.EpochMillis;
import io.delayqueue.store.Settlement;
import io.delayqueue.store.SettlementResult;
import org.jspecify.annotations.Nullable;

/**
 * Carries out settlements. Not safe for use by many threads.
 */
class Settler {

	private final EntryIndex entries;

	private final SettledIds settled;

	Settler(EntryIndex entries, SettledIds settled) {
		this.entries = entries;
		this.settled = settled;
	}

	List<SettlementResult> settle(ConsumerCall call, List<Settlement> settlements, StoreTime now) {
		return settlements.stream().map((settlement) -> settle(call, settlement, now)).toList();
	}

	private SettlementResult settle(ConsumerCall call, Settlement settlement, StoreTime now) {
		StoredEntry entry = held(call, settlement.id(), settlement.token());
		if (entry == null) {
			return SettlementResult.STALE;
		}
		if (settlement instanceof Settlement.Acknowledge handled) {
			this.entries.remove(entry);
			if (handled.remember().compareTo(Duration.ZERO) > 0) {
				this.settled.add(entry.id(), now.after(handled.remember()));
			}
		}
		else if (settlement instanceof Settlement.Retry retry) {
			this.entries.put(entry.waiting(now.after(retry.pause()), entry.attempts().failed()));
		}
		else if (settlement instanceof Settlement.Release) {
			this.entries.put(entry.waiting(entry.dueTime(), entry.attempts()));
		}
		else if (settlement instanceof Settlement.DeadLetter deadLetter) {
			this.entries.giveUp(entry, entry.dead(now.passed(), entry.attempts().failed(), deadLetter.cause()), true);
		}
		else if (settlement instanceof Settlement.Recur recur) {
			this.entries.put(entry.recurred(EpochMillis.storedRoundedUp(recur.next())));
		}
		else if (settlement instanceof Settlement.DeadOccurrence dead) {
			this.entries.put(entry.dead(now.passed(), entry.attempts().failed(), dead.cause()).once(dead.deadId()));
			this.entries.put(entry.recurred(EpochMillis.storedRoundedUp(dead.next())));
		}
		return SettlementResult.APPLIED;
	}

	/**
	 * Return the message if it is the caller's under that token.
	 * @param call the caller's call
	 * @param id the message's id
	 * @param token the token
	 * @return the message, or {@code null} if it is absent, not in flight or another's
	 */
	@Nullable StoredEntry held(ConsumerCall call, String id, long token) {
		StoredEntry entry = this.entries.get(id);
		return (entry != null && entry.isHeldBy(call.consumer(), token)) ? entry : null;
	}

}
