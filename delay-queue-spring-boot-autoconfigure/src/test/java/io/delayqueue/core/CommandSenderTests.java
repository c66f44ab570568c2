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

package io.delayqueue.core;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import io.delayqueue.DelayQueueException;
import io.delayqueue.DuplicateMessageException;
import io.delayqueue.MessageState;
import io.delayqueue.OutcomeUnknownException;
import io.delayqueue.StoreUnavailableException;
import io.delayqueue.store.DueTime;
import io.delayqueue.store.ForwardingStore;
import io.delayqueue.store.RecordingStore;
import io.delayqueue.store.ScheduleCommand;
import io.delayqueue.store.ScheduleReply;
import io.delayqueue.store.StoredMessage;
import io.delayqueue.store.memory.InMemoryDelayQueueStore;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link CommandSender}.
 */
class CommandSenderTests {

	private final RecordingStore store = new RecordingStore(new InMemoryDelayQueueStore());

	private final CommandSender sender = new CommandSender(this.store);

	@Test
	void sendsWhatFollowsEachOtherInOneCall() {
		this.sender.send(List.of(schedule("q", "a"), schedule("other", "b"), schedule("q", "c")));
		assertThat(this.store.calls()).containsExactly("schedule q a,c", "schedule other b");
	}

	@Test
	void keepsTheOrderWithinEachQueue() {
		this.sender.send(List.of(schedule("q", "a"), schedule("other", "b"), new QueueCommand.Cancel("q", "a"),
				schedule("q", "c"), schedule("other", "d"), reschedule("q", "c"), schedule("q", "a")));
		assertThat(this.store.calls()).containsExactly("schedule q a", "schedule other b,d", "cancel q a",
				"schedule q c", "reschedule q c", "schedule q a");
	}

	@Test
	void sendsNoMoreThanTheStoreTakes() {
		this.sender.send(IntStream.range(0, 1001).mapToObj((i) -> schedule("q", "m" + i)).toList());
		assertThat(this.store.calls()).hasSize(1 + 1000 / this.store.maxScheduleBatch());
		assertThat(this.store.count("q").waiting()).isEqualTo(1001);
	}

	@Test
	void findsTheOneThatFailsAmongOthers() {
		DelayQueueException failure = new DelayQueueException("It is bad");
		this.store.failFor("bad", failure);
		Map<Integer, CommandSender.Failure> failures = this.sender
			.send(List.of(schedule("q", "a"), schedule("q", "bad"), schedule("q", "c")));
		assertThat(failures).isEqualTo(Map.of(1, new CommandSender.Failure(failure, true)));
		assertThat(this.store.count("q").waiting()).isEqualTo(2);
	}

	@Test
	void holdsBackWhatConcernsTheMessageThatFailed() {
		DelayQueueException failure = new DelayQueueException("It is bad");
		this.store.failFor("bad", failure);
		Map<Integer, CommandSender.Failure> failures = this.sender
			.send(List.of(schedule("q", "bad"), new QueueCommand.Cancel("q", "bad"),
					new QueueCommand.Cancel("other", "a"), new QueueCommand.Cancel("q", "a")));
		assertThat(failures).isEqualTo(
				Map.of(0, new CommandSender.Failure(failure, true), 1, new CommandSender.Failure(failure, false)));
		assertThat(this.store.calls()).containsExactly("schedule q bad", "cancel other a", "cancel q a");
	}

	@Test
	void holdsBackNoOtherQueueWhenOneIsNotServed() {
		StoreUnavailableException outage = new StoreUnavailableException("Its slot is not served", null);
		this.store.failFor("a", outage);
		Map<Integer, CommandSender.Failure> failures = this.sender.send(List.of(schedule("q", "a"), schedule("q", "b"),
				new QueueCommand.Cancel("q", "c"), schedule("other", "d"), schedule("q", "e")));
		assertThat(this.store.calls()).containsExactly("schedule q a,b", "schedule other d");
		assertThat(failures)
			.isEqualTo(Map.of(0, new CommandSender.Failure(outage, true), 1, new CommandSender.Failure(outage, true), 2,
					new CommandSender.Failure(outage, false), 4, new CommandSender.Failure(outage, false)));
		assertThat(failures.values()).allMatch(CommandSender.Failure::isOutage);
	}

	@Test
	void triesEachQueueOnceWhileFailuresComeAtOnce() {
		List<QueueCommand> commands = new ArrayList<>();
		for (int i = 0; i < 20; i++) {
			this.store.failFor("m" + i, new OutcomeUnknownException("No reply", null));
			commands.add(new QueueCommand.Cancel("q" + i, "m" + i));
			commands.add(new QueueCommand.Cancel("q" + i, "n" + i));
		}
		commands.add(schedule("good", "a"));
		assertThat(this.sender.send(commands)).hasSize(40);
		assertThat(this.store.calls()).hasSize(21).endsWith("schedule good a");
	}

	@Test
	void stopsAfterAFewQueuesThatTookLong() {
		Map<Integer, CommandSender.Failure> failures = slow("q1", "q2", "q3")
			.send(List.of(schedule("good", "x"), new QueueCommand.Cancel("q1", "a"), new QueueCommand.Cancel("q2", "a"),
					new QueueCommand.Cancel("q3", "a"), schedule("good", "y")));
		assertThat(this.store.calls()).containsExactly("schedule good x,y", "cancel q1 a", "cancel q2 a",
				"cancel q3 a");
		assertThat(failures).containsOnlyKeys(1, 2, 3);
		failures = slow("q1", "q2", "q3", "q4").send(List.of(new QueueCommand.Cancel("q1", "a"),
				new QueueCommand.Cancel("q2", "a"), new QueueCommand.Cancel("q3", "a"),
				new QueueCommand.Cancel("q4", "a"), new QueueCommand.Cancel("good", "a")));
		assertThat(this.store.calls()).hasSize(7);
		assertThat(failures).hasSize(5);
		assertThat(failures.get(4).tried()).isFalse();
		assertThat(failures.get(4).isOutage()).isTrue();
	}

	@Test
	void goesOnAsLongAsSomeQueuesAreServed() {
		assertThat(slow("q1", "q2", "q3", "q4").send(List.of(new QueueCommand.Cancel("q1", "a"),
				new QueueCommand.Cancel("q2", "a"), schedule("good", "a"), new QueueCommand.Cancel("q3", "a"),
				new QueueCommand.Cancel("q4", "a"), new QueueCommand.Cancel("good", "a"))))
			.containsOnlyKeys(0, 1, 3, 4);
	}

	private CommandSender slow(String... queues) {
		AtomicLong nanos = new AtomicLong();
		return new CommandSender(new ForwardingStore(this.store) {
			@Override
			public Optional<MessageState> cancel(String queue, String id) {
				super.cancel(queue, id);
				if (List.of(queues).contains(queue)) {
					nanos.addAndGet(Duration.ofSeconds(3).toNanos());
					throw new OutcomeUnknownException("No reply", null);
				}
				return Optional.empty();
			}
		}, nanos::get);
	}

	@Test
	void endsWhenTheCheckBeforeACallFails() {
		AtomicInteger checks = new AtomicInteger();
		assertThatIllegalStateException().isThrownBy(() -> this.sender
			.send(List.of(new QueueCommand.Cancel("q", "a"), new QueueCommand.Cancel("q", "b")), () -> {
				if (checks.incrementAndGet() > 1) {
					throw new IllegalStateException("The lock is lost");
				}
			}));
		assertThat(this.store.calls()).containsExactly("cancel q a");
	}

	@Test
	void tellsOfDuplicatesAndGoesOnWithTheMessage() {
		this.sender.send(List.of(schedule("q", "a")));
		Map<Integer, CommandSender.Failure> failures = this.sender.send(List.of(schedule("q", "a"),
				new QueueCommand.Schedule("q", command("a"), DuplicatePolicy.KEEP), new QueueCommand.Cancel("q", "a")));
		assertThat(failures).containsOnlyKeys(0);
		assertThat(failures.get(0).cause()).isInstanceOf(DuplicateMessageException.class);
		assertThat(this.store.find("q", "a")).isEmpty();
	}

	@Test
	void takesTheSameCommandForItsOwnRepeat() {
		QueueCommand.Schedule command = schedule("q", "a");
		this.sender.send(List.of(command));
		assertThat(this.sender.send(List.of(command))).isEmpty();
	}

	@Test
	void goesOnAfterAnError() {
		StackOverflowError error = new StackOverflowError("Too deep");
		CommandSender broken = new CommandSender(new ForwardingStore(this.store) {
			@Override
			public List<ScheduleReply> schedule(String queue, List<ScheduleCommand> commands) {
				if (commands.stream().anyMatch((command) -> command.id().equals("bad"))) {
					throw error;
				}
				return super.schedule(queue, commands);
			}
		});
		Map<Integer, CommandSender.Failure> failures = broken
			.send(List.of(schedule("q", "a"), schedule("q", "bad"), schedule("q", "c"), schedule("other", "d")));
		assertThat(failures).containsOnlyKeys(1);
		assertThat(failures.get(1).cause()).hasCause(error);
		assertThat(failures.get(1).isOutage()).isFalse();
		assertThat(this.store.calls()).containsExactly("schedule q a", "schedule q c", "schedule other d");
	}

	private static QueueCommand.Schedule schedule(String queue, String id) {
		return new QueueCommand.Schedule(queue, command(id), DuplicatePolicy.REJECT);
	}

	private static ScheduleCommand command(String id) {
		return new ScheduleCommand(id, new StoredMessage(new byte[10], "text/plain", Map.of(), Instant.EPOCH,
				Long.toString(System.nanoTime(), 36)), new DueTime.After(Duration.ofHours(1)), false);
	}

	private static QueueCommand reschedule(String queue, String id) {
		return new QueueCommand.Reschedule(queue, id, new DueTime.After(Duration.ofHours(2)));
	}

}
