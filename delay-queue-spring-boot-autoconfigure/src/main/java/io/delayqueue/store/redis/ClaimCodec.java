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

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

import io.delayqueue.store.ClaimReply;
import io.delayqueue.store.ClaimRequest;
import io.delayqueue.store.ClaimedMessage;
import io.delayqueue.store.DeathCause;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.EndedLease;
import io.delayqueue.store.RetryPolicy;
import io.delayqueue.store.SettlementResult;
import io.delayqueue.store.Source;
import org.jspecify.annotations.Nullable;

/**
 * Puts a claim into the arguments of its script and reads the reply.
 */
final class ClaimCodec {

	private static final String LEASE_ENDED = DeathCauseCodec.encodeUpToAttempt(
			new DeathCause(DeathCause.Reason.LEASE_ENDED, 0, null, "The lease ended without a settlement", null));

	private static final String EXPIRED = DeathCauseCodec
		.encodeUpToAttempt(new DeathCause(DeathCause.Reason.EXPIRED, 0, null, "The time to live was over", null));

	private ClaimCodec() {
	}

	static void encode(ClaimRequest request, ScriptArguments arguments) {
		RetryPolicy policy = request.retryPolicy();
		arguments.add(request.call())
			.add(request.maxMessages())
			.add(ClaimRequest.MAX_BYTES)
			.add(request.lease())
			.add(policy.maxRetries())
			.add(policy.jitter())
			.add(Double.toString(ThreadLocalRandom.current().nextDouble()))
			.add(LEASE_ENDED)
			.add(keepOrDrop(request.deadLetters().keepFailed()))
			.add(EXPIRED)
			.add(keepOrDrop(request.deadLetters().keepExpired()))
			.add(request.deadLetters().maxAge())
			.add(request.deadLetters().maxSize())
			.add(DelayQueueStore.MAX_REMEMBERED)
			.add(request.limits().maxInFlight())
			.add(request.limits().intervalMicros())
			.add(request.limits().burst())
			.add(policy.pauses().size());
		policy.pauses().forEach(arguments::add);
		SettlementCodec.encode(request.settlements(), arguments);
	}

	private static String keepOrDrop(boolean keep) {
		return keep ? "KEEP" : "DROP";
	}

	static ClaimReply decode(ClaimRequest request, ScriptReply reply) {
		long token = reply.number();
		Duration untilNext = reply.durationOrNull();
		List<SettlementResult> settlements = SettlementCodec.decode(reply.text(), request.settlements().size());
		List<EndedLease> ended = new ArrayList<>();
		for (int left = reply.count(); left > 0; left--) {
			ended.add(new EndedLease(reply.text(), EndedLease.Fate.valueOf(reply.text())));
		}
		List<String> expired = new ArrayList<>();
		for (int left = reply.count(); left > 0; left--) {
			expired.add(reply.text());
		}
		Map<String, Occurrence> occurrences = new HashMap<>();
		for (int left = reply.count(); left > 0; left--) {
			occurrences.put(reply.text(), new Occurrence(reply.instant(), reply.instantOrNull()));
		}
		List<ClaimedMessage> messages = new ArrayList<>();
		while (reply.hasNext()) {
			messages.add(decodeMessage(token, request.call().source(), occurrences, reply));
		}
		return new ClaimReply(messages, token, settlements, ended, expired, untilNext);
	}

	private static ClaimedMessage decodeMessage(long token, Source source, Map<String, Occurrence> occurrences,
			ScriptReply reply) {
		String id = reply.text();
		Instant due = reply.instant();
		Duration lateness = reply.duration();
		int attempt = reply.count() + 1;
		int failures = reply.count();
		byte[] stored = reply.bytes();
		ClaimedMessage.Death death = (source == Source.DEAD_LETTERS)
				? new ClaimedMessage.Death(reply.instant(), DeathCauseCodec.decode(reply.text())) : null;
		Occurrence recurring = occurrences.get(id);
		Instant occurrence = (recurring != null) ? recurring.due() : null;
		Instant regular = (recurring != null) ? recurring.regular() : null;
		try {
			return new ClaimedMessage(id, token, due, lateness, attempt, failures, StoredMessageCodec.decode(stored),
					null, death, occurrence, regular);
		}
		catch (IllegalArgumentException ex) {
			return new ClaimedMessage(id, token, due, lateness, attempt, failures, null, ex.getMessage(), death,
					occurrence, regular);
		}
	}

	/**
	 * The occurrence of a message that recurs.
	 *
	 * @param due when it is due
	 * @param regular when the next regular one is due, if it is out of turn
	 */
	private record Occurrence(Instant due, @Nullable Instant regular) {

	}

}
