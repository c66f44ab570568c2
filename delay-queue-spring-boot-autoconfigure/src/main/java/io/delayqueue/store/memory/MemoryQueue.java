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
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

import io.delayqueue.MessageState;
import io.delayqueue.store.BrowseRequest;
import io.delayqueue.store.ClaimReply;
import io.delayqueue.store.ClaimRequest;
import io.delayqueue.store.ClaimedMessage;
import io.delayqueue.store.ConsumerCall;
import io.delayqueue.store.DeathCause;
import io.delayqueue.store.DueTime;
import io.delayqueue.store.EndedLease;
import io.delayqueue.store.ExtendRequest;
import io.delayqueue.store.HintListener;
import io.delayqueue.store.MessageSnapshot;
import io.delayqueue.store.QueueCounts;
import io.delayqueue.store.ReplayReply;
import io.delayqueue.store.ReplayRequest;
import io.delayqueue.store.RescheduleReply;
import io.delayqueue.store.ScheduleCommand;
import io.delayqueue.store.ScheduleReply;
import io.delayqueue.store.ScheduleReply.Outcome;
import io.delayqueue.store.Settlement;
import io.delayqueue.store.SettlementResult;
import org.jspecify.annotations.Nullable;

/**
 * One queue in memory. Each operation is one atomic step under the queue's lock; hints
 * are given after the lock was released, so that a listener may call the store.
 */
class MemoryQueue {

	private final String name;

	private final InstantSource clock;

	private final HintListener hints;

	private final ReentrantLock lock = new ReentrantLock();

	private final EntryIndex entries = new EntryIndex();

	private final ConsumerRecords consumers = new ConsumerRecords();

	private final SettledIds settled = new SettledIds();

	private final DeadLetters deadLetters = new DeadLetters(this.entries);

	private final Settler settler = new Settler(this.entries, this.settled);

	private final Reclaimer reclaimer = new Reclaimer(this.entries, this.consumers);

	private long lastToken;

	MemoryQueue(String name, InstantSource clock, HintListener hints) {
		this.name = name;
		this.clock = clock;
		this.hints = hints;
	}

	List<ScheduleReply> schedule(List<ScheduleCommand> commands) {
		return atomically((now) -> commands.stream().map((command) -> schedule(command, now)).toList());
	}

	private ScheduleReply schedule(ScheduleCommand command, StoreTime now) {
		StoredEntry present = this.entries.get(command.id());
		if (present != null && (!command.replace() || present.message().equals(command.message()))) {
			Outcome outcome = present.message().equals(command.message()) ? Outcome.STORED : Outcome.PRESENT;
			return new ScheduleReply(outcome, Instant.ofEpochMilli(present.dueTime()), present.state());
		}
		Long remembered = command.replace() ? null : this.settled.rememberedUntil(command.id(), now);
		if (remembered != null) {
			return new ScheduleReply(Outcome.SETTLED, Instant.ofEpochMilli(remembered), null);
		}
		long dueTime = now.resolve(command.dueTime());
		Lifetime lifetime = (command.timeToLive() != null)
				? lifetime(dueTime, new DueTime.After(command.timeToLive()).toMillis()) : null;
		this.entries.put(StoredEntry.scheduled(command.id(), command.message(), dueTime, lifetime));
		return new ScheduleReply((present != null) ? Outcome.REPLACED : Outcome.STORED, Instant.ofEpochMilli(dueTime),
				(present != null) ? present.state() : null);
	}

	private static Lifetime lifetime(long dueTime, long millis) {
		return new Lifetime(millis, Math.min(DueTime.MAX_EPOCH_MILLI, dueTime + millis));
	}

	ClaimReply claim(ClaimRequest request) {
		return atomically((now) -> claim(request, now));
	}

	private ClaimReply claim(ClaimRequest request, StoreTime now) {
		ConsumerCall call = request.call();
		ConsumerRecord consumer = this.consumers.onCall(call, now);
		ConsumerRecord.Claim earlier = consumer.claim(call.number());
		if (earlier != null) {
			List<ClaimedMessage> held = handOutAgain(request, earlier, now);
			return new ClaimReply(held, earlier.token(), earlier.settlements(), List.of(), List.of(), untilNext(now));
		}
		List<SettlementResult> results = this.settler.settle(call, request.settlements(), now);
		List<EndedLease> ended = new ArrayList<>(takeBackUnconfirmed(request, consumer, now));
		ended.addAll(this.reclaimer.reclaim(request, now));
		List<String> expired = new ArrayList<>();
		List<ClaimedMessage> messages = handOut(request, now, expired);
		long token = messages.isEmpty() ? 0 : this.lastToken;
		List<String> ids = messages.stream().map(ClaimedMessage::id).toList();
		this.deadLetters.trim(request.deadLetters(), now);
		this.settled.trim(now);
		consumer.remember(new ConsumerRecord.Claim(call.number(), token, ids, results));
		return new ClaimReply(messages, token, results, ended, expired, untilNext(now));
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
		List<ClaimedMessage> messages = new ArrayList<>();
		long token = Math.max(this.lastToken + 1, now.micros());
		long bytes = 0;
		while (messages.size() + expired.size() < request.maxMessages()) {
			StoredEntry entry = this.entries.first(MessageState.WAITING);
			if (entry == null || entry.time() > now.passed()) {
				break;
			}
			if (entry.isExpired(now.passed())) {
				expire(entry, request.deadLetters().keepExpired(), now);
				expired.add(entry.id());
				continue;
			}
			bytes += entry.message().size();
			if (bytes > ClaimRequest.MAX_BYTES && !messages.isEmpty()) {
				break;
			}
			Lease lease = new Lease(token, request.call().consumer(), entry.time());
			messages.add(handOut(entry.leased(lease, now.after(request.lease())), now));
			this.lastToken = token;
		}
		return messages;
	}

	private void expire(StoredEntry entry, boolean keep, StoreTime now) {
		if (keep) {
			this.entries.put(entry.dead(now.passed(), entry.attempts(), new DeathCause(DeathCause.Reason.EXPIRED,
					entry.attempts().deliveries(), null, "The time to live was over", null)));
		}
		else {
			this.entries.remove(entry);
		}
	}

	private List<ClaimedMessage> handOutAgain(ClaimRequest request, ConsumerRecord.Claim earlier, StoreTime now) {
		return held(request.call(), earlier).stream()
			.map((entry) -> handOut(entry.leasedUntil(now.after(request.lease())), now))
			.toList();
	}

	private ClaimedMessage handOut(StoredEntry entry, StoreTime now) {
		this.entries.put(entry);
		return entry.claimed(Objects.requireNonNull(entry.lease()).token(), now.since(entry.dueTime()));
	}

	List<SettlementResult> settle(ConsumerCall call, List<Settlement> settlements) {
		return atomically((now) -> {
			ConsumerRecord consumer = this.consumers.onCall(call, now);
			ConsumerRecord.Settled earlier = consumer.settled(call.number());
			if (earlier != null) {
				return earlier.results();
			}
			List<SettlementResult> results = this.settler.settle(call, settlements, now);
			consumer.remember(new ConsumerRecord.Settled(call.number(), results));
			return results;
		});
	}

	List<Boolean> extend(ConsumerCall call, ExtendRequest request) {
		return atomically((now) -> {
			this.consumers.onCall(call, now);
			return request.leases().stream().map((lease) -> {
				StoredEntry entry = this.settler.held(call, lease.id(), lease.token());
				if (entry != null) {
					this.entries.put(entry.leasedUntil(now.after(request.lease())));
				}
				return entry != null;
			}).toList();
		});
	}

	void forget(String consumer) {
		this.lock.lock();
		try {
			this.consumers.forget(consumer);
		}
		finally {
			this.lock.unlock();
		}
	}

	RescheduleReply reschedule(String id, DueTime dueTime) {
		return atomically((now) -> {
			StoredEntry entry = this.entries.get(id);
			if (entry == null || entry.state() != MessageState.WAITING) {
				return new RescheduleReply((entry != null) ? entry.state() : null, null);
			}
			long due = now.resolve(dueTime);
			Lifetime lifetime = entry.lifetime();
			this.entries.put(entry.rescheduled(due, (lifetime != null) ? lifetime(due, lifetime.millis()) : null));
			return new RescheduleReply(MessageState.WAITING, Instant.ofEpochMilli(due));
		});
	}

	Optional<MessageState> cancel(String id) {
		return atomically((now) -> {
			StoredEntry entry = this.entries.get(id);
			if (entry != null) {
				this.entries.remove(entry);
			}
			return Optional.ofNullable(entry).map(StoredEntry::state);
		});
	}

	Optional<MessageSnapshot> find(String id) {
		return atomically((now) -> Optional.ofNullable(this.entries.get(id)).map(StoredEntry::snapshot));
	}

	List<MessageSnapshot> browse(BrowseRequest request) {
		return atomically((now) -> {
			List<MessageSnapshot> page = new ArrayList<>();
			long bytes = 0;
			for (StoredEntry entry : this.entries.after(request.state(), request.after())) {
				bytes += entry.message().size();
				if (page.size() == request.limit() || (bytes > ClaimRequest.MAX_BYTES && !page.isEmpty())) {
					break;
				}
				page.add(entry.snapshot());
			}
			return page;
		});
	}

	ReplayReply replay(ReplayRequest request) {
		return atomically((now) -> this.deadLetters.replay(request, now));
	}

	boolean discard(String id, @Nullable Instant death) {
		return atomically((now) -> this.deadLetters.discard(id, death));
	}

	QueueCounts count() {
		return atomically((now) -> {
			long due = this.entries.countUntil(MessageState.WAITING, now.passed());
			StoredEntry earliest = this.entries.first(MessageState.WAITING);
			return new QueueCounts(this.entries.count(MessageState.WAITING) - due, due,
					this.entries.count(MessageState.IN_FLIGHT), this.entries.count(MessageState.DEAD),
					(earliest != null) ? now.since(earliest.time()) : Duration.ZERO);
		});
	}

	/**
	 * Give a hint of when to look next.
	 */
	void hint() {
		Duration untilNext = atomically((now) -> Optional.ofNullable(untilNext(now))).orElse(null);
		if (untilNext != null) {
			this.hints.onHint(this.name, untilNext);
		}
	}

	private @Nullable Duration untilNext(StoreTime now) {
		Long next = this.entries.nextTime();
		return (next != null) ? now.until(next) : null;
	}

	private <T> T atomically(Function<StoreTime, T> operation) {
		Duration hint = null;
		T result;
		this.lock.lock();
		try {
			StoreTime now = StoreTime.of(this.clock.instant());
			StoredEntry before = this.entries.first(MessageState.WAITING);
			result = operation.apply(now);
			StoredEntry after = this.entries.first(MessageState.WAITING);
			if (after != null && (before == null || after.time() < before.time())) {
				hint = now.until(after.time());
			}
		}
		finally {
			this.lock.unlock();
		}
		if (hint != null) {
			this.hints.onHint(this.name, hint);
		}
		return result;
	}

}
