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

package io.delayqueue.outbox;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.delayqueue.DuplicateMessageException;
import io.delayqueue.QueueFullException;
import io.delayqueue.core.CommandSender;
import io.delayqueue.core.QueueCommand;
import org.jspecify.annotations.Nullable;

/**
 * Brings rows to the store: deletes those that have arrived, and counts the failures of
 * those that can't. Part of the transaction that holds the lock, so that what is sent and
 * not deleted, since the process or the database has died, is sent again by the next.
 */
final class RelayStep {

	private final OutboxTable table;

	private final CommandSender sender;

	private final int maxAttempts;

	private final List<OutboxRow> rows = new ArrayList<>();

	private final List<QueueCommand> commands = new ArrayList<>();

	private final List<OutboxRow> done = new ArrayList<>();

	private final Map<OutboxRow, RuntimeException> lost = new LinkedHashMap<>();

	private final Map<QueueCommand, RuntimeException> reports = new LinkedHashMap<>();

	private final Set<String> servedQueues = new LinkedHashSet<>();

	private final Set<String> failedQueues = new LinkedHashSet<>();

	private final Set<String> fullQueues = new LinkedHashSet<>();

	private final Map<String, RuntimeException> unservedQueues = new LinkedHashMap<>();

	private Duration sending = Duration.ZERO;

	private @Nullable RuntimeException outage;

	RelayStep(OutboxTable table, CommandSender sender, int maxAttempts) {
		this.table = table;
		this.sender = sender;
		this.maxAttempts = maxAttempts;
	}

	/**
	 * Bring rows to the store.
	 * @param batch the rows
	 * @param doubtful queues that may keep the others waiting, whose turn comes last
	 * @param check run before each call of the store
	 */
	void take(List<OutboxRow> batch, Collection<String> doubtful, Runnable check) {
		decode(batch.stream().sorted(Comparator.comparing((row) -> doubtful.contains(row.queue()))).toList());
		long start = System.nanoTime();
		Map<Integer, CommandSender.Failure> failures = this.sender.send(this.commands, check);
		this.sending = Duration.ofNanos(System.nanoTime() - start);
		for (int i = 0; i < this.rows.size(); i++) {
			CommandSender.Failure failure = failures.get(i);
			if (failure == null) {
				this.done.add(this.rows.get(i));
				this.servedQueues.add(this.rows.get(i).queue());
			}
			else {
				fail(this.rows.get(i), this.commands.get(i), failure);
			}
		}
		this.table.delete(this.done);
	}

	private void decode(List<OutboxRow> batch) {
		for (OutboxRow row : batch) {
			try {
				this.commands.add(OutboxDetails.decode(row));
				this.rows.add(row);
			}
			catch (IllegalArgumentException ex) {
				this.table.fail(row, ex, true);
				this.lost.put(row, ex);
			}
		}
	}

	private void fail(OutboxRow row, QueueCommand command, CommandSender.Failure failure) {
		if (failure.isOutage()) {
			leaveOut(row.queue(), failure);
			return;
		}
		this.servedQueues.add(row.queue());
		if (failure.cause() instanceof DuplicateMessageException) {
			this.done.add(row);
			this.reports.put(command, failure.cause());
		}
		else if (failure.cause() instanceof QueueFullException) {
			this.fullQueues.add(row.queue());
		}
		else if (failure.tried()) {
			boolean forGood = row.attempts() + 1 >= this.maxAttempts;
			this.table.fail(row, failure.cause(), forGood);
			if (forGood) {
				this.reports.put(command, failure.cause());
			}
			else {
				this.failedQueues.add(row.queue());
			}
		}
	}

	private void leaveOut(String queue, CommandSender.Failure failure) {
		if (failure.tried()) {
			this.unservedQueues.putIfAbsent(queue, failure.cause());
		}
		else if (!this.unservedQueues.containsKey(queue)) {
			// Not tried since others had failed.
			this.outage = failure.cause();
		}
	}

	/**
	 * Return the rows that were set aside since they are no commands.
	 * @return the rows and what is wrong with them
	 */
	Map<OutboxRow, RuntimeException> lost() {
		return this.lost;
	}

	/**
	 * Return the commands that have failed for good.
	 * @return the commands and why they failed
	 */
	Map<QueueCommand, RuntimeException> reports() {
		return this.reports;
	}

	/**
	 * Return the queues for which the store has answered.
	 * @return the names of the queues
	 */
	Set<String> servedQueues() {
		return this.servedQueues;
	}

	/**
	 * Return the queues with commands that have failed and are to be tried again, not at
	 * once.
	 * @return the names of the queues
	 */
	Set<String> failedQueues() {
		return this.failedQueues;
	}

	/**
	 * Return the queues that have taken no more messages.
	 * @return the names of the queues
	 */
	Set<String> fullQueues() {
		return this.fullQueues;
	}

	/**
	 * Return the queues that the store does not serve.
	 * @return the names of the queues, and what their commands have failed with
	 */
	Map<String, RuntimeException> unservedQueues() {
		return this.unservedQueues;
	}

	/**
	 * Return how long the sending took.
	 * @return the time
	 */
	Duration sending() {
		return this.sending;
	}

	/**
	 * Return why the store serves nobody.
	 * @return what it failed with, or {@code null} if it serves some queue, or may do so
	 */
	@Nullable RuntimeException outage() {
		return this.servedQueues.isEmpty() ? this.outage : null;
	}

}
