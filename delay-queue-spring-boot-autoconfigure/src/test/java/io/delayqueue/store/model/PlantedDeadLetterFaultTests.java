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
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

import io.delayqueue.store.ClaimReply;
import io.delayqueue.store.ClaimRequest;
import io.delayqueue.store.ClaimedMessage;
import io.delayqueue.store.ConsumerCall;
import io.delayqueue.store.DeadLetterPolicy;
import io.delayqueue.store.ExtendRequest;
import io.delayqueue.store.ForwardingStore;
import io.delayqueue.store.RetryPolicy;
import io.delayqueue.store.Settlement;
import io.delayqueue.store.SettlementResult;
import io.delayqueue.store.Source;
import io.delayqueue.store.model.ModelCheck.Failure;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Shows that {@link ModelCheck} finds faults in what consumers of dead letters get.
 */
class PlantedDeadLetterFaultTests {

	private static final int FEW = 8;

	@Test
	void findsMessageThatIsHandedOutAsADeadLetter() {
		Failure failure = FaultyHarness.find((store) -> new ForwardingStore(store) {

			@Override
			public ClaimReply claim(ClaimRequest request) {
				ConsumerCall call = request.call();
				return super.claim(withCall(request,
						new ConsumerCall(call.queue(), call.consumer(), call.number(), call.confirmed())));
			}

		});
		assertThat(failure.steps()).hasSizeLessThanOrEqualTo(2);
		assertFoundByClaim(failure);
	}

	@Test
	void findsAcknowledgedDeadLetterThatIsKept() {
		Failure failure = find((settlement) -> (settlement instanceof Settlement.Acknowledge)
				? new Settlement.DeadLetter(settlement.id(), settlement.token(), Settling.cause(1)) : settlement);
		assertThat(failure.steps()).hasSizeLessThanOrEqualTo(FEW);
		assertThat(failure.cause()).hasMessageContaining("counts");
	}

	@Test
	void findsDeadLetterThatIsHandedOutAgainAfterItFailedForGood() {
		Failure failure = find((settlement) -> (settlement instanceof Settlement.DeadLetter)
				? new Settlement.Release(settlement.id(), settlement.token()) : settlement);
		assertThat(failure.steps()).hasSizeLessThanOrEqualTo(FEW);
		assertFoundByClaim(failure);
	}

	@Test
	void findsRetryOfADeadLetterWithoutItsPause() {
		Failure failure = find((settlement) -> (settlement instanceof Settlement.Retry)
				? new Settlement.Retry(settlement.id(), settlement.token(), Duration.ZERO) : settlement);
		assertThat(failure.steps()).hasSizeLessThanOrEqualTo(FEW);
		assertFoundByClaim(failure);
	}

	@Test
	void findsLeaseThatIsSaidToBeHeldAfterItsDeadLetterWasTakenAway() {
		Failure failure = FaultyHarness.find((store) -> new ForwardingStore(store) {

			private final Set<Long> tokens = new HashSet<>();

			@Override
			public ClaimReply claim(ClaimRequest request) {
				ClaimReply reply = super.claim(request);
				this.tokens.add(reply.token());
				return reply;
			}

			@Override
			public List<Boolean> extend(ConsumerCall call, ExtendRequest request) {
				List<Boolean> held = super.extend(call, request);
				return IntStream.range(0, held.size())
					.mapToObj((i) -> held.get(i) || (call.source() == Source.DEAD_LETTERS
							&& this.tokens.contains(request.leases().get(i).token())))
					.toList();
			}

		});
		assertThat(failure.steps()).hasSizeLessThanOrEqualTo(FEW);
		assertThat(failure.steps()).last().isInstanceOf(ConsumerStep.Extend.class);
	}

	@Test
	void findsTokenOfAMessageThatIsGivenToADeadLetterToo() {
		Failure failure = FaultyHarness.find((store) -> new ForwardingStore(store) {

			private long token;

			@Override
			public ClaimReply claim(ClaimRequest request) {
				ClaimReply reply = super.claim(request);
				if (request.call().source() == Source.DEAD_LETTERS && reply.token() > 0) {
					return withToken(reply, this.token);
				}
				this.token = Math.max(this.token, reply.token());
				return reply;
			}

		});
		assertThat(failure.steps()).hasSizeLessThanOrEqualTo(FEW);
		assertThat(failure.cause()).hasMessageContaining("a new token");
	}

	@Test
	void findsClaimOfDeadLettersThatIsCarriedOutAgain() {
		Failure failure = FaultyHarness.find((store) -> new ForwardingStore(store) {

			private long number;

			@Override
			public ClaimReply claim(ClaimRequest request) {
				ConsumerCall call = request.call();
				long number = (call.source() == Source.DEAD_LETTERS) ? ++this.number : call.number();
				return super.claim(withCall(request,
						new ConsumerCall(call.queue(), call.consumer(), number, call.confirmed(), call.source())));
			}

		});
		assertThat(failure.steps()).hasSizeLessThanOrEqualTo(FEW);
		assertThat(failure.steps()).last().isInstanceOf(ConsumerStep.ClaimAgain.class);
	}

	@Test
	void findsDeadLetterThatIsHandedOutThoughItIsToBeRemoved() {
		Failure failure = findInClaim(
				(request) -> new ClaimRequest(request.call(), request.maxMessages(), request.lease(),
						request.retryPolicy(), request.settlements(), DeadLetterPolicy.KEEP_ALL, request.limits()));
		assertThat(failure.steps()).hasSizeLessThanOrEqualTo(FEW);
		assertFoundByClaim(failure);
	}

	@Test
	void findsDeadLetterThatComesBackForEver() {
		Failure failure = findInClaim((request) -> new ClaimRequest(request.call(), request.maxMessages(),
				request.lease(), new RetryPolicy(Integer.MAX_VALUE, request.retryPolicy().pauses(), Duration.ZERO),
				request.settlements(), request.deadLetters(), request.limits()));
		assertThat(failure.steps()).hasSizeLessThanOrEqualTo(FEW + 6);
		assertFoundByClaim(failure);
	}

	@Test
	void findsDeathThatIsSaidToHaveBeenLater() {
		Failure failure = FaultyHarness.find((store) -> new ForwardingStore(store) {

			@Override
			public ClaimReply claim(ClaimRequest request) {
				ClaimReply reply = super.claim(request);
				return withMessages(reply, reply.messages().stream().map((message) -> diedWhenDue(message)).toList(),
						reply.token());
			}

		});
		assertThat(failure.steps()).hasSizeLessThanOrEqualTo(FEW);
		assertFoundByClaim(failure);
	}

	private static void assertFoundByClaim(Failure failure) {
		// A claim that was delayed is first answered when it is repeated.
		assertThat(failure.steps()).last().isInstanceOfAny(ConsumerStep.Claim.class, ConsumerStep.ClaimAgain.class);
		assertThat(failure.log()).anyMatch((line) -> line.matches("d\\d claims.*"));
	}

	private static ClaimedMessage diedWhenDue(ClaimedMessage message) {
		ClaimedMessage.Death death = message.death();
		return new ClaimedMessage(message.id(), message.token(), message.dueTime(), message.lateness(),
				message.attempt(), message.failures(), message.message(), null,
				(death != null) ? new ClaimedMessage.Death(message.dueTime(), death.cause()) : null, null, null);
	}

	private static ClaimRequest withCall(ClaimRequest request, ConsumerCall call) {
		return new ClaimRequest(call, request.maxMessages(), request.lease(), request.retryPolicy(),
				request.settlements(), request.deadLetters(), request.limits());
	}

	private static ClaimReply withToken(ClaimReply reply, long token) {
		return withMessages(reply, reply.messages()
			.stream()
			.map((message) -> new ClaimedMessage(message.id(), token, message.dueTime(), message.lateness(),
					message.attempt(), message.failures(), message.message(), null, message.death(), null, null))
			.toList(), token);
	}

	private static ClaimReply withMessages(ClaimReply reply, List<ClaimedMessage> messages, long token) {
		return new ClaimReply(messages, token, reply.settlements(), reply.endedLeases(), reply.expired(),
				reply.untilNext());
	}

	private static Failure findInClaim(UnaryOperator<ClaimRequest> fault) {
		return FaultyHarness.find((store) -> new ForwardingStore(store) {

			@Override
			public ClaimReply claim(ClaimRequest request) {
				return super.claim((request.call().source() == Source.DEAD_LETTERS) ? fault.apply(request) : request);
			}

		});
	}

	// Settlements that ride along are as they should be.
	private static Failure find(UnaryOperator<Settlement> fault) {
		return FaultyHarness.find((store) -> new ForwardingStore(store) {

			@Override
			public List<SettlementResult> settle(ConsumerCall call, List<Settlement> settlements) {
				return super.settle(call, (call.source() == Source.DEAD_LETTERS)
						? settlements.stream().map(fault).toList() : settlements);
			}

		});
	}

}
