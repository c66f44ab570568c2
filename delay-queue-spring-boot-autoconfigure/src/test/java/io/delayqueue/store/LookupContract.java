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
import java.util.Collections;
import java.util.List;
import java.util.Optional;

import io.delayqueue.KnownFault;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static io.delayqueue.store.StoreDriver.ID;
import static io.delayqueue.store.StoreDriver.LEASE;
import static io.delayqueue.store.StoreDriver.QUEUE;
import static io.delayqueue.store.StoreDriver.ids;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What {@link DelayQueueStore#cancel}, {@link DelayQueueStore#find},
 * {@link DelayQueueStore#count} and {@link DelayQueueStore#queues} do.
 */
interface LookupContract extends StoreContract {

	@ParameterizedTest
	@EnumSource
	@KnownFault("rqueue#33")
	default void cancelRemovesInAnyState(Situation situation) {
		situation.reach(driver());
		assertThat(driver().store().cancel(QUEUE, ID)).isEqualTo(Optional.ofNullable(situation.state()));
		assertThat(driver().isAbsent(ID)).isTrue();
		assertThat(driver().count()).isEqualTo(new QueueCounts(0, 0, 0, 0, Duration.ZERO));
		assertThat(driver().store().cancel(QUEUE, ID)).isEmpty();
	}

	@ParameterizedTest
	@EnumSource
	@KnownFault("rqueue#33")
	default void cancelledMessageIsNeverHandedOut(Situation situation) {
		ClaimedMessage delivery = situation.reach(driver());
		driver().store().cancel(QUEUE, ID);
		driver().advance(Duration.ofHours(2));
		ClaimReply reply = Situation.first(driver()).claim(StoreDriver.retry(delivery, Duration.ZERO));
		assertThat(reply.settlements()).containsExactly(SettlementResult.STALE);
		assertThat(reply.messages()).isEmpty();
		assertThat(reply.endedLeases()).isEmpty();
		assertThat(reply.untilNext()).isNull();
	}

	@ParameterizedTest
	@EnumSource
	default void cancelledIdBeginsAnew(Situation situation) {
		situation.reach(driver());
		driver().store().cancel(QUEUE, ID);
		assertThat(driver().schedule(ID, Duration.ZERO).found()).isNull();
		ClaimedMessage delivery = driver().consumer("third").claimOne();
		assertThat(delivery.attempt()).isEqualTo(1);
		assertThat(delivery.failures()).isZero();
	}

	@Test
	@KnownFault("redisson#792")
	default void cancelLeavesOthersAlone() {
		driver().scheduleDue("a", "b");
		driver().store().cancel(QUEUE, "a");
		driver().store().cancel("invoices", "b");
		assertThat(ids(driver().consumer("first").claim())).containsExactly("b");
	}

	@ParameterizedTest
	@EnumSource
	@KnownFault("redisson#792")
	default void findTellsTheState(Situation situation) {
		situation.reach(driver());
		assertThat(driver().store().find(QUEUE, ID).map(MessageSnapshot::state).orElse(null))
			.isEqualTo(situation.state());
		assertThat(driver().store().find("invoices", ID)).isEmpty();
	}

	@Test
	default void findTellsWhenALeaseHasEnded() {
		Situation.LEASE_ENDED.reach(driver());
		assertThat(driver().find(ID).time()).isEqualTo(driver().now().minusSeconds(1));
	}

	@Test
	default void findTellsACauseOfDeadLettersAlone() {
		driver().schedule("a", Duration.ofDays(1));
		assertThat(driver().find("a").cause()).isNull();
		Situation.DEAD.reach(driver());
		assertThat(driver().find(ID).cause()).isEqualTo(StoreDriver.cause());
	}

	@ParameterizedTest
	@EnumSource
	default void findOfManyTellsOfEachInTheirOrder(Situation situation) {
		situation.reach(driver());
		driver().schedule("other", Duration.ofDays(1));
		Optional<MessageSnapshot> found = driver().store().find(QUEUE, ID);
		Optional<MessageSnapshot> other = driver().store().find(QUEUE, "other");
		assertThat(driver().store().find(QUEUE, List.of("absent", ID, "other", ID))).containsExactly(Optional.empty(),
				found, other, found);
		assertThat(driver().store().find(QUEUE, List.of())).isEmpty();
	}

	@Test
	default void findGivesNoMoreBytesThanAClaim() {
		for (String id : List.of("a", "b", "c", "huge")) {
			int size = id.equals("huge") ? ClaimRequest.MAX_BYTES + 1 : 500_000;
			driver().schedule(
					new ScheduleCommand(id, driver().message(new byte[size]), new DueTime.After(Duration.ZERO), false));
		}
		assertThat(driver().store().find(QUEUE, List.of("a", "absent", "b", "c"))).hasSize(3);
		assertThat(driver().store().find(QUEUE, List.of("a", "huge", "b"))).hasSize(1);
		assertThat(driver().store().find(QUEUE, List.of("huge", "a"))).hasSize(1);
	}

	@Test
	default void findTakesNoMoreIdsThanAClaimHasMessages() {
		List<String> ids = Collections.nCopies(ClaimRequest.MAX_MESSAGES + 1, ID);
		assertThatIllegalArgumentException().isThrownBy(() -> driver().store().find(QUEUE, ids))
			.withMessageContaining("257");
	}

	@Test
	default void countTellsMessagesApartByState() {
		driver().scheduleDue("dead", "leased-1", "leased-2");
		TestConsumer consumer = driver().consumer("first");
		consumer.settle(StoreDriver.deadLetter(consumer.claim().messages().get(0)));
		driver().schedule("due-1", Duration.ofSeconds(1));
		driver().schedule("due-2", Duration.ofSeconds(2));
		driver().schedule("due-3", Duration.ofSeconds(5));
		driver().schedule("waiting", Duration.ofMillis(5001));
		driver().advance(Duration.ofSeconds(5));
		assertThat(driver().count()).isEqualTo(new QueueCounts(1, 3, 2, 1, Duration.ofSeconds(4)));
		driver().advance(LEASE);
		assertThat(driver().count()).isEqualTo(new QueueCounts(0, 4, 2, 1, LEASE.plusSeconds(4)));
	}

	@Test
	default void countTellsOfNothingOverdueBeforeTheFirstIsDue() {
		driver().schedule("a", Duration.ofMillis(1));
		assertThat(driver().count()).isEqualTo(new QueueCounts(1, 0, 0, 0, Duration.ZERO));
		driver().advance(Duration.ofMillis(1));
		assertThat(driver().count()).isEqualTo(new QueueCounts(0, 1, 0, 0, Duration.ZERO));
	}

	@Test
	default void countOfAnUnusedQueueIsZero() {
		assertThat(driver().store().count("unused")).isEqualTo(new QueueCounts(0, 0, 0, 0, Duration.ZERO));
	}

	@Test
	default void queuesAreThoseScheduledToOrClaimedFrom() {
		assertThat(driver().store().queues()).isEmpty();
		driver().store().count("looked-at");
		driver().store().find("looked-at", ID);
		driver().store().schedule("scheduled-to", List.of(driver().command(ID, Duration.ZERO)));
		driver().consumer("first").claim();
		assertThat(driver().store().queues()).containsExactlyInAnyOrder("scheduled-to", QUEUE);
		driver().store().cancel("scheduled-to", ID);
		assertThat(driver().store().queues()).contains("scheduled-to");
	}

}
