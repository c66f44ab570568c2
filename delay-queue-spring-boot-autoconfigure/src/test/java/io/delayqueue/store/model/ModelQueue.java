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

package io.delayqueue.store.model;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import io.delayqueue.MessageState;
import io.delayqueue.store.BrowseRequest;
import io.delayqueue.store.BrowseRequest.Position;
import io.delayqueue.store.ClaimReply;
import io.delayqueue.store.ClaimRequest;
import io.delayqueue.store.ClaimedMessage;
import io.delayqueue.store.ConsumerCall;
import io.delayqueue.store.DeadLetterPolicy;
import io.delayqueue.store.DeathCause;
import io.delayqueue.store.DueTime;
import io.delayqueue.store.EndedLease;
import io.delayqueue.store.EndedLease.Fate;
import io.delayqueue.store.ExtendRequest;
import io.delayqueue.store.MessageSnapshot;
import io.delayqueue.store.PurgeReply;
import io.delayqueue.store.PurgeRequest;
import io.delayqueue.store.QueueCounts;
import io.delayqueue.store.ReplayReply;
import io.delayqueue.store.ReplayRequest;
import io.delayqueue.store.RescheduleReply;
import io.delayqueue.store.RetryPolicy;
import io.delayqueue.store.ScheduleCommand;
import io.delayqueue.store.ScheduleReply;
import io.delayqueue.store.ScheduleReply.Outcome;
import io.delayqueue.store.Settlement;
import io.delayqueue.store.SettlementResult;
import io.delayqueue.store.Source;

/**
 * What {@link io.delayqueue.store.DelayQueueStore} promises for one queue, as plainly as
 * possible. Pauses are without jitter, and which token a claim gets is told to the model.
 */
class ModelQueue {

	private static final int MAX_RETURNS = 9;

	private static final int MAX_ENDED = 64;

	private final ModelMessages messages = new ModelMessages();

	private final ModelDeadLetters deadLetters = new ModelDeadLetters(this.messages);

	private final ModelPurge purge = new ModelPurge(this.messages);

	private final Map<String, Long> settled = new HashMap<>();

	private final Map<String, ModelConsumer> consumers = new HashMap<>();

	private final ModelThrottle throttle = new ModelThrottle();

	private long lastToken;

	private ModelTime time = new ModelTime(Instant.EPOCH);

	void setTime(Instant now) {
		this.time = new ModelTime(now);
	}

	List<ScheduleReply> schedule(List<ScheduleCommand> commands) {
		return commands.stream().map(this::schedule).toList();
	}

	private ScheduleReply schedule(ScheduleCommand command) {
		ModelMessage present = this.messages.get(command.id());
		if (present != null && present.content.equals(command.message())) {
			return found(Outcome.STORED, present);
		}
		if (present != null && !command.replace()) {
			return found(Outcome.PRESENT, present);
		}
		Long remembered = this.settled.get(command.id());
		if (!command.replace() && remembered != null && !this.time.isPast(remembered)) {
			return new ScheduleReply(Outcome.SETTLED, Instant.ofEpochMilli(remembered), null);
		}
		boolean waitsAnyway = present != null && (present.state == MessageState.WAITING
				|| (present.state == MessageState.IN_FLIGHT && command.message().isRecurring()));
		if (!waitsAnyway && command.maxWaiting() > 0 && in(MessageState.WAITING).size() >= command.maxWaiting()) {
			return new ScheduleReply(Outcome.FULL, Instant.EPOCH, null);
		}
		long dueTime = (command.message().isRecurring() && command.dueTime() instanceof DueTime.At at)
				? at.toEpochMilli() : this.time.resolve(command.dueTime());
		ModelMessage message = new ModelMessage(command.id(), command.message(), dueTime);
		message.timeToLive = command.timeToLive();
		message.priority = command.priority();
		message.occurrence = command.message().isRecurring() ? dueTime : null;
		this.messages.put(message);
		return new ScheduleReply((present != null) ? Outcome.REPLACED : Outcome.STORED, Instant.ofEpochMilli(dueTime),
				(present != null) ? present.state : null);
	}

	private static ScheduleReply found(Outcome outcome, ModelMessage present) {
		long time = (present.state == MessageState.DEAD) ? present.death : present.dueTime;
		return new ScheduleReply(outcome, Instant.ofEpochMilli(time), present.state);
	}

	/**
	 * Claim.
	 * @param request the request
	 * @param token the token that a claim that hands something out is to get
	 * @return the reply, or empty if the claim is refused
	 */
	Optional<ClaimReply> claim(ClaimRequest request, long token) {
		ConsumerCall call = request.call();
		ModelConsumer consumer = consumer(call);
		if (call.number() < consumer.claimNumber) {
			return Optional.empty();
		}
		confirm(call);
		if (call.number() == consumer.claimNumber) {
			List<ModelMessage> held = held(call, consumer.claimToken);
			return Optional.of(handOut(held, request, consumer, List.of(), List.of()));
		}
		consumer.claimNumber = call.number();
		consumer.claimResults = settleAll(call, request.settlements());
		boolean trimming = call.source() == Source.DEAD_LETTERS
				&& this.deadLetters.trim(request.deadLetters(), this.time);
		List<EndedLease> ended = new ArrayList<>();
		held(call, consumer.claimToken).stream()
			.filter((message) -> !message.confirmed)
			.forEach((message) -> ended.add(takeBack(message, request)));
		of(call).in(MessageState.IN_FLIGHT, (message) -> this.time.isPast(message.leaseEnd))
			.stream()
			.sorted(ModelMessage.EARLIEST_FIRST)
			.limit(MAX_ENDED)
			.forEach((message) -> ended.add(takeBack(message, request)));
		List<ModelMessage> due = trimming ? List.of() : this.throttle.choose(of(call).in(MessageState.WAITING), request,
				of(call).in(MessageState.IN_FLIGHT).size(), this.time);
		List<ModelMessage> expired = due.stream().filter((message) -> message.isExpired(this.time)).toList();
		List<ModelMessage> alive = due.stream()
			.filter((message) -> !message.isExpired(this.time))
			.sorted(ModelMessage.MOST_URGENT_FIRST)
			.toList();
		expired.forEach((message) -> expire(message, request.deadLetters()));
		this.throttle.handedOut(alive.size(), request.limits(), this.time);
		consumer.claimToken = alive.isEmpty() ? 0 : token;
		this.lastToken = Math.max(this.lastToken, consumer.claimToken);
		alive.forEach((message) -> message.lease(call.consumer(), token));
		if (call.source() == Source.MESSAGES) {
			this.deadLetters.trim(request.deadLetters(), this.time);
		}
		this.settled.values().removeIf(this.time::isPast);
		return Optional
			.of(handOut(alive, request, consumer, ended, expired.stream().map((message) -> message.id).toList()));
	}

	private void expire(ModelMessage message, DeadLetterPolicy policy) {
		if (policy.keepExpired()) {
			message.die(this.time.passed(), new DeathCause(DeathCause.Reason.EXPIRED, message.deliveries, null,
					"The time to live was over", null));
		}
		else {
			this.messages.remove(message.id);
		}
	}

	private ClaimReply handOut(List<ModelMessage> handedOut, ClaimRequest request, ModelConsumer consumer,
			List<EndedLease> ended, List<String> expired) {
		handedOut.forEach((message) -> message.leaseEnd = this.time.after(request.lease()));
		List<ClaimedMessage> claimed = handedOut.stream().map((message) -> message.claimed(this.time)).toList();
		ModelMessages mine = of(request.call());
		List<ModelMessage> leased = mine.sorted(MessageState.IN_FLIGHT, (message) -> true, ModelMessage.EARLIEST_FIRST);
		Duration untilNext = Stream
			.concat(this.throttle.next(mine.in(MessageState.WAITING), leased.size(), request.limits(), this.time),
					leased.stream().map((message) -> message.leaseEnd))
			.map(this.time::until)
			.min(Comparator.naturalOrder())
			.orElse(null);
		return new ClaimReply(claimed, consumer.claimToken, consumer.claimResults, ended, expired, untilNext);
	}

	private List<ModelMessage> held(ConsumerCall call, long token) {
		return of(call).sorted(MessageState.IN_FLIGHT, (message) -> message.isHeldBy(call.consumer(), token),
				ModelMessage.MOST_URGENT_FIRST);
	}

	private EndedLease takeBack(ModelMessage message, ClaimRequest request) {
		RetryPolicy policy = request.retryPolicy();
		if (!message.confirmed && ++message.returns <= MAX_RETURNS) {
			message.putBack(message.dueTime);
			return new EndedLease(message.id, Fate.RETURNED);
		}
		message.failures++;
		if (message.failures <= policy.maxRetries() || message.occurrence != null) {
			message.putBack(this.time.after(policy.pauseAfter(message.failures)));
			return new EndedLease(message.id, Fate.RETRIED);
		}
		if (request.call().source() == Source.DEAD_LETTERS) {
			withhold(message.id);
			return new EndedLease(message.id, Fate.DEAD);
		}
		if (!request.deadLetters().keepFailed()) {
			this.messages.remove(message.id);
			return new EndedLease(message.id, Fate.DROPPED);
		}
		message.die(this.time.passed(), new DeathCause(DeathCause.Reason.LEASE_ENDED, message.deliveries, null,
				"The lease ended without a settlement", null));
		return new EndedLease(message.id, Fate.DEAD);
	}

	Optional<List<SettlementResult>> settle(ConsumerCall call, List<Settlement> settlements) {
		ModelConsumer consumer = consumer(call);
		if (call.number() < consumer.settleNumber) {
			return Optional.empty();
		}
		confirm(call);
		if (call.number() > consumer.settleNumber) {
			consumer.settleNumber = call.number();
			consumer.settleResults = settleAll(call, settlements);
		}
		return Optional.of(consumer.settleResults);
	}

	private List<SettlementResult> settleAll(ConsumerCall call, List<Settlement> settlements) {
		return settlements.stream().map((settlement) -> settle(call, settlement)).toList();
	}

	private SettlementResult settle(ConsumerCall call, Settlement settlement) {
		ModelMessage message = of(call).get(settlement.id());
		if (message == null || !message.isHeldBy(call.consumer(), settlement.token())) {
			return SettlementResult.STALE;
		}
		if (settlement instanceof Settlement.Acknowledge handled) {
			this.messages.remove(message.id);
			if (handled.remember().compareTo(Duration.ZERO) > 0) {
				this.settled.merge(message.id, this.time.after(handled.remember()), Math::max);
			}
		}
		else if (settlement instanceof Settlement.Release) {
			message.putBack(message.dueTime);
		}
		else if (settlement instanceof Settlement.Recur recur) {
			message.recur(recur.next().toEpochMilli());
		}
		else if (settlement instanceof Settlement.DeadOccurrence dead) {
			this.messages.put(message.deadOccurrence(dead.deadId(), this.time.passed(), dead.cause()));
			message.recur(dead.next().toEpochMilli());
		}
		else if (settlement instanceof Settlement.Retry retry) {
			message.failures++;
			message.putBack(this.time.after(retry.pause()));
		}
		else if (call.source() == Source.DEAD_LETTERS) {
			withhold(message.id);
		}
		else if (settlement instanceof Settlement.DeadLetter deadLetter) {
			message.failures++;
			message.die(this.time.passed(), deadLetter.cause());
		}
		return SettlementResult.APPLIED;
	}

	// It stays dead, but no consumer of dead letters is to have it any more.
	private void withhold(String id) {
		this.messages.find(id, MessageState.DEAD).ifPresent((message) -> message.letter = null);
	}

	List<Boolean> extend(ConsumerCall call, ExtendRequest request) {
		confirm(call);
		return request.leases().stream().map((lease) -> {
			ModelMessage message = of(call).get(lease.id());
			boolean held = message != null && message.isHeldBy(call.consumer(), lease.token());
			if (held) {
				message.leaseEnd = this.time.after(request.lease());
			}
			return held;
		}).toList();
	}

	private ModelConsumer consumer(ConsumerCall call) {
		return this.consumers.computeIfAbsent(call.consumer(), (name) -> new ModelConsumer());
	}

	// Nothing but what has been claimed, as far as that is remembered, can be confirmed.
	private void confirm(ConsumerCall call) {
		long confirmed = Math.min(call.confirmed(), consumer(call).claimToken);
		of(call)
			.in(MessageState.IN_FLIGHT,
					(message) -> message.consumer.equals(call.consumer()) && message.token <= confirmed)
			.forEach((message) -> message.confirmed = true);
	}

	void forget(String consumer) {
		this.consumers.remove(consumer);
		for (Source source : Source.values()) {
			this.messages.of(source)
				.in(MessageState.IN_FLIGHT, (message) -> message.consumer.equals(consumer))
				.forEach((message) -> message.confirmed = false);
		}
	}

	RescheduleReply reschedule(String id, DueTime dueTime) {
		ModelMessage message = this.messages.get(id);
		if (message == null || message.state != MessageState.WAITING) {
			return new RescheduleReply((message != null) ? message.state : null, null);
		}
		message.reschedule(this.time.resolve(dueTime));
		return new RescheduleReply(MessageState.WAITING, Instant.ofEpochMilli(message.dueTime));
	}

	boolean deliverNow(String id) {
		Optional<ModelMessage> message = this.messages.find(id, MessageState.WAITING);
		message.ifPresent((waiting) -> {
			if (waiting.dueTime > this.time.after(Duration.ZERO)) {
				waiting.deliverNow(this.time.after(Duration.ZERO));
			}
		});
		return message.isPresent();
	}

	ReplayReply replay(ReplayRequest request) {
		return this.deadLetters.replay(request, this.time);
	}

	List<Boolean> discard(List<Position> deadLetters) {
		return deadLetters.stream().map(this.deadLetters::discard).toList();
	}

	PurgeReply purge(PurgeRequest request) {
		return this.purge.take(request, this.lastToken);
	}

	/**
	 * Return what the last purge removed.
	 * @return the ids
	 */
	List<String> purged() {
		return this.purge.removed;
	}

	List<MessageSnapshot> browse(BrowseRequest request) {
		Position after = request.after();
		return this.messages
			.sorted(request.state(), (message) -> after == null || message.isAfter(after), ModelMessage.EARLIEST_FIRST)
			.stream()
			.limit(request.limit())
			.map(ModelMessage::snapshot)
			.toList();
	}

	boolean setPaused(boolean paused) {
		return this.throttle.setPaused(paused);
	}

	Optional<MessageState> cancel(String id) {
		return Optional.ofNullable(this.messages.remove(id)).map((message) -> message.state);
	}

	Optional<MessageSnapshot> find(String id) {
		return Optional.ofNullable(this.messages.get(id)).map(ModelMessage::snapshot);
	}

	QueueCounts count() {
		List<ModelMessage> waiting = in(MessageState.WAITING);
		long due = waiting.stream().filter((message) -> this.time.isPast(message.dueTime)).count();
		Duration overdue = waiting.isEmpty() ? Duration.ZERO : this.time.since(waiting.get(0).dueTime);
		return new QueueCounts(waiting.size() - due, due, in(MessageState.IN_FLIGHT).size(),
				in(MessageState.DEAD).size(), overdue, this.throttle.isPaused());
	}

	List<Long> countDue(Duration bound) {
		List<ModelMessage> waiting = in(MessageState.WAITING);
		long due = waiting.stream().filter((message) -> this.time.isPast(message.dueTime)).count();
		long until = this.time.later(this.time.passed(), bound);
		long soon = waiting.stream().filter((message) -> message.dueTime <= until).count() - due;
		return List.of(due, soon, waiting.size() - due - soon);
	}

	StoredQueue stored() {
		return this.messages.stored(this.time, this.settled);
	}

	private ModelMessages of(ConsumerCall call) {
		return this.messages.of(call.source());
	}

	private List<ModelMessage> in(MessageState state) {
		return this.messages.in(state);
	}

}
