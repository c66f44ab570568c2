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
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import io.delayqueue.MessageState;
import io.delayqueue.store.ClaimReply;
import io.delayqueue.store.ClaimRequest;
import io.delayqueue.store.ClaimedMessage;
import io.delayqueue.store.ConsumerCall;
import io.delayqueue.store.DeathCause;
import io.delayqueue.store.EndedLease;
import io.delayqueue.store.ExtendRequest;
import io.delayqueue.store.QueueLimits;
import io.delayqueue.store.Settlement;
import io.delayqueue.store.SettlementResult;
import io.delayqueue.store.Source;
import org.jspecify.annotations.Nullable;

/**
 * What consumers do with the messages of one index. Not safe for use by many threads.
 */
final class Claims {

	private final EntryIndex entries;

	private final ConsumerRecords consumers;

	private final Tokens tokens;

	private final Throttle throttle;

	private final DeadLetters deadLetters;

	private final Settler settler;

	private final Reclaimer reclaimer;

	Claims(EntryIndex entries, SettledIds settled, ConsumerRecords consumers, Tokens tokens, Throttle throttle,
			DeadLetters deadLetters) {
		this.entries = entries;
		this.consumers = consumers;
		this.tokens = tokens;
		this.throttle = throttle;
		this.deadLetters = deadLetters;
		this.settler = new Settler(entries, settled);
		this.reclaimer = new Reclaimer(entries, consumers);
	}

	ClaimReply claim(ClaimRequest request, StoreTime now) {
		ConsumerCall call = request.call();
		ConsumerRecord consumer = this.consumers.onCall(call, now);
		ConsumerRecord.Claim earlier = consumer.claim(call.number());
		if (earlier != null) {
			List<ClaimedMessage> held = handOutAgain(request, earlier, now);
			return new ClaimReply(held, earlier.token(), earlier.settlements(), List.of(), List.of(),
					untilNext(request, now));
		}
		List<SettlementResult> results = this.settler.settle(call, request.settlements(), now);
		// None is handed out that is to be removed.
		boolean moreToTrim = call.source() == Source.DEAD_LETTERS && this.deadLetters.trim(request.deadLetters(), now);
		List<EndedLease> ended = new ArrayList<>(takeBackUnconfirmed(request, consumer, now));
		ended.addAll(this.reclaimer.reclaim(request, now));
		List<String> expired = new ArrayList<>();
		List<ClaimedMessage> messages = moreToTrim ? List.of() : handOut(request, now, expired);
		long token = messages.isEmpty() ? 0 : messages.get(0).token();
		List<String> ids = messages.stream().map(ClaimedMessage::id).toList();
		if (call.source() == Source.MESSAGES) {
			this.deadLetters.trim(request.deadLetters(), now);
		}
		consumer.remember(new ConsumerRecord.Claim(call.number(), token, ids, results));
		return new ClaimReply(messages, token, results, ended, expired, untilNext(request, now));
	}

	private List<EndedLease> takeBackUnconfirmed(ClaimRequest request, ConsumerRecord consumer, StoreTime now) {
		ConsumerRecord.Claim unconfirmed = consumer.unconfirmed();
		if (unconfirmed == null) {
			return List.of();
		}
		return this.reclaimer.takeBack(held(request.call(), unconfirmed), request, now);
	}

	private List<StoredEntry> held(ConsumerCall call, ConsumerRecord.Claim claim) {
		return claim.ids()
			.stream()
			.map((id) -> this.settler.held(call, id, claim.token()))
			.filter(Objects::nonNull)
			.toList();
	}

	private List<ClaimedMessage> handOut(ClaimRequest request, StoreTime now, List<String> expired) {
		int allowance = this.throttle.allowance(request.maxMessages(), request.limits(),
				this.entries.count(MessageState.IN_FLIGHT), now);
		List<StoredEntry> chosen = new ArrayList<>();
		int looked = 0;
		long bytes = 0;
		for (StoredEntry entry : this.entries.due(allowance, now)) {
			if (entry.isExpired(now.passed())) {
				expire(entry, request.deadLetters().keepExpired(), now);
				expired.add(entry.id());
			}
			else {
				bytes += entry.message().size();
				if (bytes > ClaimRequest.MAX_BYTES && !chosen.isEmpty()) {
					break;
				}
				chosen.add(entry);
			}
			looked++;
		}
		this.entries.lookedAt(looked);
		this.throttle.handedOut(chosen.size(), request.limits(), now);
		return chosen.isEmpty() ? List.of() : lease(chosen, request, now);
	}

	private List<ClaimedMessage> lease(List<StoredEntry> chosen, ClaimRequest request, StoreTime now) {
		long token = this.tokens.next(now);
		return chosen.stream()
			.sorted(this.entries.handOutOrder())
			.map((entry) -> handOut(
					entry.leased(new Lease(token, request.call().consumer(), entry.time()), now.after(request.lease())),
					now))
			.toList();
	}

	private @Nullable Duration untilNext(ClaimRequest request, StoreTime now) {
		StoredEntry lease = this.entries.first(MessageState.IN_FLIGHT);
		return Stream.of(nextDue(request.limits(), now), (lease != null) ? lease.time() : null)
			.filter(Objects::nonNull)
			.min(Comparator.naturalOrder())
			.map(now::until)
			.orElse(null);
	}

	// None, if another event will tell: the end of the pause, or of a delivery.
	private @Nullable Long nextDue(QueueLimits limits, StoreTime now) {
		StoredEntry next = this.entries.first(MessageState.WAITING);
		boolean full = limits.maxInFlight() > 0 && this.entries.count(MessageState.IN_FLIGHT) >= limits.maxInFlight();
		if (full) {
			this.throttle.setFull(true);
		}
		if (next == null || this.throttle.isPaused() || (next.time() <= now.passed() && full)) {
			return null;
		}
		return Math.max(next.time(), this.throttle.openFrom(limits, now));
	}

	private void expire(StoredEntry entry, boolean keep, StoreTime now) {
		this.entries.giveUp(entry, entry.dead(now.passed(), entry.attempts(), new DeathCause(DeathCause.Reason.EXPIRED,
				entry.attempts().deliveries(), null, "The time to live was over", null)), keep);
	}

	private List<ClaimedMessage> handOutAgain(ClaimRequest request, ConsumerRecord.Claim earlier, StoreTime now) {
		return held(request.call(), earlier).stream()
			.map((entry) -> handOut(entry.leasedUntil(now.after(request.lease())), now))
			.toList();
	}

	private ClaimedMessage handOut(StoredEntry entry, StoreTime now) {
		this.entries.put(entry);
		return this.entries.claimed(entry, Objects.requireNonNull(entry.lease()).token(), now.since(entry.dueTime()));
	}

	List<SettlementResult> settle(ConsumerCall call, List<Settlement> settlements, StoreTime now) {
		ConsumerRecord consumer = this.consumers.onCall(call, now);
		ConsumerRecord.Settled earlier = consumer.settled(call.number());
		if (earlier != null) {
			return earlier.results();
		}
		List<SettlementResult> results = this.settler.settle(call, settlements, now);
		consumer.remember(new ConsumerRecord.Settled(call.number(), results));
		return results;
	}

	List<Boolean> extend(ConsumerCall call, ExtendRequest request, StoreTime now) {
		this.consumers.onCall(call, now);
		return request.leases().stream().map((lease) -> {
			StoredEntry entry = this.settler.held(call, lease.id(), lease.token());
			if (entry != null) {
				this.entries.put(entry.leasedUntil(now.after(request.lease())));
			}
			return entry != null;
		}).toList();
	}

}
