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
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.delayqueue.DelayQueueException;
import io.delayqueue.DuplicateMessageException;
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
	void stopsWhenTheStoreServesNobody() {
		StoreUnavailableException outage = new StoreUnavailableException("It is away", null);
		this.store.failFor("a", outage);
		Map<Integer, CommandSender.Failure> failures = this.sender
			.send(List.of(schedule("first", "x"), schedule("q", "a"), schedule("q", "b"), schedule("other", "c")));
		assertThat(this.store.calls()).containsExactly("schedule first x", "schedule q a,b");
		assertThat(failures).isEqualTo(Map.of(1, new CommandSender.Failure(outage, true), 2,
				new CommandSender.Failure(outage, true), 3, new CommandSender.Failure(outage, false)));
		assertThat(failures.values()).allMatch(CommandSender.Failure::isOutage);
	}

	@Test
	void stopsWhenNoReplyCame() {
		this.store.failFor("a", new OutcomeUnknownException("No reply", null));
		assertThat(this.sender.send(List.of(new QueueCommand.Cancel("q", "a"), schedule("other", "c")))).hasSize(2);
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
