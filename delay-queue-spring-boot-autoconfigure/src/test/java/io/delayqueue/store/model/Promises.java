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
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.delayqueue.store.ClaimReply;
import io.delayqueue.store.ClaimRequest;
import io.delayqueue.store.ClaimedMessage;
import io.delayqueue.store.ConsumerCall;
import io.delayqueue.store.DueTime;
import io.delayqueue.store.EndedLease;
import io.delayqueue.store.ReplayReply;
import io.delayqueue.store.RescheduleReply;
import io.delayqueue.store.ScheduleCommand;
import io.delayqueue.store.ScheduleReply;
import io.delayqueue.store.Settlement;
import io.delayqueue.store.SettlementResult;
import io.delayqueue.store.Source;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Watches what a store answers, without a model, for what it must never do: hand out
 * early, after a cancel or when the time to live is over, to consumers of dead letters
 * what is not dead or what they are done with, to others what is, store what is
 * remembered as handled, or give a token that is not larger than all before.
 */
class Promises {

	/**
	 * What may be handed out, and from when on.
	 */
	private final Map<Offer, Instant> offers = new HashMap<>();

	private final Set<ConsumerCall> settled = new HashSet<>();

	private final Map<ConsumerCall, Long> tokens = new HashMap<>();

	private final Map<String, Duration> timesToLive = new HashMap<>();

	private final Map<String, Instant> ends = new HashMap<>();

	private final Map<String, Instant> remembered = new HashMap<>();

	private Instant latest = Instant.MIN;

	private long lastToken;

	void scheduled(List<ScheduleCommand> commands, List<ScheduleReply> replies, Instant now) {
		see(now);
		for (int i = 0; i < commands.size(); i++) {
			ScheduleReply reply = replies.get(i);
			if (reply.outcome() == ScheduleReply.Outcome.REPLACED || reply.found() == null) {
				ScheduleCommand command = commands.get(i);
				if (reply.outcome() == ScheduleReply.Outcome.SETTLED || reply.outcome() == ScheduleReply.Outcome.FULL) {
					continue;
				}
				String id = command.id();
				assertThat(command.replace() ? Instant.MAX : this.latest).as("stored although remembered: " + id)
					.isAfterOrEqualTo(this.remembered.getOrDefault(id, Instant.MIN));
				removed(id);
				this.offers.put(message(id), instant(command.dueTime(), now));
				this.timesToLive.remove(id);
				if (command.timeToLive() != null) {
					this.timesToLive.put(id, command.timeToLive());
				}
				live(id, reply.dueTime());
			}
		}
	}

	void rescheduled(String id, DueTime dueTime, RescheduleReply reply, Instant now) {
		if (reply.dueTime() != null) {
			this.offers.put(message(id), instant(dueTime, now));
			live(id, reply.dueTime());
		}
	}

	void replayed(ReplayReply reply, Instant now) {
		reply.ids().forEach((id) -> {
			removed(id);
			this.offers.put(message(id), now);
			this.timesToLive.remove(id);
			this.ends.remove(id);
		});
	}

	private void live(String id, Instant dueTime) {
		Duration timeToLive = this.timesToLive.get(id);
		this.ends.remove(id);
		if (timeToLive != null) {
			this.ends.put(id, plus(dueTime, timeToLive.isNegative() ? Duration.ZERO : timeToLive));
		}
	}

	private static Instant instant(DueTime dueTime, Instant now) {
		return (dueTime instanceof DueTime.At at) ? at.instant() : plus(now, ((DueTime.After) dueTime).delay());
	}

	void settled(ConsumerCall call, List<Settlement> settlements, List<SettlementResult> results, Instant now) {
		if (!this.settled.add(call)) {
			return;
		}
		for (int i = 0; i < settlements.size(); i++) {
			if (results.get(i) == SettlementResult.APPLIED) {
				settled(call, settlements.get(i), now);
			}
		}
	}

	private void settled(ConsumerCall call, Settlement settlement, Instant now) {
		if (settlement instanceof Settlement.Retry retry) {
			this.offers.put(new Offer(call.source(), retry.id()), plus(now, retry.pause()));
		}
		else if (settlement instanceof Settlement.Recur recur) {
			this.offers.put(message(recur.id()), recur.next());
		}
		else if (settlement instanceof Settlement.DeadOccurrence dead) {
			this.offers.put(message(dead.id()), dead.next());
			gone(call, dead.deadId(), true, now);
		}
		else if (settlement instanceof Settlement.DeadLetter deadLetter) {
			gone(call, deadLetter.id(), true, now);
		}
		else if (settlement instanceof Settlement.Acknowledge handled) {
			removed(handled.id());
			if (handled.remember().compareTo(Duration.ZERO) > 0) {
				this.remembered.merge(handled.id(), plus(now, handled.remember()),
						(before, until) -> until.isAfter(before) ? until : before);
			}
		}
	}

	// Those who had it are not to have it again.
	private void gone(ConsumerCall call, String id, boolean kept, Instant now) {
		this.offers.remove(new Offer(call.source(), id));
		if (call.source() == Source.MESSAGES && kept) {
			this.offers.put(letter(id), now.truncatedTo(ChronoUnit.MILLIS));
		}
	}

	void removed(String id) {
		this.offers.remove(message(id));
		this.offers.remove(letter(id));
	}

	void claimed(ClaimRequest request, ClaimReply reply, Instant now) {
		see(now);
		ConsumerCall call = request.call();
		reply.endedLeases()
			.stream()
			.filter((ended) -> ended.fate() == EndedLease.Fate.DEAD || ended.fate() == EndedLease.Fate.DROPPED)
			.forEach((ended) -> gone(call, ended.id(), ended.fate() == EndedLease.Fate.DEAD, now));
		reply.expired().forEach((id) -> gone(call, id, request.deadLetters().keepExpired(), now));
		if (reply.messages().isEmpty()) {
			return;
		}
		boolean repeated = Long.valueOf(reply.token()).equals(this.tokens.put(call, reply.token()));
		if (!repeated) {
			assertThat(reply.token()).as("a new token").isGreaterThan(this.lastToken);
			this.lastToken = reply.token();
		}
		for (ClaimedMessage message : reply.messages()) {
			Offer offer = new Offer(call.source(), message.id());
			assertThat(this.offers).as("handed out of what there is").containsKey(offer);
			assertThat(message.token()).as("token of a message").isEqualTo(reply.token());
			// By a clock that was set back meanwhile a repeat may seem early.
			assertThat(repeated ? Instant.MAX : now).as("handed out early: " + offer)
				.isAfterOrEqualTo(message.dueTime())
				.isAfterOrEqualTo(this.offers.get(offer));
			// Times to live are kept to the millisecond.
			assertThat((repeated || call.source() == Source.DEAD_LETTERS) ? Instant.MIN : now)
				.as("handed out after its time to live: " + offer)
				.isBefore(plus(this.ends.getOrDefault(message.id(), Instant.MAX), Duration.ofMillis(2)));
		}
	}

	// A clock that is set back does not bring back what was forgotten.
	private void see(Instant now) {
		this.latest = now.isAfter(this.latest) ? now : this.latest;
	}

	private static Instant plus(Instant now, Duration delay) {
		return (delay.compareTo(Duration.between(now, Instant.MAX)) > 0) ? Instant.MAX : now.plus(delay);
	}

	private static Offer message(String id) {
		return new Offer(Source.MESSAGES, id);
	}

	private static Offer letter(String id) {
		return new Offer(Source.DEAD_LETTERS, id);
	}

	/**
	 * Something that consumers may have.
	 *
	 * @param source which consumers
	 * @param id the message's id
	 */
	private record Offer(Source source, String id) {

	}

}
