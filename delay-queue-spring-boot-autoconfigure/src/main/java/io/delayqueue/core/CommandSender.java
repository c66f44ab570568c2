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

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.delayqueue.DelayQueueException;
import io.delayqueue.DuplicateMessageException;
import io.delayqueue.OutcomeUnknownException;
import io.delayqueue.StoreUnavailableException;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.ScheduleReply;
import org.jspecify.annotations.Nullable;

/**
 * Carries out commands that were deferred, of each queue in their order and in as few
 * calls of the store as that allows. Of what fails no command is held up that concerns
 * other messages, unless the store serves nobody at present.
 *
 * @since 0.1.0
 */
public final class CommandSender {

	private final DelayQueueStore store;

	/**
	 * Create an instance.
	 * @param store keeps the messages
	 */
	public CommandSender(DelayQueueStore store) {
		this.store = store;
	}

	/**
	 * Carry out commands.
	 * @param commands the commands
	 * @return the failures by the index of the command; empty if there was none
	 */
	public Map<Integer, Failure> send(List<? extends QueueCommand> commands) {
		return new Run(commands).send();
	}

	private static boolean isOutage(RuntimeException failure) {
		return failure instanceof StoreUnavailableException || failure instanceof OutcomeUnknownException;
	}

	/**
	 * Why a command was not, or not certainly, carried out.
	 *
	 * @param cause what it or an earlier command failed with
	 * @param tried whether it was tried itself. If not, the store serves nobody at
	 * present, or an earlier command with the same message has failed
	 */
	public record Failure(RuntimeException cause, boolean tried) {

		/**
		 * Return whether the store serves nobody at present, or did not answer.
		 * @return whether the same command may well succeed later
		 */
		public boolean isOutage() {
			return CommandSender.isOutage(this.cause);
		}

	}

	/**
	 * One sending.
	 */
	private final class Run {

		private final List<? extends QueueCommand> commands;

		private final Map<Integer, Failure> failures = new HashMap<>();

		private final Map<Message, RuntimeException> failed = new HashMap<>();

		private @Nullable RuntimeException outage;

		private Run(List<? extends QueueCommand> commands) {
			this.commands = commands;
		}

		private Map<Integer, Failure> send() {
			CommandChunks.of(this.commands, CommandSender.this.store.maxScheduleBatch()).forEach(this::send);
			return this.failures;
		}

		private void send(List<Integer> chunk) {
			List<Integer> ready = chunk.stream().filter((index) -> !isHeldBack(index)).toList();
			if (ready.isEmpty()) {
				return;
			}
			try {
				carryOut(ready);
			}
			catch (RuntimeException ex) {
				fail(ready, ex);
			}
			catch (Error ex) {
				// The caller can do nothing about it, and the other commands are not to
				// blame.
				fail(ready, new IllegalStateException("An error ended it, whether carried out or not", ex));
			}
		}

		private void fail(List<Integer> chunk, RuntimeException failure) {
			if (isOutage(failure)) {
				this.outage = failure;
				chunk.forEach((index) -> this.failures.put(index, new Failure(failure, true)));
			}
			else if (chunk.size() > 1) {
				// One of them may be to blame for all.
				chunk.forEach((index) -> send(List.of(index)));
			}
			else {
				fail(chunk.get(0), failure);
			}
		}

		// That an id is taken is no reason to leave alone what has it.
		private void fail(int index, RuntimeException failure) {
			this.failures.put(index, new Failure(failure, true));
			if (!(failure instanceof DuplicateMessageException)) {
				this.failed.put(message(index), failure);
			}
		}

		private boolean isHeldBack(int index) {
			RuntimeException cause = (this.outage != null) ? this.outage : this.failed.get(message(index));
			if (cause != null) {
				this.failures.put(index, new Failure(cause, false));
			}
			return cause != null;
		}

		private Message message(int index) {
			return new Message(this.commands.get(index).queue(), this.commands.get(index).id());
		}

		private void carryOut(List<Integer> chunk) {
			QueueCommand first = this.commands.get(chunk.get(0));
			if (first instanceof QueueCommand.Schedule) {
				schedule(chunk, first.queue());
			}
			else if (first instanceof QueueCommand.Cancel) {
				CommandSender.this.store.cancel(first.queue(), first.id());
			}
			else if (first instanceof QueueCommand.Reschedule reschedule) {
				CommandSender.this.store.reschedule(first.queue(), first.id(), reschedule.dueTime());
			}
		}

		private void schedule(List<Integer> chunk, String queue) {
			List<QueueCommand.Schedule> messages = chunk.stream()
				.map((index) -> (QueueCommand.Schedule) this.commands.get(index))
				.toList();
			List<ScheduleReply> replies = CommandSender.this.store.schedule(queue,
					messages.stream()
						.map((message) -> FirstOccurrence.resolve(CommandSender.this.store, queue, message.command()))
						.toList());
			for (int i = 0; i < messages.size(); i++) {
				DelayQueueException refusal = BatchScheduler.refusal(messages.get(i), replies.get(i));
				if (refusal != null) {
					fail(chunk.get(i), refusal);
				}
			}
		}

	}

	/**
	 * A message, which commands may have in common.
	 *
	 * @param queue the queue
	 * @param id the id
	 */
	private record Message(String queue, String id) {

	}

}
