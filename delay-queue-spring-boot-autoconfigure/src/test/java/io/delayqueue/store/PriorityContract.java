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
import java.util.ArrayList;
import java.util.List;

import io.delayqueue.MessageState;
import org.junit.jupiter.api.Test;

import static io.delayqueue.store.StoreDriver.QUEUE;
import static io.delayqueue.store.StoreDriver.acknowledge;
import static io.delayqueue.store.StoreDriver.deadLetter;
import static io.delayqueue.store.StoreDriver.ids;
import static io.delayqueue.store.StoreDriver.release;
import static io.delayqueue.store.StoreDriver.retry;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which messages are handed out first of those that are due.
 */
interface PriorityContract extends StoreContract {

	@Test
	default void higherPriorityComesFirstAndDueTimeWithinIt() {
		schedule("a", 0);
		schedule("b", 5);
		schedule("c", 9);
		schedule("d", 5);
		schedule("e", 0);
		driver().advance(Duration.ofSeconds(1));
		TestConsumer consumer = driver().consumer("first");
		ClaimReply reply = consumer.claim();
		assertThat(ids(reply)).containsExactly("c", "b", "d", "a", "e");
		assertThat(ids(consumer.repeatClaim())).isEqualTo(ids(reply));
	}

	@Test
	default void nothingIsHandedOutBeforeItIsDueWhateverItsPriority() {
		driver().schedule(command("urgent", 9, Duration.ofSeconds(5)));
		schedule("a", 0);
		assertThat(ids(driver().consumer("first").claim())).containsExactly("a");
		driver().advance(Duration.ofSeconds(5));
		assertThat(ids(driver().consumer("first").claim())).containsExactly("urgent");
	}

	@Test
	default void eachFourthIsChosenByItsDueTimeAlone() {
		for (int i = 0; i < 4; i++) {
			schedule("plain-" + i, 0);
		}
		List<String> handedOut = new ArrayList<>();
		for (int i = 0; i < 16; i++) {
			schedule("urgent-%02d".formatted(i), 3);
		}
		TestConsumer consumer = driver().consumer("first").max(1);
		for (int i = 0; i < 16; i++) {
			handedOut.addAll(ids(consumer.claim()));
		}
		assertThat(handedOut.stream().filter((id) -> id.startsWith("plain"))).containsExactly("plain-0", "plain-1",
				"plain-2", "plain-3");
		assertThat(handedOut.subList(0, 4)).containsExactly("urgent-00", "urgent-01", "urgent-02", "plain-0");
	}

	@Test
	default void aClaimOfManyLeavesAFourthToTheRest() {
		for (int i = 0; i < 8; i++) {
			schedule("plain-" + i, 0);
			schedule("urgent-" + i, 1);
		}
		assertThat(ids(driver().consumer("first").max(8).claim())).containsExactly("urgent-0", "urgent-1", "urgent-2",
				"urgent-3", "urgent-4", "urgent-5", "plain-0", "plain-1");
	}

	@Test
	default void urgentMessagesThatFillAClaimLeaveTheRestItsTurn() {
		for (int i = 0; i < 8; i++) {
			driver().advance(Duration.ofMillis(1));
			driver().schedule(new ScheduleCommand("urgent-" + i, driver().message(new byte[400 * 1024]),
					new DueTime.After(Duration.ZERO), false, null, 9, 0));
		}
		schedule("plain", 0);
		List<String> handedOut = new ArrayList<>();
		TestConsumer consumer = driver().consumer("first").max(100);
		for (int i = 0; i < 2; i++) {
			handedOut.addAll(ids(consumer.claim()));
		}
		// Two of them fit into a claim: the fourth place is the rest's.
		assertThat(handedOut).containsExactly("urgent-0", "urgent-1", "urgent-2", "urgent-3", "plain");
	}

	@Test
	default void placesThatTheRestDoesNotNeedAreForUrgentOnes() {
		for (int i = 0; i < 8; i++) {
			schedule("urgent-" + i, 1);
		}
		schedule("plain", 0);
		assertThat(ids(driver().consumer("first").max(9).claim())).hasSize(9).endsWith("plain");
	}

	@Test
	default void priorityStaysWhateverBecomesOfTheMessage() {
		schedule("urgent", 4);
		TestConsumer consumer = driver().consumer("first").max(1);
		consumer.settle(retry(consumer.claimOne(), Duration.ZERO));
		assertFirst("urgent");
		consumer.settle(release(consumer.claimOne()));
		assertFirst("urgent");
		driver().store().reschedule(QUEUE, "urgent", new DueTime.After(Duration.ofSeconds(1)));
		driver().advance(Duration.ofSeconds(1));
		assertFirst("urgent");
		ClaimedMessage delivery = consumer.claimOne();
		assertThat(delivery.id()).isEqualTo("urgent");
		consumer.settle(deadLetter(delivery));
		driver().store().replay(new ReplayRequest(QUEUE, List.of("urgent"), 1, null));
		assertFirst("urgent");
	}

	@Test
	default void priorityCanBeSeenInEveryState() {
		schedule("plain", 0);
		schedule("urgent", 4);
		assertPriority(MessageState.WAITING);
		ClaimedMessage delivery = driver().consumer("first").max(1).claimOne();
		assertPriority(MessageState.IN_FLIGHT);
		driver().consumer("first").settle(deadLetter(delivery));
		assertPriority(MessageState.DEAD);
		assertThat(driver().find("plain").priority()).isZero();
	}

	private void assertPriority(MessageState state) {
		assertThat(driver().find("urgent").priority()).isEqualTo(4);
		assertThat(driver().store().browse(new BrowseRequest(QUEUE, state, null, 10))).extracting(MessageSnapshot::id)
			.contains("urgent");
		assertThat(driver().store().browse(new BrowseRequest(QUEUE, state, null, 10)))
			.allMatch((message) -> message.priority() == (message.id().equals("urgent") ? 4 : 0));
	}

	@Test
	default void priorityGoesWithTheMessage() {
		schedule("again", 4);
		TestConsumer consumer = driver().consumer("first").max(1);
		consumer.settle(acknowledge(consumer.claimOne()));
		schedule("plain", 0);
		schedule("again", 0);
		assertThat(ids(consumer.claim())).containsExactly("plain");
		schedule("cancelled", 4);
		driver().store().cancel(QUEUE, "cancelled");
		schedule("cancelled", 0);
		schedule("replaced", 4);
		driver().schedule(driver().replacing("replaced", Duration.ZERO));
		assertThat(ids(driver().consumer("second").claim())).containsExactly("again", "cancelled", "replaced");
	}

	@Test
	default void fullQueueTakesNoNewMessages() {
		assertThat(scheduleBounded("a", 2)).isEqualTo(ScheduleReply.Outcome.STORED);
		assertThat(scheduleBounded("b", 2)).isEqualTo(ScheduleReply.Outcome.STORED);
		assertThat(scheduleBounded("c", 2)).isEqualTo(ScheduleReply.Outcome.FULL);
		assertThat(driver().isAbsent("c")).isTrue();
		assertThat(scheduleBounded("a", 2)).isEqualTo(ScheduleReply.Outcome.PRESENT);
		assertThat(driver().schedule(driver().replacing("a", Duration.ZERO)).outcome())
			.isEqualTo(ScheduleReply.Outcome.REPLACED);
		driver().consumer("first").max(1).claimOne();
		assertThat(scheduleBounded("c", 2)).isEqualTo(ScheduleReply.Outcome.STORED);
	}

	@Test
	default void fullQueueTakesNoMessageInThePlaceOfOneThatDoesNotWait() {
		schedule("dead", 0);
		TestConsumer consumer = driver().consumer("first").max(1);
		consumer.settle(deadLetter(consumer.claimOne()));
		schedule("held", 0);
		ClaimedMessage held = consumer.claimOne();
		schedule("waiting", 0);
		assertThat(replaceBounded("dead", 1)).isEqualTo(ScheduleReply.Outcome.FULL);
		assertThat(replaceBounded("held", 1)).isEqualTo(ScheduleReply.Outcome.FULL);
		assertThat(replaceBounded("waiting", 1)).isEqualTo(ScheduleReply.Outcome.REPLACED);
		assertThat(consumer.settle(acknowledge(held))).containsExactly(SettlementResult.APPLIED);
		assertThat(driver().count()).extracting(QueueCounts::dead).isEqualTo(1L);
	}

	// With others that have been due for longer.
	private void assertFirst(String id) {
		TestConsumer consumer = driver().consumer("other").max(2);
		driver().store().reschedule(QUEUE, id, new DueTime.After(Duration.ofMillis(10)));
		schedule("plain-" + driver().unique(), 0);
		driver().advance(Duration.ofMillis(10));
		List<ClaimedMessage> messages = consumer.claim().messages();
		assertThat(messages.get(0).id()).isEqualTo(id);
		consumer.settle(acknowledge(messages.get(1)), release(messages.get(0)));
	}

	private void schedule(String id, int priority) {
		driver().advance(Duration.ofMillis(1));
		driver().schedule(command(id, priority, Duration.ZERO));
	}

	private ScheduleCommand command(String id, int priority, Duration delay) {
		return new ScheduleCommand(id, driver().message(id), new DueTime.After(delay), false, null, priority, 0);
	}

	private ScheduleReply.Outcome scheduleBounded(String id, long maxWaiting) {
		return schedule(id, id, false, maxWaiting);
	}

	private ScheduleReply.Outcome replaceBounded(String id, long maxWaiting) {
		return schedule(id, id + "-changed", true, maxWaiting);
	}

	private ScheduleReply.Outcome schedule(String id, String content, boolean replace, long maxWaiting) {
		return driver()
			.schedule(new ScheduleCommand(id, driver().message(content), new DueTime.After(Duration.ZERO), replace,
					null, 0, maxWaiting))
			.outcome();
	}

}
