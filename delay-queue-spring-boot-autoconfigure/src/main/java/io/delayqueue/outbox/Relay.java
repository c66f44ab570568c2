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
import java.util.List;

import io.delayqueue.core.CommandSender;
import io.delayqueue.core.DeferredOperationFailures;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Brings the outbox to the store, step by step, whenever nobody else does. Used by one
 * thread.
 */
final class Relay {

	private static final Log logger = LogFactory.getLog(Relay.class);

	private static final Duration FIRST_PAUSE = Duration.ofMillis(100);

	private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

	private static final Duration LONGEST_BUSY = Duration.ofSeconds(1);

	private static final int IDLE_PER_READING = 9;

	private final OutboxTable table;

	private final RelayLock lock;

	private final RelayTransaction transaction;

	private final CommandSender sender;

	private final DeferredOperationFailures failures;

	private final OutboxSettings settings;

	private final HeldBackQueues heldBack;

	private final UnservedQueues unserved = new UnservedQueues();

	private boolean prepared;

	private int failedSteps;

	private int busySteps;

	Relay(OutboxTable table, RelayLock lock, RelayTransaction transaction, CommandSender sender,
			DeferredOperationFailures failures, OutboxSettings settings) {
		this.table = table;
		this.lock = lock;
		this.transaction = transaction;
		this.sender = sender;
		this.failures = failures;
		this.settings = settings;
		this.heldBack = new HeldBackQueues(System::nanoTime, settings.pollInterval());
	}

	/**
	 * Relay until it is time to end.
	 * @param signal what to wait for
	 */
	void run(RelaySignal signal) {
		while (!signal.isStopped()) {
			try {
				step(signal);
			}
			catch (RuntimeException | Error ex) {
				if (!signal.isStopped()) {
					failed(ex, signal);
				}
			}
		}
	}

	private void step(RelaySignal signal) {
		if (!this.prepared) {
			this.lock.prepare(this.transaction);
			this.prepared = true;
		}
		this.heldBack.look();
		RelayStep step = new RelayStep(this.table, this.sender, this.settings.maxAttempts());
		long[] reading = new long[1];
		Found found = this.transaction.run((status) -> {
			if (!this.lock.tryLock()) {
				status.setRollbackOnly();
				return Found.BUSY;
			}
			long start = System.nanoTime();
			List<OutboxRow> rows = this.table.read(this.settings.batchSize(), this.heldBack.whole(),
					this.heldBack.full());
			reading[0] = System.nanoTime() - start;
			step.take(rows, this.heldBack.doubtful(), this.lock::check);
			return rows.isEmpty() ? Found.NOTHING : Found.ROWS;
		});
		report(step);
		if (found == Found.BUSY) {
			// Whoever holds it may not have seen what this was woken for.
			signal.pause(doubled(FIRST_PAUSE.dividedBy(2), this.busySteps++, LONGEST_BUSY));
			return;
		}
		this.busySteps = 0;
		this.heldBack.update(step);
		RuntimeException outage = step.outage();
		if (outage != null) {
			throw outage;
		}
		this.unserved.update(step, this.heldBack.lastinglyFull());
		worked();
		if (found == Found.NOTHING) {
			if (this.heldBack.isAny()) {
				// What is left out was looked at nevertheless, however much that is.
				signal.pause(bounded(Duration.ofNanos(reading[0]).multipliedBy(IDLE_PER_READING)));
			}
			signal.awaitWork(this.heldBack.untilNext(this.settings.pollInterval()));
		}
	}

	private void report(RelayStep step) {
		step.lost().forEach((row, failure) -> logger.error("Set aside " + row + " of the outbox", failure));
		step.reports().forEach((command, cause) -> this.failures.report(List.of(command), cause));
	}

	private void failed(Throwable failure, RelaySignal signal) {
		this.prepared = false;
		if (this.failedSteps == 0) {
			logger.warn("The outbox can't be relayed at present; what is committed waits and will be tried again",
					failure);
		}
		signal.pause(doubled(FIRST_PAUSE, this.failedSteps++, LONGEST_PAUSE));
	}

	private void worked() {
		if (this.failedSteps > 0) {
			logger.info("The outbox is relayed again");
			this.failedSteps = 0;
		}
	}

	private Duration doubled(Duration first, int times, Duration longest) {
		Duration pause = first.multipliedBy(1L << Math.min(times, 10));
		return bounded((pause.compareTo(longest) < 0) ? pause : longest);
	}

	private Duration bounded(Duration pause) {
		return (pause.compareTo(this.settings.pollInterval()) < 0) ? pause : this.settings.pollInterval();
	}

	/**
	 * What a step found.
	 */
	private enum Found {

		NOTHING, ROWS, BUSY

	}

}
