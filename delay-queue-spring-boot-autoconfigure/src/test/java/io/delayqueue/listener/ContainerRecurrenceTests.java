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

package io.delayqueue.listener;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

import io.delayqueue.MessageState;
import io.delayqueue.core.CancelResult;
import io.delayqueue.core.DelayQueueTemplate;
import io.delayqueue.core.MessageView;
import io.delayqueue.core.RecurringMessage;
import io.delayqueue.core.ScheduleResult;
import io.delayqueue.event.LeaseLostEvent;
import io.delayqueue.event.MessageDeadLetteredEvent;
import io.delayqueue.event.MessageDroppedEvent;
import io.delayqueue.event.OccurrenceSkippedEvent;
import io.delayqueue.store.ClaimRequest;
import io.delayqueue.store.ConsumerCall;
import io.delayqueue.store.DeadLetterPolicy;
import io.delayqueue.store.DeathCause.Reason;
import io.delayqueue.store.DueTime;
import io.delayqueue.store.RetryPolicy;
import io.delayqueue.store.ScheduleCommand;
import io.delayqueue.store.StoredMessage;
import io.delayqueue.store.memory.MutableInstantSource;
import io.delayqueue.support.DelayHeaders;
import io.delayqueue.support.MissedPolicy;
import io.delayqueue.support.PayloadMessageConverter;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.util.unit.DataSize;

import static io.delayqueue.listener.Containers.QUEUE;
import static io.delayqueue.listener.Containers.await;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what {@link DefaultDelayListenerContainer} does with messages that recur.
 */
class ContainerRecurrenceTests {

	private static final String ID = "daily";

	private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

	private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

	private final MutableInstantSource clock = new MutableInstantSource(START);

	@RegisterExtension
	final Containers containers = new Containers().clock(this.clock);

	// The application's own clock is hours ahead.
	private final DelayQueueTemplate template = new DelayQueueTemplate(this.containers.store(),
			new PayloadMessageConverter(JsonMapper.builder().build()), DataSize.ofKilobytes(1),
			() -> this.clock.instant().plus(Duration.ofHours(9)));

	private final List<Instant> handled = new CopyOnWriteArrayList<>();

	@ParameterizedTest
	@ValueSource(strings = { "Europe/Berlin", "America/New_York" })
	void handsOutOneOccurrenceEachDayOfTheYearWhoeverIsThere(ZoneId zone) {
		this.template.scheduleRecurring(ID, QUEUE, "x", "0 0 7 * * *", zone);
		this.containers.start(this::handle);
		this.containers.start(this::handle);
		List<LocalDate> days = START.atZone(zone)
			.toLocalDate()
			.datesUntil(LocalDate.of(2027, 1, 10))
			.filter((day) -> day.atTime(7, 0).atZone(zone).toInstant().isAfter(START))
			.toList();
		for (LocalDate day : days) {
			passOccurrence();
		}
		System.out.printf("%s: %d days, %d occurrences at 07:00, none twice%n", zone, days.size(),
				Set.copyOf(this.handled).size());
		assertThat(this.handled).hasSameSizeAs(days);
		assertThat(this.handled)
			.allMatch((occurrence) -> occurrence.atZone(zone).toLocalTime().equals(LocalTime.of(7, 0)));
		assertThat(this.handled).extracting((occurrence) -> occurrence.atZone(zone).toLocalDate()).isEqualTo(days);
	}

	@Test
	void beginsByTheClockOfTheStore() {
		ScheduleResult result = this.template.scheduleRecurring(ID, QUEUE, "x", "0 0 * * * *", BERLIN);
		assertThat(result).isEqualTo(
				new ScheduleResult(QUEUE, ID, START.plus(Duration.ofHours(1)), ScheduleResult.Outcome.SCHEDULED));
		assertThat(this.template.scheduleRecurring("i", QUEUE, "x", Duration.ofSeconds(90)).dueTime())
			.isEqualTo(START.plusSeconds(90));
	}

	@Test
	void staysTheSameUntilItIsDefinedOtherwise() {
		this.template.scheduleRecurring(ID, QUEUE, "x", Duration.ofHours(2));
		this.clock.advance(Duration.ofHours(1));
		Instant due = START.plus(Duration.ofHours(2));
		assertThat(this.template.scheduleRecurring(ID, QUEUE, "x", Duration.ofHours(2)))
			.isEqualTo(new ScheduleResult(QUEUE, ID, due, ScheduleResult.Outcome.KEPT));
		assertThat(this.template.scheduleRecurring(ID, QUEUE, "y", Duration.ofHours(2)))
			.isEqualTo(new ScheduleResult(QUEUE, ID, due.plus(Duration.ofHours(1)), ScheduleResult.Outcome.REPLACED));
		assertThat(this.template.scheduleRecurring(ID, QUEUE, "y", Duration.ofHours(3)).outcome())
			.isEqualTo(ScheduleResult.Outcome.REPLACED);
		MessageView view = this.template.find(QUEUE, ID).orElseThrow();
		assertThat(view.headers()).isEmpty();
		assertThat(view.recurrence()).hasToString("FIRE_ONCE PT1M every PT3H");
	}

	@Test
	void firesOnceHoweverManyWereMissed() {
		this.template.scheduleRecurring(ID, QUEUE, "x", "0 0 7 * * *", BERLIN);
		this.clock.set(Instant.parse("2026-01-09T12:00:00Z"));
		this.containers.start(this::handle);
		awaitNext("2026-01-10T06:00:00Z");
		assertThat(this.handled).containsExactly(Instant.parse("2026-01-01T06:00:00Z"));
		assertThat(this.containers.events(OccurrenceSkippedEvent.class)).isEmpty();
	}

	@Test
	void isDeliveredNowWithoutBeingMissedAtItsTime() {
		this.template.scheduleRecurring(ID, QUEUE, "x", "0 0 7 * * *", BERLIN);
		this.template.scheduleRecurring("interval", QUEUE, "x", Duration.ofHours(6));
		this.clock.advance(Duration.ofHours(2));
		this.containers.store().deliverNow(QUEUE, ID);
		this.containers.store().deliverNow(QUEUE, "interval");
		this.containers.start(this::handle);
		Instant regular = START.plus(Duration.ofHours(6));
		await().until(() -> isWaitingAt(ID, regular) && isWaitingAt("interval", regular));
		assertThat(this.handled).containsExactly(START.plus(Duration.ofHours(2)), START.plus(Duration.ofHours(2)));
		this.handled.clear();
		this.clock.set(regular);
		await().until(() -> isWaitingAt(ID, regular.plus(Duration.ofDays(1)))
				&& isWaitingAt("interval", regular.plus(Duration.ofHours(6))));
		assertThat(this.handled).containsExactly(regular, regular);
	}

	@Test
	void deliveryOutOfTurnStandsForWhatBecameDueUntilItBegan() {
		this.template.scheduleRecurring("interval", QUEUE, "x", Duration.ofHours(6));
		this.clock.advance(Duration.ofHours(2));
		this.containers.store().deliverNow(QUEUE, "interval");
		this.clock.advance(Duration.ofHours(5));
		this.containers.start(this::handle);
		await().until(() -> isWaitingAt("interval", START.plus(Duration.ofHours(12))));
		assertThat(this.handled).containsExactly(START.plus(Duration.ofHours(2)));
	}

	@Test
	void skipsWhatWasMissedAndSaysSo() {
		this.template.scheduleRecurring(RecurringMessage.to(QUEUE)
			.payload("x")
			.id(ID)
			.cron("0 0 7 * * *", BERLIN)
			.onMissed(MissedPolicy.SKIP)
			.tolerance(Duration.ofMinutes(5))
			.build());
		this.clock.set(Instant.parse("2026-01-01T06:05:00Z"));
		this.containers.start(this::handle);
		awaitNext("2026-01-02T06:00:00Z");
		this.clock.set(Instant.parse("2026-01-09T12:00:00Z"));
		awaitNext("2026-01-10T06:00:00Z");
		assertThat(this.handled).containsExactly(Instant.parse("2026-01-01T06:00:00Z"));
		await().until(() -> !this.containers.events(OccurrenceSkippedEvent.class).isEmpty());
		assertThat(this.containers.events(OccurrenceSkippedEvent.class))
			.containsExactly(new OccurrenceSkippedEvent("test", QUEUE, ID, Instant.parse("2026-01-02T06:00:00Z"),
					Duration.ofHours(7 * 24 + 6), Instant.parse("2026-01-10T06:00:00Z")));
	}

	@Test
	void isNotHandedOutAgainWhileItIsHandled() {
		CountDownLatch release = new CountDownLatch(1);
		this.template.scheduleRecurring(ID, QUEUE, "x", Duration.ofMinutes(1));
		this.containers.lease(Duration.ofHours(1)).start((delivery) -> {
			handle(delivery);
			release.await();
			return null;
		});
		this.clock.advance(Duration.ofMinutes(1));
		await().until(() -> this.handled.size() == 1);
		this.clock.advance(Duration.ofSeconds(100));
		release.countDown();
		awaitNext(START.plusSeconds(180).toString());
		assertThat(this.handled).containsExactly(START.plusSeconds(60), START.plusSeconds(120));
	}

	@Test
	void diesUnderAnIdOfItsOwnAndRecurs() {
		this.containers.retryPolicy(new RetryPolicy(0, List.of(Duration.ZERO), Duration.ZERO));
		this.template.scheduleRecurring(ID, QUEUE, "x", "0 0 7 * * *", BERLIN);
		this.containers.start((delivery) -> {
			handle(delivery);
			throw new IllegalStateException("not today");
		});
		passOccurrence();
		passOccurrence();
		for (String deadId : List.of(ID + "@2026-01-01T06:00:00Z", ID + "@2026-01-02T06:00:00Z")) {
			assertThat(this.containers.cause(deadId).message()).isEqualTo("not today");
		}
		await().until(() -> this.containers.events(MessageDeadLetteredEvent.class).size() == 2);
		assertThat(this.containers.events(MessageDeadLetteredEvent.class).get(1).messageId())
			.isEqualTo(ID + "@2026-01-02T06:00:00Z");
	}

	@Test
	void recursAlsoWhereDeadLettersAreNotKept() {
		this.containers.retryPolicy(new RetryPolicy(0, List.of(Duration.ZERO), Duration.ZERO))
			.deadLetters(new DeadLetterPolicy(false, false, Duration.ofDays(1), 10));
		this.template.scheduleRecurring(ID, QUEUE, "x", "0 0 7 * * *", BERLIN);
		this.containers.start((delivery) -> {
			handle(delivery);
			throw new IllegalStateException("not today");
		});
		passOccurrence();
		assertThat(this.containers.store().count(QUEUE).dead()).isZero();
		await().until(() -> this.containers.events(MessageDroppedEvent.class).size() == 1);
	}

	@Test
	void diesAndRecursWhenItsLeaseEndedTooOften() {
		this.template.scheduleRecurring(ID, QUEUE, "x", "0 0 7 * * *", BERLIN);
		this.clock.set(Instant.parse("2026-01-01T06:00:00Z"));
		RetryPolicy policy = new RetryPolicy(1, List.of(Duration.ZERO), Duration.ZERO);
		long confirmed = 0;
		for (int call = 1; call <= 5; call++) {
			long token = this.containers.store()
				.claim(new ClaimRequest(new ConsumerCall(QUEUE, "dying", call, confirmed), 1, Duration.ofSeconds(1),
						policy, List.of()))
				.token();
			confirmed = Math.max(confirmed, token);
			this.clock.advance(Duration.ofMillis(600));
		}
		this.clock.advance(Duration.ofSeconds(1));
		this.containers.retryPolicy(policy).start(this::handle);
		awaitNext("2026-01-02T06:00:00Z");
		assertThat(this.handled).isEmpty();
		assertThat(this.containers.cause(ID + "@2026-01-01T06:00:00Z").reason()).isEqualTo(Reason.LEASE_ENDED);
	}

	@Test
	void isBuriedAsItIsIfItsRecurrenceCannotBeRead() {
		StoredMessage message = new StoredMessage(new byte[0], "text/plain",
				Map.of(DelayHeaders.RECURRENCE, "now and then"), START, "s");
		this.containers.store()
			.schedule(QUEUE, List.of(new ScheduleCommand(ID, message, new DueTime.After(Duration.ZERO), true)));
		this.containers.start(this::handle);
		await().until(() -> this.containers.state(ID) == MessageState.DEAD);
		assertThat(this.containers.cause(ID).reason()).isEqualTo(Reason.UNDECODABLE);
		assertThat(this.handled).isEmpty();
	}

	@ParameterizedTest
	@EnumSource
	void recursHoweverItIsAcknowledged(AckMode ackMode) {
		this.containers.ackMode(ackMode);
		this.template.scheduleRecurring(ID, QUEUE, "x", Duration.ofMinutes(1));
		this.containers.start((delivery) -> {
			handle(delivery);
			if (ackMode == AckMode.MANUAL) {
				delivery.getAcknowledgment().acknowledge();
			}
			return null;
		});
		passOccurrence();
		passOccurrence();
		assertThat(this.handled).containsExactly(START.plusSeconds(60), START.plusSeconds(120));
	}

	@Test
	void endsWhenItIsCancelledInFlight() {
		CountDownLatch release = new CountDownLatch(1);
		this.template.scheduleRecurring(ID, QUEUE, "x", Duration.ofMinutes(1));
		this.containers.start((delivery) -> {
			handle(delivery);
			release.await();
			return null;
		});
		this.clock.advance(Duration.ofMinutes(1));
		await().until(() -> this.handled.size() == 1);
		assertThat(this.template.cancel(QUEUE, ID)).isEqualTo(CancelResult.IN_FLIGHT);
		release.countDown();
		await().until(() -> this.containers.events(LeaseLostEvent.class).size() == 1);
		this.clock.advance(Duration.ofDays(1));
		assertThat(this.containers.isGone(ID)).isTrue();
	}

	private @Nullable CompletionStage<?> handle(Delivery delivery) {
		this.handled.add(delivery.getOccurrence());
		return null;
	}

	private void passOccurrence() {
		int before = this.handled.size();
		Instant due = view().time();
		this.clock.set(due);
		await().until(() -> this.handled.size() > before && isWaitingAfter(due));
		assertThat(this.handled).hasSize(before + 1).endsWith(due);
	}

	private boolean isWaitingAfter(Instant due) {
		MessageView view = view();
		return view.state() == MessageState.WAITING && view.time().isAfter(due);
	}

	private void awaitNext(String due) {
		await().until(() -> isWaitingAfter(Instant.parse(due).minusMillis(1)));
		assertThat(view().time()).isEqualTo(due);
	}

	private boolean isWaitingAt(String id, Instant due) {
		return this.template.find(QUEUE, id)
			.filter((view) -> view.state() == MessageState.WAITING && view.time().equals(due))
			.isPresent();
	}

	private MessageView view() {
		return this.template.find(QUEUE, ID).orElseThrow();
	}

}
