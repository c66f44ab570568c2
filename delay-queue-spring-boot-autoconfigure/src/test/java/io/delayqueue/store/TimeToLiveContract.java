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

package io.delayqueue.store;

import java.time.Duration;
import java.util.List;

import io.delayqueue.KnownFault;
import io.delayqueue.MessageState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static io.delayqueue.store.StoreDriver.ID;
import static io.delayqueue.store.StoreDriver.QUEUE;
import static io.delayqueue.store.StoreDriver.acknowledge;
import static io.delayqueue.store.StoreDriver.ids;
import static io.delayqueue.store.StoreDriver.release;
import static io.delayqueue.store.StoreDriver.retry;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * What becomes of messages with a time to live.
 */
interface TimeToLiveContract extends StoreContract {

	@Test
	default void messageIsHandedOutUntilItsTimeToLiveIsOver() {
		schedule(ID, Duration.ofSeconds(3), Duration.ofSeconds(2));
		driver().advance(Duration.ofSeconds(5));
		ClaimReply reply = driver().consumer("first").claim();
		assertThat(ids(reply)).containsExactly(ID);
		assertThat(reply.expired()).isEmpty();
	}

	@Test
	default void messageThatComesLateIsDueAndLivesNoLonger() {
		Duration timeToLive = Duration.ofSeconds(5);
		for (String id : List.of("a", "b")) {
			driver().schedule(new ScheduleCommand(id, driver().message(id.getBytes()),
					new DueTime.Since(Duration.ofSeconds(3)), false, timeToLive));
		}
		schedule("c", Duration.ofHours(1), timeToLive);
		driver().store().reschedule(StoreDriver.QUEUE, "b", new DueTime.After(Duration.ofSeconds(1)));
		driver().store().reschedule(StoreDriver.QUEUE, "c", new DueTime.Since(Duration.ofSeconds(4)));
		assertThat(driver().find("a").time()).isEqualTo(driver().now());
		driver().advance(Duration.ofSeconds(2));
		TestConsumer consumer = driver().consumer("first");
		ClaimReply reply = consumer.claim();
		assertThat(ids(reply)).containsExactlyInAnyOrder("a", "b");
		assertThat(reply.expired()).containsExactly("c");
		reply.messages().forEach((message) -> consumer.settle(release(message)));
		driver().advance(Duration.ofSeconds(3));
		reply = consumer.claim();
		assertThat(ids(reply)).containsExactly("b");
		assertThat(reply.expired()).containsExactly("a");
	}

	@Test
	default void messageThatComesAfterItsTimeToLiveIsExpired() {
		driver().schedule(new ScheduleCommand(ID, driver().message("x".getBytes()),
				new DueTime.Since(Duration.ofSeconds(Long.MAX_VALUE)), false, Duration.ofSeconds(5)));
		assertThat(driver().consumer("first").claim().expired()).containsExactly(ID);
		assertThat(driver().find(ID).cause().reason()).isEqualTo(DeathCause.Reason.EXPIRED);
	}

	@Test
	@KnownFault("HDT3213/delayqueue payload key")
	default void messageWhoseTimeToLiveIsOverGoesToTheDeadLetters() {
		schedule(ID, Duration.ofSeconds(3), Duration.ofSeconds(2));
		driver().advance(Duration.ofSeconds(5).plusMillis(1));
		ClaimReply reply = driver().consumer("first").claim();
		assertThat(reply.messages()).isEmpty();
		assertThat(reply.expired()).containsExactly(ID);
		assertThat(reply.token()).isZero();
		MessageSnapshot dead = driver().find(ID);
		assertThat(dead.state()).isEqualTo(MessageState.DEAD);
		assertThat(dead.time()).isEqualTo(driver().now());
		assertThat(dead.deliveries()).isZero();
		assertThat(dead.failures()).isZero();
		assertThat(dead.cause()).satisfies((cause) -> {
			assertThat(cause.reason()).isEqualTo(DeathCause.Reason.EXPIRED);
			assertThat(cause.attempt()).isZero();
			assertThat(cause.exception()).isNull();
		});
	}

	@Test
	default void messageWhoseTimeToLiveIsOverIsRemovedIfItIsNotToBeKept() {
		schedule(ID, Duration.ZERO, Duration.ofSeconds(2));
		driver().advance(Duration.ofSeconds(3));
		assertThat(claimDropping().expired()).containsExactly(ID);
		assertThat(driver().isAbsent(ID)).isTrue();
	}

	@Test
	default void expiredMessagesDoNotHinderOthers() {
		schedule("a", Duration.ZERO, Duration.ofSeconds(1));
		driver().scheduleDue("b");
		schedule("c", Duration.ZERO, Duration.ofSeconds(1));
		schedule("d", Duration.ZERO, Duration.ofSeconds(9));
		driver().advance(Duration.ofSeconds(2));
		ClaimReply reply = driver().consumer("first").claim();
		assertThat(reply.expired()).containsExactly("a", "c");
		assertThat(ids(reply)).containsExactly("b", "d");
	}

	@Test
	default void claimLooksAtNoMoreMessagesThanItAsksFor() {
		schedule("a", Duration.ZERO, Duration.ofSeconds(1));
		schedule("b", Duration.ZERO, Duration.ofSeconds(1));
		driver().scheduleDue("c");
		driver().advance(Duration.ofSeconds(2));
		TestConsumer consumer = driver().consumer("first").max(2);
		ClaimReply reply = consumer.claim();
		assertThat(reply.expired()).containsExactly("a", "b");
		assertThat(reply.messages()).isEmpty();
		assertThat(reply.untilNext()).isEqualTo(Duration.ZERO);
		assertThat(ids(consumer.claim())).containsExactly("c");
	}

	@Test
	default void claimThatIsFullLooksNoFurther() {
		byte[] large = new byte[ClaimRequest.MAX_BYTES / 2 + 1];
		schedule("a", Duration.ZERO, Duration.ofSeconds(1));
		for (String id : List.of("b", "c")) {
			driver()
				.schedule(new ScheduleCommand(id, driver().message(large), new DueTime.After(Duration.ZERO), false));
		}
		schedule("d", Duration.ZERO, Duration.ofSeconds(1));
		driver().advance(Duration.ofSeconds(2));
		TestConsumer consumer = driver().consumer("first");
		ClaimReply full = consumer.claim();
		assertThat(full.expired()).containsExactly("a");
		assertThat(ids(full)).containsExactly("b");
		assertThat(full.untilNext()).isEqualTo(Duration.ZERO);
		assertThat(driver().find("d").state()).isEqualTo(MessageState.WAITING);
		ClaimReply next = consumer.claim();
		assertThat(next.expired()).containsExactly("d");
		assertThat(ids(next)).containsExactly("c");
	}

	@Test
	default void messageThatWaitsForARetryExpiresToo() {
		schedule(ID, Duration.ZERO, Duration.ofSeconds(10));
		TestConsumer consumer = driver().consumer("first");
		consumer.settle(retry(consumer.claimOne(), Duration.ofSeconds(11)));
		driver().advance(Duration.ofSeconds(11));
		assertThat(consumer.claim().expired()).containsExactly(ID);
		assertThat(driver().find(ID).failures()).isEqualTo(1);
		assertThat(driver().find(ID).cause().attempt()).isEqualTo(1);
	}

	@Test
	default void messageInFlightDoesNotExpire() {
		schedule(ID, Duration.ZERO, Duration.ofSeconds(1));
		TestConsumer consumer = driver().consumer("first");
		ClaimedMessage delivery = consumer.claimOne();
		driver().advance(Duration.ofSeconds(2));
		assertThat(consumer.claim().expired()).isEmpty();
		assertThat(consumer.settle(acknowledge(delivery))).containsExactly(SettlementResult.APPLIED);
		assertThat(driver().isAbsent(ID)).isTrue();
	}

	@Test
	default void releasedMessageExpiresWhenItsTimeIsOver() {
		schedule(ID, Duration.ZERO, Duration.ofSeconds(1));
		TestConsumer consumer = driver().consumer("first");
		ClaimedMessage delivery = consumer.claimOne();
		driver().advance(Duration.ofSeconds(2));
		consumer.settle(release(delivery));
		assertThat(consumer.claim().expired()).containsExactly(ID);
	}

	@Test
	default void rescheduledMessageLivesFromItsNewDueTime() {
		schedule(ID, Duration.ofSeconds(1), Duration.ofSeconds(2));
		driver().store().reschedule(QUEUE, ID, new DueTime.After(Duration.ofSeconds(10)));
		driver().advance(Duration.ofSeconds(12));
		assertThat(ids(driver().consumer("first").claim())).containsExactly(ID);
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	default void replacedMessageHasTheTimeToLiveOfTheNewOne(boolean lives) {
		schedule(ID, Duration.ZERO, Duration.ofSeconds(1));
		driver().schedule(new ScheduleCommand(ID, driver().message("new"), new DueTime.After(Duration.ZERO), true,
				lives ? null : Duration.ofMillis(5)));
		driver().advance(Duration.ofSeconds(3));
		ClaimReply reply = driver().consumer("first").claim();
		assertThat(ids(reply)).isEqualTo(lives ? List.of(ID) : List.of());
		assertThat(reply.expired()).isEqualTo(lives ? List.of() : List.of(ID));
	}

	@Test
	default void anotherLifeOfAnIdDoesNotInheritTheTimeToLive() {
		schedule(ID, Duration.ZERO, Duration.ofSeconds(1));
		TestConsumer consumer = driver().consumer("first");
		consumer.settle(acknowledge(consumer.claimOne()));
		driver().scheduleDue(ID);
		schedule("b", Duration.ZERO, Duration.ofSeconds(1));
		driver().store().cancel(QUEUE, "b");
		driver().scheduleDue("b");
		driver().advance(Duration.ofDays(1));
		assertThat(ids(consumer.claim())).containsExactlyInAnyOrder(ID, "b");
	}

	@Test
	default void veryLongTimeToLiveDoesNotOverflow() {
		schedule(ID, Duration.ofDays(1), Duration.ofSeconds(Long.MAX_VALUE));
		driver().advance(Duration.ofDays(2));
		assertThat(ids(driver().consumer("first").claim())).containsExactly(ID);
	}

	@Test
	default void repeatedClaimReportsNoExpiredMessages() {
		schedule(ID, Duration.ZERO, Duration.ofSeconds(1));
		driver().advance(Duration.ofSeconds(2));
		TestConsumer consumer = driver().consumer("first");
		assertThat(consumer.claim().expired()).containsExactly(ID);
		assertThat(consumer.repeatClaim().expired()).isEmpty();
	}

	private ClaimReply claimDropping() {
		ConsumerCall call = driver().consumer("first").call();
		return driver().store()
			.claim(new ClaimRequest(call, 10, StoreDriver.LEASE, StoreDriver.policy(5, Duration.ZERO), List.of(),
					new DeadLetterPolicy(true, false, Duration.ofDays(1), 100)));
	}

	private void schedule(String id, Duration delay, Duration timeToLive) {
		driver().schedule(new ScheduleCommand(id, driver().message(id), new DueTime.After(delay), false, timeToLive));
	}

}
