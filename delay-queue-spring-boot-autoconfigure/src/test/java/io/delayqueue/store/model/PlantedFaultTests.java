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
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import io.delayqueue.DelayQueueException;
import io.delayqueue.MessageState;
import io.delayqueue.store.ClaimReply;
import io.delayqueue.store.ClaimRequest;
import io.delayqueue.store.ConsumerCall;
import io.delayqueue.store.DueTime;
import io.delayqueue.store.ForwardingStore;
import io.delayqueue.store.PurgeReply;
import io.delayqueue.store.PurgeRequest;
import io.delayqueue.store.ReplayReply;
import io.delayqueue.store.ReplayRequest;
import io.delayqueue.store.RescheduleReply;
import io.delayqueue.store.ScheduleCommand;
import io.delayqueue.store.ScheduleReply;
import io.delayqueue.store.Settlement;
import io.delayqueue.store.SettlementResult;
import io.delayqueue.store.StoredMessage;
import io.delayqueue.store.model.ModelCheck.Failure;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Shows that {@link ModelCheck} finds faults, and cuts the sequences that show them to a
 * few steps.
 *
 * @see PlantedDeadLetterFaultTests
 */
class PlantedFaultTests {

	@Test
	void findsCancelThatIsSwallowed() {
		Failure failure = FaultyHarness.find((store) -> new ForwardingStore(store) {

			@Override
			public Optional<MessageState> cancel(String queue, String id) {
				return find(queue, id).map((message) -> message.state());
			}

		});
		assertThat(failure.steps()).hasSize(2);
		assertThat(failure.steps().get(1)).isInstanceOf(ProducerStep.Cancel.class);
		assertThat(failure.cause()).hasMessageContaining("counts");
	}

	@Test
	void findsCancelThatLeavesAMessageInFlight() {
		Failure failure = FaultyHarness.find((store) -> new ForwardingStore(store) {

			@Override
			public Optional<MessageState> cancel(String queue, String id) {
				Optional<MessageState> state = find(queue, id).map((message) -> message.state());
				return state.equals(Optional.of(MessageState.IN_FLIGHT)) ? state : super.cancel(queue, id);
			}

		});
		assertThat(failure.steps()).hasSizeLessThanOrEqualTo(4);
	}

	@Test
	void findsSettleCallThatIsCarriedOutAgain() {
		Failure failure = FaultyHarness.find((store) -> new ForwardingStore(store) {

			private long number;

			@Override
			public List<SettlementResult> settle(ConsumerCall call, List<Settlement> settlements) {
				return super.settle(renumbered(call, ++this.number), settlements);
			}

		});
		assertThat(failure.steps()).hasSizeLessThanOrEqualTo(4);
		assertThat(failure.steps()).last().isInstanceOf(ConsumerStep.SettleAgain.class);
	}

	@Test
	void findsClaimThatIsCarriedOutAlthoughItComesLate() {
		Failure failure = FaultyHarness.find((store) -> new ForwardingStore(store) {

			private final Map<String, Long> numbers = new HashMap<>();

			@Override
			public ClaimReply claim(ClaimRequest request) {
				ConsumerCall call = request.call();
				long number = this.numbers.merge(call.consumer(), call.number(), Math::max);
				return super.claim(new ClaimRequest(renumbered(call, number), request.maxMessages(), request.lease(),
						request.retryPolicy(), request.settlements(), request.deadLetters(), request.limits()));
			}

		});
		assertThat(failure.steps()).hasSizeLessThanOrEqualTo(3);
		assertThat(failure.cause()).hasMessageContaining("Optional.empty");
	}

	@Test
	void findsMessageThatIsHandedOutAMillisecondEarly() {
		Failure failure = FaultyHarness.find((store) -> new ForwardingStore(store) {

			@Override
			public List<ScheduleReply> schedule(String queue, List<ScheduleCommand> commands) {
				return super.schedule(queue,
						commands.stream()
							.map((command) -> new ScheduleCommand(command.id(), command.message(),
									early(command.dueTime()), command.replace(), command.timeToLive()))
							.toList());
			}

		});
		assertThat(failure.steps()).hasSize(1);
	}

	@Test
	void findsMessageThatLosesItsTimeToLiveWhenRescheduled() {
		Failure failure = FaultyHarness.find((store) -> new ForwardingStore(store) {

			@Override
			public RescheduleReply reschedule(String queue, String id, DueTime dueTime) {
				RescheduleReply reply = super.reschedule(queue, id, dueTime);
				if (reply.found() == MessageState.WAITING) {
					StoredMessage message = Objects.requireNonNull(find(queue, id).orElseThrow().message());
					super.cancel(queue, id);
					super.schedule(queue, List.of(new ScheduleCommand(id, message, dueTime, true)));
				}
				return reply;
			}

		});
		assertThat(failure.steps()).hasSizeLessThanOrEqualTo(5).anyMatch(ProducerStep.Reschedule.class::isInstance);
	}

	@Test
	void findsReplayOfThoseThatDiedLater() {
		Failure failure = FaultyHarness.find((store) -> new ForwardingStore(store) {

			@Override
			public ReplayReply replay(ReplayRequest request) {
				ReplayReply reply = super.replay(
						new ReplayRequest(request.queue(), request.ids(), request.limit(), null));
				Instant until = (request.diedUntil() != null) ? request.diedUntil() : reply.diedUntil();
				return new ReplayReply(reply.ids(), until.truncatedTo(ChronoUnit.MILLIS));
			}

		});
		assertThat(failure.steps()).hasSizeLessThanOrEqualTo(5);
		assertThat(failure.steps()).last().isInstanceOf(DeadLetterStep.class);
	}

	@Test
	void findsPurgeThatRunsAfterWhatComesMeanwhile() {
		Failure failure = FaultyHarness.find((store) -> new ForwardingStore(store) {

			@Override
			public PurgeReply purge(PurgeRequest request) {
				PurgeRequest.Mark from = request.from();
				PurgeReply reply = super.purge(new PurgeRequest(request.queue(), request.state(), request.limit(),
						(from != null) ? new PurgeRequest.Mark(Long.MAX_VALUE, from.after()) : null));
				PurgeRequest.Mark next = reply.next();
				return new PurgeReply(reply.removed(),
						(from != null && next != null) ? new PurgeRequest.Mark(from.last(), next.after()) : next);
			}

		});
		assertThat(failure.steps()).hasSizeLessThanOrEqualTo(6).anyMatch(OperatorStep.PurgeOn.class::isInstance);
	}

	@Test
	void findsDeliverNowThatPutsWhatIsDueBehindOthers() {
		Failure failure = FaultyHarness.find((store) -> new ForwardingStore(store) {

			@Override
			public boolean deliverNow(String queue, String id) {
				return reschedule(queue, id, new DueTime.After(Duration.ZERO)).dueTime() != null;
			}

		});
		assertThat(failure.steps()).hasSize(3);
		assertThat(failure.steps()).last().isInstanceOf(OperatorStep.DeliverNow.class);
	}

	@Test
	void findsHandledIdThatIsForgotten() {
		Failure failure = FaultyHarness.find((store) -> new ForwardingStore(store) {

			@Override
			public List<SettlementResult> settle(ConsumerCall call, List<Settlement> settlements) {
				return super.settle(call,
						settlements.stream()
							.map((settlement) -> (settlement instanceof Settlement.Acknowledge)
									? new Settlement.Acknowledge(settlement.id(), settlement.token()) : settlement)
							.toList());
			}

		});
		assertThat(failure.steps()).hasSizeLessThanOrEqualTo(6);
		assertThat(failure.steps()).last().isInstanceOf(ProducerStep.Schedule.class);
	}

	@Test
	void findsCallThatFailsUnexpectedly() {
		Failure failure = FaultyHarness.find((store) -> new ForwardingStore(store) {

			@Override
			public Optional<MessageState> cancel(String queue, String id) {
				throw new DelayQueueException("No more");
			}

		});
		assertThat(failure.steps()).hasSize(1);
		assertThat(failure.log()).containsExactly(failure.steps().get(0).toString());
	}

	private static ConsumerCall renumbered(ConsumerCall call, long number) {
		return new ConsumerCall(call.queue(), call.consumer(), number, call.confirmed(), call.source());
	}

	private static DueTime early(DueTime dueTime) {
		return (dueTime instanceof DueTime.After after) ? new DueTime.After(after.delay().minusMillis(1)) : dueTime;
	}

}
