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

package io.delayqueue.test;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;

import io.delayqueue.config.DelayListenerEndpointRegistry;
import io.delayqueue.core.CancelResult;
import io.delayqueue.core.DelayMessage;
import io.delayqueue.core.DelayQueueAdmin;
import io.delayqueue.core.DelayQueueTemplate;
import io.delayqueue.core.DuplicatePolicy;
import io.delayqueue.event.MessageDeadLetteredEvent;
import io.delayqueue.store.DeathCause;
import io.delayqueue.test.application.Closing;
import io.delayqueue.test.application.Listeners;
import io.delayqueue.test.application.OrderTimeout;
import io.delayqueue.test.application.ShopApplication;
import io.delayqueue.test.autoconfigure.AutoConfigureTestDelayQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.event.ApplicationEvents;
import org.springframework.test.context.event.RecordApplicationEvents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link TestDelayQueue} in an application whose context is shared.
 */
@SpringBootTest(classes = ShopApplication.class)
@AutoConfigureTestDelayQueue
@RecordApplicationEvents
class TestDelayQueueTests {

	@Autowired
	TestDelayQueue delayQueue;

	@Autowired
	DelayQueueTemplate template;

	@Autowired
	DelayQueueAdmin admin;

	@Autowired
	Closing closing;

	@Autowired
	Listeners listeners;

	@Autowired
	Clock clock;

	@Autowired
	DelayListenerEndpointRegistry registry;

	Instant start;

	@BeforeEach
	void begin() {
		this.start = this.delayQueue.now();
		this.listeners.seen().clear();
		this.listeners.open().clear();
	}

	@Test
	void thirtyMinutesPassInMilliseconds() {
		long begin = System.nanoTime();
		this.template.schedule("orders", new OrderTimeout(1), Duration.ofMinutes(30));
		assertThat(this.delayQueue.advance(Duration.ofMinutes(29))).extracting(Handling::queue).containsOnly("ticks");
		assertThat(this.delayQueue.queue("orders")).hasScheduledCount(1);
		this.delayQueue.advance(Duration.ofMinutes(1));
		System.out.printf("30 minutes took %d ms%n", Duration.ofNanos(System.nanoTime() - begin).toMillis());
		assertThat(this.delayQueue.queue("orders")).isEmpty();
		assertThat(this.closing.closedAt(1)).isEqualTo(this.start.plus(Duration.ofMinutes(30)));
	}

	@Test
	void injectsItsClockInsteadOfTheApplicationsOwn() {
		this.delayQueue.advance(Duration.ofDays(1));
		assertThat(this.clock).isSameAs(this.delayQueue.clock());
		assertThat(this.clock.instant()).isEqualTo(this.start.plus(Duration.ofDays(1)));
		assertThat(this.clock.withZone(ZoneId.of("Europe/Berlin")).instant()).isEqualTo(this.clock.instant());
	}

	@Test
	void deliversInOrderOfDueTimeOverAllQueuesEachAtItsOwnInstant() {
		schedule("reminders", "c", Duration.ofMinutes(3));
		schedule("later", "b", Duration.ofMinutes(2));
		schedule("reminders", "a", Duration.ofMinutes(1));
		List<Handling> handlings = this.delayQueue.advance(Duration.ofMinutes(10));
		assertThat(handlings).extracting(Handling::id).containsExactly("a", "b", "c");
		assertThat(handlings).extracting((handling) -> Duration.between(this.start, handling.time()).toMinutes())
			.containsExactly(1L, 2L, 3L);
		assertThat(this.listeners.seen()).containsExactly("a", "b", "c");
		assertThat(this.delayQueue.now()).isEqualTo(this.start.plus(Duration.ofMinutes(10)));
	}

	@Test
	void deliversWhatHandlersScheduleWithinTheWindow() {
		this.template.schedule(DelayMessage.to("chain").payload(9).delay(Duration.ofMinutes(5)).id("x").build());
		this.delayQueue.advance(Duration.ofMinutes(30));
		assertThat(this.delayQueue.queue("chain")).hasHandledExactly("x", "x'", "x''")
			.hasScheduled("x'''")
			.dueIn(Duration.ofMinutes(5))
			.withPayload(6);
	}

	@Test
	void whatHandlersScheduleUnderTheSameIdComesToo() {
		schedule("again", "x", Duration.ZERO);
		this.delayQueue.advance(Duration.ofMinutes(2));
		assertThat(this.delayQueue.queue("again").handlings()).hasSize(3);
		assertThat(this.delayQueue.queue("again")).hasScheduled("x").dueIn(Duration.ofMinutes(1));
	}

	@Test
	void retriesAfterTheirPauses() {
		schedule("fragile", "2", Duration.ofMinutes(30));
		this.delayQueue.advance(Duration.ofMinutes(30));
		assertThat(this.delayQueue.queue("fragile")).hasScheduled("2").dueIn(Duration.ofSeconds(1)).withFailures(1);
		assertThat(this.delayQueue.queue("fragile")).hasFailed("2").hasMessageContaining("attempt 1");
		List<Handling> handlings = this.delayQueue.advance(Duration.ofSeconds(3));
		assertThat(handlings).extracting(Handling::attempt).containsExactly(2, 3);
		assertThat(handlings).extracting(Handling::time)
			.containsExactly(this.start.plusSeconds(1801), this.start.plusSeconds(1803));
		assertThat(this.delayQueue.queue("fragile")).hasHandledExactly("2").isEmpty();
	}

	@Test
	void whatFailsForGoodIsDead(ApplicationEvents events) {
		schedule("fragile", "9", Duration.ZERO);
		this.delayQueue.advance(Duration.ofMinutes(1));
		assertThat(this.delayQueue.queue("fragile")).hasDead("9")
			.withReason(DeathCause.Reason.FAILED)
			.withException(IllegalArgumentException.class)
			.withMessage("attempt 3")
			.withPayload("9")
			.inAttempt(3);
		assertThat(this.delayQueue.queue("fragile")).hasFailed("9").isInstanceOf(IllegalArgumentException.class);
		assertThat(events.stream(MessageDeadLetteredEvent.class)).hasSize(1);
	}

	@Test
	void callsListenersOfDeadLetters() {
		this.registry.findContainer("mourners").orElseThrow().start();
		try {
			schedule("fragile", "9", Duration.ZERO);
			List<Handling> handlings = this.delayQueue.advance(Duration.ofMinutes(1));
			assertThat(handlings).extracting(Handling::deadLetter).containsExactly(false, false, false, true);
			assertThat(this.listeners.seen()).containsExactly("9 died of attempt 3");
			assertThat(this.delayQueue.queue("fragile")).isEmpty().hasHandledExactly();
		}
		finally {
			this.registry.findContainer("mourners").orElseThrow().stop();
		}
	}

	@Test
	void errorHandlerIsAsked() {
		this.template.schedule(
				DelayMessage.to("fragile").payload("9").delay(Duration.ZERO).id("9").header("forgive", "yes").build());
		this.delayQueue.deliverDue();
		assertThat(this.delayQueue.queue("fragile")).isEmpty().hasHandledExactly("9");
	}

	@Test
	void undecodablePayloadIsDeadAtOnce() {
		schedule("orders", "no number", Duration.ZERO);
		this.delayQueue.deliverDue();
		assertThat(this.delayQueue.queue("orders")).hasDead("no number").withReason(DeathCause.Reason.UNDECODABLE);
	}

	@Test
	void recurringMessageComesAgainAndAgain() {
		assertThat(this.delayQueue.advance(Duration.ofHours(2))).hasSize(8);
		assertThat(this.delayQueue.queue("ticks")).hasScheduled("every-quarter")
			.dueIn(Duration.ofMinutes(15))
			.isRecurring();
		this.template.cancel("ticks", "every-quarter");
		assertThat(this.delayQueue.advance(Duration.ofHours(2))).isEmpty();
	}

	@Test
	void whatIsLeftUnsettledStaysInFlightHoweverLong() {
		schedule("manual", "a", Duration.ZERO);
		this.delayQueue.deliverDue();
		this.delayQueue.advance(Duration.ofDays(3));
		assertThat(this.delayQueue.queue("manual")).hasInFlight("a").hasInFlightCount(1);
		this.listeners.open().get(0).retryAfter(Duration.ofHours(1));
		assertThat(this.delayQueue.queue("manual")).hasScheduled("a").dueIn(Duration.ofHours(1));
		this.delayQueue.advance(Duration.ofHours(1));
		this.listeners.open().get(1).acknowledge();
		assertThat(this.delayQueue.queue("manual")).isEmpty();
	}

	@Test
	void whatIsCancelledWhileItIsUnsettledIsGone() {
		schedule("manual", "a", Duration.ZERO);
		this.delayQueue.deliverDue();
		assertThat(this.template.cancel("manual", "a")).isEqualTo(CancelResult.IN_FLIGHT);
		this.listeners.open().get(0).retryAfter(Duration.ZERO);
		assertThat(this.delayQueue.deliverDue()).isEmpty();
		assertThat(this.delayQueue.queue("manual")).isEmpty();
	}

	@Test
	void atMostOnceIsNotRetried() {
		schedule("once", "a", Duration.ZERO);
		this.delayQueue.advance(Duration.ofHours(1));
		assertThat(this.delayQueue.queue("once")).isEmpty().hasFailed("a").hasMessage("a");
	}

	@Test
	void batchHoldsWhatIsDueAtTheSameInstant() {
		for (String id : List.of("a", "bad b", "c", "d")) {
			schedule("batch", id, Duration.ofMinutes(1));
		}
		schedule("batch", "e", Duration.ofMinutes(2));
		this.delayQueue.advance(Duration.ofMinutes(5));
		assertThat(this.listeners.seen()).containsExactly("[a, bad b, c]", "[d]", "[bad b]", "[e]");
		assertThat(this.delayQueue.queue("batch")).isEmpty();
	}

	@Test
	void cancelledIsNotDelivered() {
		schedule("reminders", "a", Duration.ofMinutes(1));
		this.template.cancel("reminders", "a");
		this.delayQueue.advance(Duration.ofMinutes(1));
		assertThat(this.delayQueue.queue("reminders")).isEmpty().hasHandledExactly().doesNotContain("a");
	}

	@Test
	void replacedIsDeliveredAtItsNewTime() {
		schedule("reminders", "a", Duration.ofMinutes(1));
		this.template.schedule(DelayMessage.to("reminders")
			.payload("new")
			.delay(Duration.ofMinutes(5))
			.id("a")
			.onDuplicate(DuplicatePolicy.REPLACE)
			.build());
		this.delayQueue.advance(Duration.ofMinutes(4));
		assertThat(this.delayQueue.queue("reminders")).hasScheduled("a")
			.dueIn(Duration.ofMinutes(1))
			.withPayload("new");
		this.delayQueue.advance(Duration.ofMinutes(1));
		assertThat(this.listeners.seen()).containsExactly("new");
	}

	@Test
	void rescheduledIsDeliveredAtItsNewTime() {
		schedule("reminders", "a", Duration.ofMinutes(1));
		this.template.reschedule("reminders", "a", Duration.ofMinutes(5));
		assertThat(this.delayQueue.advance(Duration.ofMinutes(4))).isEmpty();
		assertThat(this.delayQueue.advance(Duration.ofMinutes(1))).hasSize(1);
	}

	@Test
	void pausedQueueDeliversWhatIsOverdueLaterTheEarliestFirst() {
		this.admin.pause("reminders");
		schedule("reminders", "b", Duration.ofMinutes(2));
		schedule("reminders", "a", Duration.ofMinutes(1));
		assertThat(this.delayQueue.advance(Duration.ofMinutes(5))).isEmpty();
		assertThat(this.delayQueue.queue("reminders")).hasScheduledExactly("a", "b");
		this.admin.resume("reminders");
		assertThat(this.delayQueue.deliverDue()).extracting(Handling::id).containsExactly("a", "b");
	}

	@Test
	void expiredIsDeadInsteadOfLate() {
		this.admin.pause("reminders");
		this.template.schedule(DelayMessage.to("reminders")
			.payload("x")
			.delay(Duration.ZERO)
			.id("x")
			.timeToLive(Duration.ofMinutes(1))
			.build());
		this.delayQueue.advance(Duration.ofMinutes(2));
		this.admin.resume("reminders");
		this.delayQueue.deliverDue();
		assertThat(this.delayQueue.queue("reminders")).hasDead("x").withReason(DeathCause.Reason.EXPIRED);
	}

	@Test
	void deadLettersAreTrimmedByAge() {
		schedule("orders", "no number", Duration.ZERO);
		this.delayQueue.deliverDue();
		this.template.cancel("ticks", "every-quarter");
		this.delayQueue.advance(Duration.ofDays(14));
		assertThat(this.delayQueue.queue("orders")).hasDeadExactly("no number");
		this.delayQueue.advance(Duration.ofDays(1));
		assertThat(this.delayQueue.queue("orders")).isEmpty();
	}

	@Test
	void advancesToAnInstant() {
		Instant tomorrow = this.start.plus(Duration.ofDays(1));
		this.template.schedule("reminders", "x", tomorrow);
		this.template.cancel("ticks", "every-quarter");
		assertThat(this.delayQueue.advanceTo(tomorrow.minusMillis(1))).isEmpty();
		assertThat(this.delayQueue.advanceTo(tomorrow)).hasSize(1);
		assertThat(this.delayQueue.advance(Duration.ofDays(1000))).isEmpty();
	}

	@Test
	void refusesToGoBack() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.delayQueue.advance(Duration.ofMillis(-1)))
			.withMessageContaining("must not be negative");
		assertThatIllegalArgumentException().isThrownBy(() -> this.delayQueue.advanceTo(this.start.minusMillis(1)))
			.withMessageContaining("must not be before");
	}

	@Test
	void givesUpOnEndlessDeliveries() {
		schedule("endless", "a", Duration.ZERO);
		assertThatExceptionOfType(TooManyDeliveriesException.class)
			.isThrownBy(() -> this.delayQueue.advance(Duration.ofMinutes(1)))
			.withMessageContaining("There were 10000 deliveries")
			.withMessageContaining("of queue 'endless' at " + this.start)
			.withMessageContaining("delay-queue.test.max-deliveries");
	}

	private void schedule(String queue, String id, Duration delay) {
		this.template.schedule(DelayMessage.to(queue).payload(id).delay(delay).id(id).build());
	}

}
