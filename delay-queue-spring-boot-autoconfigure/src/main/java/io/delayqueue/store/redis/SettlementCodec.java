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

package io.delayqueue.store.redis;

import java.util.List;

import io.delayqueue.DelayQueueException;
import io.delayqueue.store.EpochMillis;
import io.delayqueue.store.Settlement;
import io.delayqueue.store.SettlementResult;

/**
 * Puts settlements into the arguments of a script and reads their results.
 */
final class SettlementCodec {

	private static final String NONE = "-";

	private static final char APPLIED = 'A';

	private SettlementCodec() {
	}

	static void encode(List<Settlement> settlements, ScriptArguments arguments) {
		arguments.add(settlements.size());
		for (Settlement settlement : settlements) {
			arguments.add(settlement.id()).add(settlement.token());
			if (settlement instanceof Settlement.Retry retry) {
				arguments.add("RETRY").add(retry.pause());
			}
			else if (settlement instanceof Settlement.DeadLetter deadLetter) {
				arguments.add("DEAD").add(DeathCauseCodec.encode(deadLetter.cause()));
			}
			else if (settlement instanceof Settlement.Recur recur) {
				arguments.add("RECUR").add(EpochMillis.storedRoundedUp(recur.next()));
			}
			else if (settlement instanceof Settlement.DeadOccurrence dead) {
				arguments.add("DEAD_RECUR")
					.add(EpochMillis.storedRoundedUp(dead.next()))
					.add(dead.deadId())
					.add(DeathCauseCodec.encode(dead.cause()));
			}
			else if (settlement instanceof Settlement.Acknowledge handled) {
				arguments.add("ACK").add(handled.remember());
			}
			else {
				arguments.add("RELEASE").add("");
			}
		}
	}

	/**
	 * Read the results of settlements.
	 * @param letters a letter for each
	 * @param settlements how many there were
	 * @return the results
	 */
	static List<SettlementResult> decode(String letters, int settlements) {
		return held(letters, settlements).stream()
			.map((held) -> held ? SettlementResult.APPLIED : SettlementResult.STALE)
			.toList();
	}

	/**
	 * Read for each lease whether it was still held.
	 * @param letters a letter for each
	 * @param leases how many there were
	 * @return whether they were held
	 */
	static List<Boolean> held(String letters, int leases) {
		String results = letters.equals(NONE) ? "" : letters;
		if (results.length() != leases) {
			throw new DelayQueueException("A number was used for two calls: Redis remembers " + results.length()
					+ " results of the first, but the second asks for " + leases);
		}
		return results.chars().mapToObj((letter) -> letter == APPLIED).toList();
	}

}
