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

package io.delayqueue.survival;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.delayqueue.survival.JournalEntry.Kind;

/**
 * Finds settlements that took effect although their sender did not own the message any
 * more. There are two proofs, and either will do:
 * <ul>
 * <li>A settlement took effect that was sent after another claim of the same id, with a
 * later token, had arrived at its consumer. The monotonic clock is the same for all
 * processes of the machine, so the claim came first for sure.</li>
 * <li>An owner was robbed: its settlement was refused, it had not sent one before whose
 * outcome is unknown, and nobody has claimed the message after it. A lease that has ended
 * leads to another claim, since the queue was drained; and nobody cancels or replaces
 * here. So it was somebody else's settlement that ended its delivery.</li>
 * </ul>
 * Not found is a stale settlement that crossed the claim on the wire and whose victim did
 * not live to settle, or sent its settlement into an outage. It then shows as a lost
 * message if it was an acknowledgement of what had not been handled.
 */
final class StaleSettlements {

	private final Map<String, List<JournalEntry>> claims;

	private final Map<Delivery, List<JournalEntry>> settlements;

	StaleSettlements(QueueHistory history) {
		this.claims = history.by(JournalEntry::id, Kind.CLAIMED);
		this.settlements = history.by((entry) -> new Delivery(entry.id(), entry.token()), Kind.SETTLED,
				Kind.SETTLED_TOO_LATE, Kind.SETTLED_PERHAPS);
	}

	long accepted() {
		return this.settlements.entrySet()
			.stream()
			.filter((entry) -> isAcceptedTooLate(entry.getKey(), entry.getValue())
					|| isRobbed(entry.getKey(), entry.getValue()))
			.count();
	}

	private boolean isAcceptedTooLate(Delivery delivery, List<JournalEntry> tries) {
		// A repeated call may have been carried out by its first try.
		long sent = tries.stream().mapToLong(JournalEntry::nanos).min().orElseThrow();
		return has(tries, Kind.SETTLED) && claimsAfter(delivery).anyMatch((claim) -> claim.nanos() < sent);
	}

	private boolean isRobbed(Delivery delivery, List<JournalEntry> tries) {
		return tries.stream().allMatch((entry) -> entry.is(Kind.SETTLED_TOO_LATE))
				&& claimsAfter(delivery).noneMatch((claim) -> claim.generation() == generation(delivery));
	}

	private long generation(Delivery delivery) {
		return this.claims.getOrDefault(delivery.id(), List.of())
			.stream()
			.filter((claim) -> claim.token() == delivery.token())
			.mapToLong(JournalEntry::generation)
			.findFirst()
			.orElse(-1);
	}

	private Stream<JournalEntry> claimsAfter(Delivery delivery) {
		return this.claims.getOrDefault(delivery.id(), List.of())
			.stream()
			.filter((claim) -> claim.token() > delivery.token());
	}

	private static boolean has(List<JournalEntry> tries, Kind kind) {
		return tries.stream().anyMatch((entry) -> entry.is(kind));
	}

	/**
	 * One handing-out of a message.
	 *
	 * @param id the message's id
	 * @param token the fencing token
	 */
	private record Delivery(String id, long token) {

	}

}
