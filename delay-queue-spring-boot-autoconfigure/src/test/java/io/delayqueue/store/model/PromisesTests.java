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
import java.util.List;
import java.util.Map;

import io.delayqueue.MessageState;
import io.delayqueue.store.ClaimReply;
import io.delayqueue.store.ClaimRequest;
import io.delayqueue.store.ClaimedMessage;
import io.delayqueue.store.ConsumerCall;
import io.delayqueue.store.DueTime;
import io.delayqueue.store.EndedLease;
import io.delayqueue.store.ReplayReply;
import io.delayqueue.store.RescheduleReply;
import io.delayqueue.store.RetryPolicy;
import io.delayqueue.store.ScheduleCommand;
import io.delayqueue.store.ScheduleReply;
import io.delayqueue.store.Settlement;
import io.delayqueue.store.SettlementResult;
import io.delayqueue.store.Source;
import io.delayqueue.store.StoredMessage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * Tests for {@link Promises}.
 */
class PromisesTests {

	private static final Instant NOW = Instant.parse("2030-05-01T07:00:00Z");

	private static final Instant DUE = NOW.plusSeconds(1);

	private final Promises promises = new Promises();

	private long settleCalls;

	@BeforeEach
	void schedule() {
		scheduled("a", false, null, new ScheduleReply(ScheduleReply.Outcome.STORED, DUE, null), NOW);
	}

	@Test
	void messageThatIsDueMayBeHandedOutAndTheSameClaimRepeated() {
		assertThatNoException().isThrownBy(() -> {
			this.promises.claimed(request(5), reply(5), DUE);
			this.promises.claimed(request(5), reply(5), DUE);
		});
	}

	@Test
	void messageMustNotBeHandedOutEarly() {
		assertBroken(5, DUE.minusNanos(1000), "early");
	}

	@Test
	void messageMustNotBeHandedOutBeforeItsRetryIsDue() {
		this.promises.claimed(request(5), reply(5), DUE);
		this.promises.settled(new ConsumerCall("q", "c", 1, 0),
				List.of(new Settlement.Retry("a", 5, Duration.ofSeconds(1))), List.of(SettlementResult.APPLIED), DUE);
		assertBroken(6, DUE.plusMillis(999), "early");
	}

	@Test
	void messageMustNotBeHandedOutAfterItWasCancelled() {
		this.promises.removed("a");
		assertBroken(5, DUE, "of what there is");
	}

	@Test
	void messageMustNotBeHandedOutAfterItsTimeToLive() {
		scheduled("a", false, Duration.ofSeconds(3), new ScheduleReply(ScheduleReply.Outcome.STORED, DUE, null), NOW);
		assertThatNoException().isThrownBy(() -> this.promises.claimed(request(5), reply(5), DUE.plusSeconds(3)));
		assertBroken(6, DUE.plusSeconds(3).plusMillis(2), "time to live");
	}

	@Test
	void rescheduledMessageLivesFromItsNewDueTimeAndAReplayedOneForEver() {
		scheduled("a", false, Duration.ofSeconds(3), new ScheduleReply(ScheduleReply.Outcome.STORED, DUE, null), NOW);
		Instant due = DUE.plusSeconds(5);
		this.promises.rescheduled("a", new DueTime.At(due), new RescheduleReply(MessageState.WAITING, due), NOW);
		assertBroken(5, due.minusMillis(1), "early");
		assertBroken(6, due.plusSeconds(4), "time to live");
		this.promises.replayed(new ReplayReply(List.of("a"), due), due.plusSeconds(4));
		assertThatNoException().isThrownBy(() -> this.promises.claimed(request(7), reply(7), due.plusSeconds(4)));
	}

	@Test
	void handledMessageMustNotBeStoredWhileItIsRemembered() {
		this.promises.settled(new ConsumerCall("q", "c", 1, 0),
				List.of(new Settlement.Acknowledge("a", 5, Duration.ofSeconds(1))), List.of(SettlementResult.APPLIED),
				DUE);
		ScheduleReply stored = new ScheduleReply(ScheduleReply.Outcome.STORED, DUE, null);
		assertThatNoException().isThrownBy(() -> scheduled("a", true, null, stored, DUE));
		assertThatExceptionOfType(AssertionError.class)
			.isThrownBy(() -> scheduled("a", false, null, stored, DUE.plusMillis(999)))
			.withMessageContaining("remembered");
		assertThatNoException().isThrownBy(() -> scheduled("a", false, null, stored, DUE.plusSeconds(1)));
	}

	@Test
	void tokenMustGrow() {
		this.promises.claimed(request(5), reply(5), DUE);
		assertBroken(4, DUE, "token");
	}

	@Test
	void tokenMustNotBeThatOfAnotherClaim() {
		this.promises.claimed(request(5), reply(5), DUE);
		assertThatExceptionOfType(AssertionError.class)
			.isThrownBy(() -> this.promises.claimed(request(6), reply(5), DUE))
			.withMessageContaining("a new token");
	}

	@Test
	void messageMustNotBeHandedOutAfterItWasHandledOrDied() {
		settle(Source.MESSAGES, new Settlement.Acknowledge("a", 5));
		assertBroken(6, DUE, "of what there is");
		schedule();
		this.promises.claimed(request(7), ended(EndedLease.Fate.DROPPED), DUE);
		assertBroken(8, DUE, "of what there is");
		schedule();
		settle(Source.MESSAGES, deadLetter());
		assertBroken(9, DUE, "of what there is");
	}

	@Test
	void deadLetterMustNotBeHandedOutBeforeItDied() {
		assertBrokenOfDeadLetters(5, DUE, "of what there is");
	}

	@Test
	void deadLetterMayBeHandedOutHoweverItDied() {
		settle(Source.MESSAGES, deadLetter());
		assertThatNoException().isThrownBy(() -> claimDeadLetter(5, DUE));
		schedule();
		this.promises.claimed(request(6), ended(EndedLease.Fate.DEAD), DUE);
		assertThatNoException().isThrownBy(() -> claimDeadLetter(7, DUE));
		schedule();
		this.promises.claimed(request(8),
				new ClaimReply(List.of(), 0, List.of(), List.of(), List.of("a"), Duration.ZERO), DUE);
		assertThatNoException().isThrownBy(() -> claimDeadLetter(9, DUE));
	}

	@Test
	void deadLetterMustNotBeHandedOutBeforeItsRetryIsDue() {
		settle(Source.MESSAGES, deadLetter());
		settle(Source.DEAD_LETTERS, new Settlement.Retry("a", 5, Duration.ofSeconds(1)));
		assertBrokenOfDeadLetters(6, DUE.plusMillis(999), "early");
		assertThatNoException().isThrownBy(() -> claimDeadLetter(7, DUE.plusSeconds(1)));
	}

	@Test
	void deadLetterMustNotBeHandedOutAfterItIsDoneWith() {
		for (Runnable change : List.<Runnable>of(() -> this.promises.removed("a"), this::schedule,
				() -> this.promises.replayed(new ReplayReply(List.of("a"), DUE), DUE),
				() -> settle(Source.DEAD_LETTERS, new Settlement.Acknowledge("a", 5)),
				() -> settle(Source.DEAD_LETTERS, deadLetter()),
				() -> this.promises.claimed(deadLetterRequest(6), ended(EndedLease.Fate.DEAD), DUE))) {
			settle(Source.MESSAGES, deadLetter());
			change.run();
			assertBrokenOfDeadLetters(7, DUE, "of what there is");
		}
	}

	private void settle(Source source, Settlement settlement) {
		this.promises.settled(new ConsumerCall("q", "s", ++this.settleCalls, 0, source), List.of(settlement),
				List.of(SettlementResult.APPLIED), DUE);
	}

	private static Settlement deadLetter() {
		return new Settlement.DeadLetter("a", 5, Settling.cause(1));
	}

	private void claimDeadLetter(long token, Instant now) {
		this.promises.claimed(deadLetterRequest(token), reply(token), now);
	}

	private void assertBrokenOfDeadLetters(long token, Instant now, String text) {
		assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> claimDeadLetter(token, now))
			.withMessageContaining(text);
	}

	private static ClaimReply ended(EndedLease.Fate fate) {
		return new ClaimReply(List.of(), 0, List.of(), List.of(new EndedLease("a", fate)), List.of(), Duration.ZERO);
	}

	private void scheduled(String id, boolean replace, @Nullable Duration timeToLive, ScheduleReply reply,
			Instant now) {
		StoredMessage message = new StoredMessage(new byte[0], "text/plain", Map.of(), Instant.EPOCH, "s");
		this.promises.scheduled(List
			.of(new ScheduleCommand(id, message, new DueTime.After(Duration.ofSeconds(1)), replace, timeToLive)),
				List.of(reply), now);
	}

	private void assertBroken(long token, Instant now, String text) {
		assertThatExceptionOfType(AssertionError.class)
			.isThrownBy(() -> this.promises.claimed(request(token), reply(token), now))
			.withMessageContaining(text);
	}

	private static ClaimRequest request(long token) {
		return request(Source.MESSAGES, token);
	}

	private static ClaimRequest deadLetterRequest(long token) {
		return request(Source.DEAD_LETTERS, token);
	}

	// Each claim is a call of its own.
	private static ClaimRequest request(Source source, long token) {
		return new ClaimRequest(new ConsumerCall("q", "c", token, 0, source), 1, Duration.ofSeconds(1),
				new RetryPolicy(0, List.of(Duration.ZERO), Duration.ZERO), List.of());
	}

	private static ClaimReply reply(long token) {
		return new ClaimReply(List.of(new ClaimedMessage("a", token, DUE, Duration.ZERO, 1, 0, null, null)), token,
				List.of(), List.of(), List.of(), Duration.ZERO);
	}

}
