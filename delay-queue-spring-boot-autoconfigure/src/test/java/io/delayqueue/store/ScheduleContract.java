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
import java.util.Optional;
import java.util.stream.IntStream;

import io.delayqueue.KnownFault;
import io.delayqueue.MessageState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static io.delayqueue.store.StoreDriver.ID;
import static io.delayqueue.store.StoreDriver.QUEUE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What {@link DelayQueueStore#schedule} does, depending on what holds the id.
 */
interface ScheduleContract extends StoreContract {

	@Test
	default void scheduleStoresNewMessage() {
		ScheduleCommand command = driver().command(ID, Duration.ofSeconds(5));
		assertThat(driver().schedule(command))
			.isEqualTo(new ScheduleReply(ScheduleReply.Outcome.STORED, driver().in(Duration.ofSeconds(5)), null));
		assertThat(driver().find(ID)).isEqualTo(new MessageSnapshot(ID, MessageState.WAITING,
				driver().in(Duration.ofSeconds(5)), 0, 0, command.message(), null));
	}

	@ParameterizedTest
	@EnumSource
	@KnownFault("rqueue#27")
	default void scheduleLeavesAnotherMessageAlone(Situation situation) {
		situation.reach(driver());
		Optional<MessageSnapshot> before = driver().store().find(QUEUE, ID);
		ScheduleReply reply = driver().schedule(ID, Duration.ofSeconds(5));
		if (situation.state() == null) {
			assertThat(reply.outcome()).isEqualTo(ScheduleReply.Outcome.STORED);
			assertThat(reply.found()).isNull();
			assertThat(driver().find(ID).deliveries()).isZero();
		}
		else {
			assertThat(reply.outcome()).isEqualTo(ScheduleReply.Outcome.PRESENT);
			assertThat(reply.found()).isEqualTo(situation.state());
			assertThat(driver().store().find(QUEUE, ID)).isEqualTo(before);
		}
	}

	@ParameterizedTest
	@EnumSource
	@KnownFault("rqueue#27")
	default void scheduleReplacesWhateverHoldsTheId(Situation situation) {
		situation.reach(driver());
		ScheduleCommand command = driver().replacing(ID, Duration.ofSeconds(5));
		ScheduleReply reply = driver().schedule(command);
		assertThat(reply).isEqualTo(new ScheduleReply(
				(situation.state() != null) ? ScheduleReply.Outcome.REPLACED : ScheduleReply.Outcome.STORED,
				driver().in(Duration.ofSeconds(5)), situation.state()));
		assertThat(driver().find(ID)).isEqualTo(new MessageSnapshot(ID, MessageState.WAITING,
				driver().in(Duration.ofSeconds(5)), 0, 0, command.message(), null));
		assertThat(driver().count()).isEqualTo(new QueueCounts(1, 0, 0, 0, Duration.ZERO));
		driver().advance(Duration.ofSeconds(5));
		ClaimedMessage delivery = driver().consumer("third").claimOne();
		assertThat(delivery.attempt()).isEqualTo(1);
		assertThat(delivery.failures()).isZero();
		assertThat(delivery.message()).isEqualTo(command.message());
	}

	@ParameterizedTest
	@EnumSource
	default void scheduleTakesAnEqualMessageForItsOwnRepeat(Situation situation) {
		situation.reach(driver());
		driver().store().find(QUEUE, ID).ifPresent((before) -> {
			DueTime dueTime = new DueTime.After(Duration.ofDays(1));
			for (boolean replace : new boolean[] { false, true }) {
				ScheduleReply reply = driver().schedule(new ScheduleCommand(ID, before.message(), dueTime, replace));
				assertThat(reply.outcome()).isEqualTo(ScheduleReply.Outcome.STORED);
				assertThat(reply.found()).isEqualTo(situation.state());
				assertThat(driver().find(ID)).isEqualTo(before);
			}
		});
	}

	@Test
	default void scheduleAnswersWithTheDueTimeOfAWaitingMessage() {
		driver().schedule(ID, Duration.ofMinutes(1));
		assertThat(driver().schedule(ID, Duration.ZERO).dueTime()).isEqualTo(driver().in(Duration.ofMinutes(1)));
	}

	@Test
	default void scheduleAnswersWithTheOldDueTimeOfAMessageInFlight() {
		ClaimedMessage delivery = Situation.LEASED.reach(driver());
		driver().advance(Duration.ofSeconds(1));
		assertThat(delivery.dueTime()).isBefore(driver().now());
		assertThat(driver().schedule(ID, Duration.ZERO).dueTime()).isEqualTo(delivery.dueTime());
	}

	@Test
	default void scheduleAnswersWithTheTimeOfDeathOfADeadLetter() {
		Situation.DEAD.reach(driver());
		ScheduleReply expected = new ScheduleReply(ScheduleReply.Outcome.PRESENT, driver().now(), MessageState.DEAD);
		driver().advance(Duration.ofSeconds(1));
		assertThat(driver().schedule(ID, Duration.ZERO)).isEqualTo(expected);
	}

	@Test
	default void scheduleOfAMessageThatWasSettledStoresItAgain() {
		ScheduleCommand command = driver().command(ID, Duration.ZERO);
		driver().schedule(command);
		TestConsumer consumer = driver().consumer("first");
		consumer.settle(StoreDriver.acknowledge(consumer.claimOne()));
		assertThat(driver().schedule(command))
			.isEqualTo(new ScheduleReply(ScheduleReply.Outcome.STORED, driver().now(), null));
	}

	@Test
	default void scheduleTellsMessagesApartThatDifferInTheirStampAlone() {
		StoredMessage message = driver().message("same");
		StoredMessage other = new StoredMessage(message.payload(), message.contentType(), message.headers(),
				message.scheduledTime(), driver().unique());
		DueTime dueTime = new DueTime.After(Duration.ofSeconds(1));
		driver().schedule(new ScheduleCommand(ID, message, dueTime, false));
		assertThat(driver().schedule(new ScheduleCommand(ID, other, dueTime, false)).outcome())
			.isEqualTo(ScheduleReply.Outcome.PRESENT);
		assertThat(driver().schedule(new ScheduleCommand(ID, other, dueTime, true)).outcome())
			.isEqualTo(ScheduleReply.Outcome.REPLACED);
	}

	@Test
	default void scheduleOfABatchAnswersInItsOrder() {
		driver().schedule("b", Duration.ofSeconds(20));
		ScheduleCommand second = driver().replacing("a", Duration.ofSeconds(2));
		List<ScheduleReply> replies = driver().scheduleAll(driver().command("c", Duration.ofSeconds(3)),
				driver().command("b", Duration.ofSeconds(1)), driver().command("a", Duration.ofSeconds(1)), second,
				driver().command("a", Duration.ofSeconds(4)), second);
		assertThat(replies).containsExactly(
				new ScheduleReply(ScheduleReply.Outcome.STORED, driver().in(Duration.ofSeconds(3)), null),
				new ScheduleReply(ScheduleReply.Outcome.PRESENT, driver().in(Duration.ofSeconds(20)),
						MessageState.WAITING),
				new ScheduleReply(ScheduleReply.Outcome.STORED, driver().in(Duration.ofSeconds(1)), null),
				new ScheduleReply(ScheduleReply.Outcome.REPLACED, driver().in(Duration.ofSeconds(2)),
						MessageState.WAITING),
				new ScheduleReply(ScheduleReply.Outcome.PRESENT, driver().in(Duration.ofSeconds(2)),
						MessageState.WAITING),
				new ScheduleReply(ScheduleReply.Outcome.STORED, driver().in(Duration.ofSeconds(2)),
						MessageState.WAITING));
		assertThat(driver().find("a").message()).isEqualTo(second.message());
		assertThat(driver().count().waiting()).isEqualTo(3);
	}

	@Test
	default void scheduleTakesAsManyAsItSays() {
		List<ScheduleCommand> commands = commands(driver().store().maxScheduleBatch());
		assertThat(driver().store().schedule(QUEUE, commands)).hasSameSizeAs(commands)
			.allSatisfy((reply) -> assertThat(reply.outcome()).isEqualTo(ScheduleReply.Outcome.STORED));
		assertThat(driver().count().waiting()).isEqualTo(commands.size());
	}

	@Test
	default void scheduleRefusesMoreThanItSaysAndStoresNothing() {
		List<ScheduleCommand> commands = commands(driver().store().maxScheduleBatch() + 1);
		assertThatIllegalArgumentException().isThrownBy(() -> driver().store().schedule(QUEUE, commands))
			.withMessageContaining("" + commands.size());
		assertThat(driver().count().waiting()).isZero();
	}

	@Test
	default void scheduleOfNothingAnswersNothing() {
		assertThat(driver().scheduleAll()).isEmpty();
	}

	@Test
	default void scheduleKeepsQueuesApart() {
		driver().schedule(ID, Duration.ofSeconds(1));
		ScheduleReply reply = driver().store()
			.schedule("invoices", List.of(driver().command(ID, Duration.ofSeconds(9))))
			.get(0);
		assertThat(reply.outcome()).isEqualTo(ScheduleReply.Outcome.STORED);
		assertThat(driver().find(ID).time()).isEqualTo(driver().in(Duration.ofSeconds(1)));
		assertThat(driver().store().find("invoices", ID))
			.hasValueSatisfying((found) -> assertThat(found.time()).isEqualTo(driver().in(Duration.ofSeconds(9))));
	}

	private List<ScheduleCommand> commands(int count) {
		return IntStream.range(0, count)
			.mapToObj((i) -> driver().command("id-" + i, Duration.ofSeconds(i + 1)))
			.toList();
	}

}
