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
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;

import io.delayqueue.MessageState;
import io.delayqueue.store.BrowseRequest;
import io.delayqueue.store.ClaimReply;
import io.delayqueue.store.ClaimRequest;
import io.delayqueue.store.ConsumerCall;
import io.delayqueue.store.DueTime;
import io.delayqueue.store.ExtendRequest;
import io.delayqueue.store.LocalHints;
import io.delayqueue.store.MessageSnapshot;
import io.delayqueue.store.PurgeReply;
import io.delayqueue.store.PurgeRequest;
import io.delayqueue.store.QueueCounts;
import io.delayqueue.store.ReplayReply;
import io.delayqueue.store.ReplayRequest;
import io.delayqueue.store.RescheduleReply;
import io.delayqueue.store.ScheduleCommand;
import io.delayqueue.store.ScheduleReply;
import io.delayqueue.store.ScheduleReply.Outcome;
import io.delayqueue.store.Settlement;
import io.delayqueue.store.SettlementResult;
import io.delayqueue.store.Source;
import org.jspecify.annotations.Nullable;

/**
 * One queue in memory. Each operation is one atomic step under the queue's lock; hints
 * are given after the lock was released, so that a listener may call the store.
 */
class MemoryQueue {

	private final String name;

	private final InstantSource clock;

	private final LocalHints hints;

	private final ReentrantLock lock = new ReentrantLock();

	private final MessageIndex entries = new MessageIndex();

	private final ConsumerRecords consumers = new ConsumerRecords();

	private final SettledIds settled = new SettledIds();

	private final DeadLetters deadLetters = new DeadLetters(this.entries);

	private final Tokens tokens = new Tokens();

	private final Throttle throttle = new Throttle();

	private final Claims messageClaims = new Claims(this.entries, this.settled, this.consumers, this.tokens,
			this.throttle, this.deadLetters);

	private final Claims deadLetterClaims = new Claims(this.entries.deadLetters(), this.settled, this.consumers,
			this.tokens, this.throttle, this.deadLetters);

	MemoryQueue(String name, InstantSource clock, LocalHints hints) {
		this.name = name;
		this.clock = clock;
		this.hints = hints;
	}

	/**
	 * Remember what waits and whether the queue is paused.
	 * @return makes queues in which nothing else is and has been
	 */
	Supplier<MemoryQueue> savepoint() {
		return atomically((now) -> {
			List<StoredEntry> waiting = this.entries.stream(MessageState.WAITING).toList();
			boolean paused = this.throttle.isPaused();
			return () -> {
				MemoryQueue copy = new MemoryQueue(this.name, this.clock, this.hints);
				waiting.forEach(copy.entries::put);
				copy.throttle.setPaused(paused);
				return copy;
			};
		});
	}

	List<ScheduleReply> schedule(List<ScheduleCommand> commands) {
		return atomically((now) -> commands.stream().map((command) -> schedule(command, now)).toList());
	}

	private ScheduleReply schedule(ScheduleCommand command, StoreTime now) {
		StoredEntry present = this.entries.get(command.id());
		if (present != null) {
			boolean same = present.message().equals(command.message()) || present.recursAs(command.message());
			if (same || !command.replace()) {
				return new ScheduleReply(same ? Outcome.STORED : Outcome.PRESENT,
						Instant.ofEpochMilli(present.dueTime()), present.state());
			}
		}
		Long remembered = command.replace() ? null : this.settled.rememberedUntil(command.id(), now);
		if (remembered != null) {
			return new ScheduleReply(Outcome.SETTLED, Instant.ofEpochMilli(remembered), null);
		}
		if (command.maxWaiting() > 0 && takesRoom(command, present)
				&& this.entries.count(MessageState.WAITING) >= command.maxWaiting()) {
			return new ScheduleReply(Outcome.FULL, Instant.EPOCH, null);
		}
		// Of what recurs, the occurrence that was asked for: it keeps its time.
		long dueTime = (command.message().isRecurring() && command.dueTime() instanceof DueTime.At at)
				? at.toEpochMilli() : now.resolve(command.dueTime());
		Lifetime lifetime = (command.timeToLive() != null)
				? lifetime(now.nominal(command.dueTime()), new DueTime.After(command.timeToLive()).toMillis()) : null;
		this.entries.put(StoredEntry.scheduled(command.id(), command.message(), dueTime, lifetime, command.priority()));
		return new ScheduleReply((present != null) ? Outcome.REPLACED : Outcome.STORED, Instant.ofEpochMilli(dueTime),
				(present != null) ? present.state() : null);
	}

	// What recurs and is in flight would wait again by itself.
	private static boolean takesRoom(ScheduleCommand command, @Nullable StoredEntry present) {
		return present == null || present.state() == MessageState.DEAD
				|| (present.state() == MessageState.IN_FLIGHT && !command.message().isRecurring());
	}

	private static Lifetime lifetime(long dueTime, long millis) {
		return new Lifetime(millis, Math.min(DueTime.MAX_EPOCH_MILLI, dueTime + millis));
	}

	ClaimReply claim(ClaimRequest request) {
		return atomically((now) -> {
			ClaimReply reply = claims(request.call()).claim(request, now);
			this.settled.trim(now);
			return reply;
		});
	}

	List<SettlementResult> settle(ConsumerCall call, List<Settlement> settlements) {
		return atomically((now) -> claims(call).settle(call, settlements, now));
	}

	List<Boolean> extend(ConsumerCall call, ExtendRequest request) {
		return atomically((now) -> claims(call).extend(call, request, now));
	}

	private Claims claims(ConsumerCall call) {
		return (call.source() == Source.DEAD_LETTERS) ? this.deadLetterClaims : this.messageClaims;
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
			this.entries.put(entry.rescheduled(due, moved(entry.lifetime(), now.nominal(dueTime))));
			return new RescheduleReply(MessageState.WAITING, Instant.ofEpochMilli(due));
		});
	}

	boolean deliverNow(String id) {
		return atomically((now) -> {
			StoredEntry entry = this.entries.get(id);
			if (entry == null || entry.state() != MessageState.WAITING) {
				return false;
			}
			long soonest = now.after(Duration.ZERO);
			if (entry.time() > soonest) {
				this.entries.put(entry.broughtForward(soonest, moved(entry.lifetime(), soonest)));
			}
			return true;
		});
	}

	private static @Nullable Lifetime moved(@Nullable Lifetime lifetime, long due) {
		return (lifetime != null) ? lifetime(due, lifetime.millis()) : null;
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

	List<Optional<MessageSnapshot>> find(List<String> ids) {
		return atomically((now) -> Pages.find(this.entries, ids));
	}

	List<MessageSnapshot> browse(BrowseRequest request) {
		return atomically((now) -> Pages.browse(this.entries, request));
	}

	ReplayReply replay(ReplayRequest request) {
		return atomically((now) -> this.deadLetters.replay(request, now));
	}

	List<Boolean> discard(List<BrowseRequest.Position> deadLetters) {
		return atomically((now) -> this.deadLetters.discard(deadLetters));
	}

	PurgeReply purge(PurgeRequest request) {
		return atomically((now) -> new Purge(this.entries, this.tokens).take(request));
	}

	boolean pause() {
		return atomically((now) -> this.throttle.setPaused(true));
	}

	boolean resume() {
		boolean resumed = atomically((now) -> this.throttle.setPaused(false));
		if (resumed) {
			this.hints.pass(this.name, Source.MESSAGES, Duration.ZERO);
			this.hints.pass(this.name, Source.DEAD_LETTERS, Duration.ZERO);
		}
		return resumed;
	}

	QueueCounts count() {
		return atomically((now) -> {
			long due = this.entries.countUntil(MessageState.WAITING, now.passed());
			StoredEntry earliest = this.entries.first(MessageState.WAITING);
			return new QueueCounts(this.entries.count(MessageState.WAITING) - due, due,
					this.entries.count(MessageState.IN_FLIGHT), this.entries.count(MessageState.DEAD),
					(earliest != null) ? now.since(earliest.time()) : Duration.ZERO, this.throttle.isPaused());
		});
	}

	List<Long> countDue(List<Duration> bounds) {
		return atomically((now) -> {
			List<Long> counts = new ArrayList<>();
			long counted = this.entries.countUntil(MessageState.WAITING, now.passed());
			counts.add(counted);
			for (Duration bound : bounds) {
				long until = this.entries.countUntil(MessageState.WAITING, now.passedAfter(bound));
				counts.add(until - counted);
				counted = until;
			}
			counts.add(this.entries.count(MessageState.WAITING) - counted);
			return counts;
		});
	}

	/**
	 * Give hints of when to look next.
	 */
	void hint() {
		for (Source source : Source.values()) {
			EntryIndex entries = entries(source);
			Duration untilNext = atomically((now) -> Optional.ofNullable(entries.untilNext(now))).orElse(null);
			if (untilNext != null) {
				this.hints.pass(this.name, source, untilNext);
			}
		}
	}

	private EntryIndex entries(Source source) {
		return (source == Source.DEAD_LETTERS) ? this.entries.deadLetters() : this.entries;
	}

	private <T> T atomically(Function<StoreTime, T> operation) {
		Map<Source, Duration> news = new EnumMap<>(Source.class);
		T result;
		this.lock.lock();
		try {
			StoreTime now = StoreTime.of(this.clock.instant());
			Map<Source, StoredEntry> before = new EnumMap<>(Source.class);
			for (Source source : Source.values()) {
				StoredEntry first = entries(source).first(MessageState.WAITING);
				if (first != null) {
					before.put(source, first);
				}
			}
			int inFlight = this.entries.count(MessageState.IN_FLIGHT);
			result = operation.apply(now);
			if (this.throttle.isFull() && this.entries.count(MessageState.IN_FLIGHT) < inFlight) {
				this.throttle.setFull(false);
				news.put(Source.MESSAGES, Duration.ZERO);
			}
			for (Source source : Source.values()) {
				StoredEntry first = entries(source).first(MessageState.WAITING);
				StoredEntry earlier = before.get(source);
				if (first != null && (earlier == null || first.time() < earlier.time())) {
					news.put(source, now.until(first.time()));
				}
			}
		}
		finally {
			this.lock.unlock();
		}
		news.forEach((source, untilDue) -> this.hints.pass(this.name, source, untilDue));
		return result;
	}

}
