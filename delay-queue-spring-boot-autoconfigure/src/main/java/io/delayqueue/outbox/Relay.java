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
import java.util.Set;

import io.delayqueue.core.CommandSender;
import io.delayqueue.core.DeferredOperationFailures;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.transaction.support.TransactionTemplate;

/**
 * Brings the outbox to the store, step by step, whenever nobody else does. Used by one
 * thread.
 */
final class Relay {

	private static final Log logger = LogFactory.getLog(Relay.class);

	private static final Duration FIRST_PAUSE = Duration.ofMillis(100);

	private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

	private static final Duration LONGEST_BUSY = Duration.ofSeconds(1);

	private final OutboxTable table;

	private final RelayLock lock;

	private final TransactionTemplate transaction;

	private final CommandSender sender;

	private final DeferredOperationFailures failures;

	private final OutboxSettings settings;

	private final PausedQueues paused = new PausedQueues(System::nanoTime);

	private boolean prepared;

	private int failedSteps;

	private int busySteps;

	Relay(OutboxTable table, RelayLock lock, TransactionTemplate transaction, CommandSender sender,
			DeferredOperationFailures failures, OutboxSettings settings) {
		this.table = table;
		this.lock = lock;
		this.transaction = transaction;
		this.sender = sender;
		this.failures = failures;
		this.settings = settings;
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
		Set<String> left = this.paused.now();
		RelayStep step = new RelayStep(this.table, this.sender, this.settings.maxAttempts());
		Found found = this.transaction.execute((status) -> {
			if (!this.lock.tryLock()) {
				status.setRollbackOnly();
				return Found.BUSY;
			}
			List<OutboxRow> rows = this.table.read(this.settings.batchSize(), left);
			step.take(rows);
			return rows.isEmpty() ? Found.NOTHING : Found.ROWS;
		});
		report(step);
		RuntimeException outage = step.outage();
		if (outage != null) {
			throw outage;
		}
		if (found == Found.BUSY) {
			// Whoever holds it may not have seen what this was woken for.
			signal.pause(doubled(FIRST_PAUSE.dividedBy(2), this.busySteps++, LONGEST_BUSY));
			return;
		}
		worked();
		this.paused.update(left, step.failedQueues());
		if (found == Found.NOTHING) {
			signal.awaitWork(this.paused.untilNext(this.settings.pollInterval()));
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
		this.busySteps = 0;
		if (this.failedSteps > 0) {
			logger.info("The outbox is relayed again");
			this.failedSteps = 0;
		}
	}

	private Duration doubled(Duration first, int times, Duration longest) {
		Duration pause = first.multipliedBy(1L << Math.min(times, 10));
		Duration bound = (longest.compareTo(this.settings.pollInterval()) < 0) ? longest : this.settings.pollInterval();
		return (pause.compareTo(bound) < 0) ? pause : bound;
	}

	/**
	 * What a step found.
	 */
	private enum Found {

		NOTHING, ROWS, BUSY

	}

}
