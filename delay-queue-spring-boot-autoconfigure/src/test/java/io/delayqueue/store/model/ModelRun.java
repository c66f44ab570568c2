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
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import io.delayqueue.DelayQueueException;
import io.delayqueue.MessageState;
import io.delayqueue.OutcomeUnknownException;
import io.delayqueue.store.BrowseRequest;
import io.delayqueue.store.BrowseRequest.Position;
import io.delayqueue.store.ClaimReply;
import io.delayqueue.store.ClaimRequest;
import io.delayqueue.store.ConsumerCall;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.DueTime;
import io.delayqueue.store.ExtendRequest;
import io.delayqueue.store.MessageSnapshot;
import io.delayqueue.store.PurgeReply;
import io.delayqueue.store.PurgeRequest;
import io.delayqueue.store.ReplayReply;
import io.delayqueue.store.ReplayRequest;
import io.delayqueue.store.RescheduleReply;
import io.delayqueue.store.ScheduleCommand;
import io.delayqueue.store.ScheduleReply;
import io.delayqueue.store.Settlement;
import io.delayqueue.store.SettlementResult;
import io.delayqueue.store.model.Caller.ExtendCall;
import io.delayqueue.store.model.Caller.SettleCall;
import io.delayqueue.store.model.ConsumerStep.CallFate;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * One run of a sequence: does each step with the store and with the model and compares
 * what they answer and what they hold then.
 */
class ModelRun {

	static final String QUEUE = "orders";

	private final ModelHarness harness;

	private final DelayQueueStore store;

	private final ModelQueue model = new ModelQueue();

	private final Promises promises = new Promises();

	private final List<Caller> callers = IntStream.range(0, StepGenerator.CALLERS + StepGenerator.MOURNERS)
		.mapToObj(Caller::new)
		.toList();

	private final List<List<ScheduleCommand>> schedules = new ArrayList<>();

	private final List<RescheduleCall> reschedules = new ArrayList<>();

	private BrowseRequest nextPage = new BrowseRequest(QUEUE, MessageState.DEAD, null, 1);

	private PurgeRequest lastPurge = new PurgeRequest(QUEUE, MessageState.DEAD, 1, null);

	private @Nullable Instant diedUntil;

	private final Set<String> ids = new TreeSet<>();

	private final List<String> log = new ArrayList<>();

	ModelRun(ModelHarness harness) {
		this.harness = harness;
		this.store = harness.store();
		this.model.setTime(now());
		// Of calls to a queue that was never used a store need not remember anything.
		this.store.schedule(QUEUE, List.of());
	}

	/**
	 * Take steps until one is answered otherwise than by the model.
	 * @param steps the steps
	 * @throws AssertionError if there is one
	 */
	void take(List<Step> steps) {
		for (Step step : steps) {
			this.log.add(step.toString());
			step.take(this);
			compareContents();
		}
	}

	/**
	 * Return the steps taken so far, each followed by what the store answered.
	 * @return lines of text
	 */
	List<String> log() {
		return this.log;
	}

	private void compareContents() {
		assertThat(this.store.count(QUEUE)).as("counts").isEqualTo(this.model.count());
		StoredQueue stored = this.harness.look(QUEUE);
		if (stored != null) {
			assertThat(stored.flaws()).isEmpty();
			assertThat(stored).as("what is stored").isEqualTo(this.model.stored());
		}
		else {
			this.ids.forEach((id) -> assertThat(this.store.find(QUEUE, id)).as("what is stored of " + id)
				.isEqualTo(this.model.find(id)));
		}
	}

	private <T> T compare(T expected, T actual) {
		this.log.add("    -> " + actual);
		assertThat(actual).as("the answer").isEqualTo(expected);
		return actual;
	}

	// Empty if it was refused.
	private static <T> Optional<T> refusable(Supplier<T> call) {
		try {
			return Optional.of(call.get());
		}
		catch (OutcomeUnknownException ex) {
			throw ex;
		}
		catch (DelayQueueException ex) {
			return Optional.empty();
		}
	}

	Instant now() {
		return this.harness.now();
	}

	/**
	 * Return a time that means something to a message.
	 * @param id the message's id
	 * @param fromNow a time from now, or {@code null} for the message's own
	 * @return the time; now if the message is absent
	 */
	Instant timeNear(String id, @Nullable Duration fromNow) {
		return (fromNow != null) ? now().plus(fromNow)
				: this.model.find(id).map(MessageSnapshot::time).orElseGet(this::now);
	}

	void advance(Duration time) {
		this.harness.advance(time);
		this.model.setTime(now());
	}

	void schedule(List<ScheduleCommand> commands) {
		this.schedules.add(commands);
		commands.forEach((command) -> this.ids.add(command.id()));
		send(commands);
	}

	void scheduleAgain(int back) {
		Caller.fromEnd(this.schedules, back).ifPresent(this::send);
	}

	private void send(List<ScheduleCommand> commands) {
		List<ScheduleReply> replies = compare(this.model.schedule(commands), this.store.schedule(QUEUE, commands));
		this.promises.scheduled(commands, replies, now());
	}

	void cancel(String id) {
		Optional<MessageState> found = compare(this.model.cancel(id), this.store.cancel(QUEUE, id));
		if (found.isPresent()) {
			this.promises.removed(id);
		}
	}

	void setPaused(boolean paused) {
		compare(this.model.setPaused(paused), paused ? this.store.pause(QUEUE) : this.store.resume(QUEUE));
	}

	void find(String id) {
		compare(this.model.find(id), this.store.find(QUEUE, id));
	}

	void reschedule(String id, DueTime dueTime) {
		this.reschedules.add(new RescheduleCall(id, dueTime));
		rescheduleAgain(0);
	}

	void rescheduleAgain(int back) {
		Caller.fromEnd(this.reschedules, back).ifPresent((call) -> {
			RescheduleReply reply = compare(this.model.reschedule(call.id(), call.dueTime()),
					this.store.reschedule(QUEUE, call.id(), call.dueTime()));
			this.promises.rescheduled(call.id(), call.dueTime(), reply, now());
		});
	}

	void browse(MessageState state, @Nullable Position after, int limit) {
		BrowseRequest request = new BrowseRequest(QUEUE, state, after, limit);
		List<MessageSnapshot> page = compare(this.model.browse(request), this.store.browse(request));
		this.nextPage = new BrowseRequest(QUEUE, state, page.isEmpty() ? after : Position.of(page.get(page.size() - 1)),
				limit);
	}

	void browseOn(int limit) {
		browse(this.nextPage.state(), this.nextPage.after(), limit);
	}

	void replay(List<String> ids, int limit, @Nullable Instant diedUntil) {
		ReplayRequest request = new ReplayRequest(QUEUE, ids, limit, diedUntil);
		ReplayReply reply = compare(this.model.replay(request), this.store.replay(request));
		this.promises.replayed(reply, now());
		this.diedUntil = reply.diedUntil();
	}

	void replayOn(int limit) {
		replay(List.of(), limit, this.diedUntil);
	}

	void discard(List<Position> deadLetters) {
		List<Boolean> discarded = compare(this.model.discard(deadLetters), this.store.discard(QUEUE, deadLetters));
		IntStream.range(0, discarded.size())
			.filter(discarded::get)
			.forEach((i) -> this.promises.removed(deadLetters.get(i).id()));
	}

	void deliverNow(String id) {
		if (compare(this.model.deliverNow(id), this.store.deliverNow(QUEUE, id))) {
			Instant due = timeNear(id, null);
			this.promises.rescheduled(id, new DueTime.At(due), new RescheduleReply(MessageState.WAITING, due), now());
		}
	}

	void purge(MessageState state, int limit) {
		purge(new PurgeRequest(QUEUE, state, limit, null));
	}

	void purgeOn(int limit) {
		if (this.lastPurge.from() != null) {
			purge(new PurgeRequest(QUEUE, this.lastPurge.state(), limit, this.lastPurge.from()));
		}
	}

	private void purge(PurgeRequest request) {
		PurgeReply reply = compare(this.model.purge(request), this.store.purge(request));
		this.model.purged().forEach(this.promises::removed);
		this.lastPurge = new PurgeRequest(QUEUE, request.state(), 1, reply.next());
	}

	void countDue(Duration bound) {
		compare(this.model.countDue(bound), this.store.countDue(QUEUE, List.of(bound)));
	}

	List<Settlement> settlements(List<Settling> settlements) {
		return settlements.stream().flatMap((settling) -> settling.settlement(this.callers).stream()).toList();
	}

	List<ExtendRequest.Lease> leases(List<Settling.Delivery> deliveries) {
		return deliveries.stream()
			.flatMap((delivery) -> delivery.in(this.callers).stream())
			.map((message) -> new ExtendRequest.Lease(message.id(), message.token()))
			.toList();
	}

	void claim(int index, Function<ConsumerCall, ClaimRequest> request, CallFate fate) {
		Caller caller = this.callers.get(index);
		caller.claims.add(request.apply(caller.nextCall(QUEUE)));
		if (fate != CallFate.DELAYED) {
			claimAgain(index, 0, fate == CallFate.LOST);
		}
	}

	void claimAgain(int index, int back, boolean lost) {
		Caller caller = this.callers.get(index);
		Caller.fromEnd(caller.claims, back).ifPresent((request) -> send(request).ifPresent((reply) -> {
			if (!lost) {
				caller.arrived(request, reply);
			}
		}));
	}

	private Optional<ClaimReply> send(ClaimRequest request) {
		Optional<ClaimReply> actual = refusable(() -> this.store.claim(request));
		long token = actual.map(ClaimReply::token).orElse(0L);
		compare(this.model.claim(request, token), actual);
		actual.ifPresent((reply) -> {
			this.promises.settled(request.call(), request.settlements(), reply.settlements(), now());
			this.promises.claimed(request, reply, now());
		});
		return actual;
	}

	void settle(int index, List<Settlement> settlements, CallFate fate) {
		Caller caller = this.callers.get(index);
		caller.settles.add(new SettleCall(caller.nextCall(QUEUE), settlements));
		if (fate != CallFate.DELAYED) {
			settleAgain(index, 0);
		}
	}

	void settleAgain(int index, int back) {
		Caller.fromEnd(this.callers.get(index).settles, back).ifPresent((settle) -> {
			Optional<List<SettlementResult>> results = compare(this.model.settle(settle.call(), settle.settlements()),
					refusable(() -> this.store.settle(settle.call(), settle.settlements())));
			results.ifPresent((applied) -> this.promises.settled(settle.call(), settle.settlements(), applied, now()));
		});
	}

	void extend(int index, ExtendRequest request, CallFate fate) {
		Caller caller = this.callers.get(index);
		caller.extensions.add(new ExtendCall(caller.nextCall(QUEUE), request));
		if (fate != CallFate.DELAYED) {
			extendAgain(index, 0);
		}
	}

	void extendAgain(int index, int back) {
		Caller.fromEnd(this.callers.get(index).extensions, back)
			.ifPresent((extend) -> compare(this.model.extend(extend.call(), extend.request()),
					this.store.extend(extend.call(), extend.request())));
	}

	void forget(int index) {
		Caller caller = this.callers.get(index);
		this.store.forget(QUEUE, caller.name());
		this.model.forget(caller.name());
		caller.replace();
	}

	/**
	 * A reschedule call.
	 *
	 * @param id the message's id
	 * @param dueTime when it is due
	 */
	private record RescheduleCall(String id, DueTime dueTime) {

	}

}
