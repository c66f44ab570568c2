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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

import io.delayqueue.DelayQueueException;
import io.delayqueue.DuplicateMessageException;
import io.delayqueue.OutcomeUnknownException;
import io.delayqueue.StoreUnavailableException;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.ScheduleReply;
import org.jspecify.annotations.Nullable;

/**
 * Carries out commands that were deferred, of each queue in their order and in as few
 * calls of the store as that allows. What fails holds up no command that concerns other
 * messages; what the store does not serve at present, or did not answer, none of other
 * queues, which may lie elsewhere in a cluster. Only if several queues one after the
 * other have failed so, and that has taken its time, the rest is not tried.
 *
 * @since 0.1.0
 */
public final class CommandSender {

	/**
	 * After so many queues in a row that the store did not serve, it is taken to serve
	 * nobody.
	 */
	private static final int MAX_UNSERVED = 3;

	/**
	 * Failures that come at once are no reason to leave out anybody.
	 */
	private static final long MIN_LOST = TimeUnit.SECONDS.toNanos(1);

	private final DelayQueueStore store;

	private final LongSupplier ticker;

	/**
	 * Create an instance.
	 * @param store keeps the messages
	 */
	public CommandSender(DelayQueueStore store) {
		this(store, System::nanoTime);
	}

	CommandSender(DelayQueueStore store, LongSupplier ticker) {
		this.store = store;
		this.ticker = ticker;
	}

	/**
	 * Carry out commands.
	 * @param commands the commands
	 * @return the failures by the index of the command; empty if there was none
	 */
	public Map<Integer, Failure> send(List<? extends QueueCommand> commands) {
		return send(commands, () -> {
		});
	}

	/**
	 * Carry out commands.
	 * @param commands the commands
	 * @param check run before each call of the store. What it throws ends the sending
	 * @return the failures by the index of the command; empty if there was none
	 */
	public Map<Integer, Failure> send(List<? extends QueueCommand> commands, Runnable check) {
		return new Run(commands, check).send();
	}

	// The caller can do nothing about an Error, and the other commands are not to blame.
	private static RuntimeException asException(Throwable failure) {
		return (failure instanceof RuntimeException exception) ? exception
				: new IllegalStateException("An error ended it, whether carried out or not", failure);
	}

	private static boolean isOutage(RuntimeException failure) {
		return failure instanceof StoreUnavailableException || failure instanceof OutcomeUnknownException;
	}

	/**
	 * Why a command was not, or not certainly, carried out.
	 *
	 * @param cause what it or an earlier command failed with
	 * @param tried whether it was tried itself. If not, an earlier command with the same
	 * message has failed, or the store did not serve one of the same queue, or nobody
	 */
	public record Failure(RuntimeException cause, boolean tried) {

		/**
		 * Return whether the store does not serve the queue at present, or did not
		 * answer.
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

		private final Runnable check;

		private final Map<Integer, Failure> failures = new HashMap<>();

		private final Map<Message, RuntimeException> failed = new HashMap<>();

		/**
		 * Why queues are not served.
		 */
		private final Map<String, RuntimeException> unserved = new HashMap<>();

		/**
		 * Those of them since the store served somebody.
		 */
		private final Set<String> unservedInARow = new HashSet<>();

		private long lost;

		private @Nullable RuntimeException outage;

		private Run(List<? extends QueueCommand> commands, Runnable check) {
			this.commands = commands;
			this.check = check;
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
			this.check.run();
			long start = CommandSender.this.ticker.getAsLong();
			try {
				carryOut(ready);
				served();
			}
			catch (Throwable ex) {
				failed(ready, asException(ex), CommandSender.this.ticker.getAsLong() - start);
			}
		}

		private void failed(List<Integer> chunk, RuntimeException failure, long lost) {
			if (isOutage(failure)) {
				chunk.forEach((index) -> this.failures.put(index, new Failure(failure, true)));
				leaveOut(this.commands.get(chunk.get(0)).queue(), failure, lost);
				return;
			}
			served();
			if (chunk.size() > 1) {
				// One of them may be to blame for all.
				chunk.forEach((index) -> send(List.of(index)));
			}
			else {
				fail(chunk.get(0), failure);
			}
		}

		private void served() {
			this.unservedInARow.clear();
			this.lost = 0;
		}

		// Its commands would come in another order if later ones were tried.
		private void leaveOut(String queue, RuntimeException failure, long lost) {
			this.unserved.put(queue, failure);
			this.unservedInARow.add(queue);
			this.lost += lost;
			if (this.unservedInARow.size() >= MAX_UNSERVED && this.lost >= MIN_LOST) {
				this.outage = failure;
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
			RuntimeException cause = this.unserved.get(this.commands.get(index).queue());
			if (cause == null) {
				cause = (this.outage != null) ? this.outage : this.failed.get(message(index));
			}
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
