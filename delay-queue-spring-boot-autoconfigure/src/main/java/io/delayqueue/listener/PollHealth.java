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

package io.delayqueue.listener;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

import io.delayqueue.listener.PollerTask.Operation;

import org.springframework.util.backoff.BackOffExecution;
import org.springframework.util.backoff.ExponentialBackOff;

/**
 * Which operations fail, and when each may be tried again. An outage lasts from the first
 * failure until no operation fails any more, and is reported once. Used by the poller's
 * thread only, but for {@link #isHealthy()} and {@link #status(boolean)}.
 */
final class PollHealth {

	private static final long FIRST_PAUSE = 50;

	private static final long JITTER = 25;

	// Not much longer than an outage may go unnoticed that has ended.
	private static final long LONGEST_PAUSE = 2000;

	// There is little time left while stopping.
	private static final Duration LONGEST_PAUSE_AT_STOP = Duration.ofMillis(100);

	private final Ticker ticker;

	private final StopState stop;

	private final PollReport report;

	private final ExponentialBackOff backOff;

	private final Map<Operation, Failure> failing = new EnumMap<>(Operation.class);

	private long since;

	private volatile long troubleSince;

	private volatile boolean healthy = true;

	private volatile long waitingSince = Ticker.NEVER;

	private volatile long lastSuccess = Ticker.NEVER;

	PollHealth(Ticker ticker, StopState stop, PollReport report) {
		this.ticker = ticker;
		this.stop = stop;
		this.report = report;
		this.backOff = new ExponentialBackOff(FIRST_PAUSE, 2);
		this.backOff.setJitter(JITTER);
		this.backOff.setMaxInterval(LONGEST_PAUSE);
	}

	boolean isHealthy() {
		return this.healthy;
	}

	/**
	 * Return how it goes.
	 * @param ended whether the poller has ended without having been told to
	 * @return the status at this moment
	 */
	PollStatus status(boolean ended) {
		long now = this.ticker.read();
		// A healthy poller may wait for too long, too.
		long trouble = Math.min(this.healthy ? Ticker.NEVER : this.troubleSince, this.waitingSince);
		return new PollStatus(ended, (this.lastSuccess != Ticker.NEVER) ? since(this.lastSuccess, now) : null,
				since(trouble, now));
	}

	private static Duration since(long moment, long now) {
		return Duration.ofNanos(Math.max(0, now - moment));
	}

	/**
	 * Note that the store is asked.
	 */
	void begun() {
		this.waitingSince = this.ticker.read();
	}

	/**
	 * Note that the store did what it was asked to.
	 * @param operation what it was asked to
	 */
	void answered(Operation operation) {
		this.waitingSince = Ticker.NEVER;
		this.lastSuccess = this.ticker.read();
		succeeded(operation);
	}

	/**
	 * Return when an operation may be tried again.
	 * @param operation the operation
	 * @return the moment; long past if the operation does not fail
	 */
	long retryAt(Operation operation) {
		Failure failure = this.failing.get(operation);
		if (failure == null) {
			return 0;
		}
		return this.stop.isDraining() ? Math.min(failure.retryAt, Ticker.after(failure.at, LONGEST_PAUSE_AT_STOP))
				: failure.retryAt;
	}

	/**
	 * Note that an operation failed.
	 * @param operation the operation
	 * @param cause the failure
	 * @param begin when it was begun
	 */
	void failed(Operation operation, Throwable cause, long begin) {
		long now = this.ticker.read();
		Duration tried = Duration.ofNanos(now - begin);
		boolean outageBegins = this.failing.isEmpty();
		Failure failure = this.failing.computeIfAbsent(operation, (key) -> new Failure(this.backOff.start()));
		failure.at = now;
		failure.retryAt = Ticker.after(now, Duration.ofMillis(failure.execution.nextBackOff()));
		if (outageBegins) {
			this.since = now;
			this.troubleSince = begin;
			this.healthy = false;
		}
		// Only now: in between it would look well.
		this.waitingSince = Ticker.NEVER;
		if (outageBegins) {
			this.report.failed(operation.text(), cause, tried);
		}
		else {
			this.report.failedAgain(operation.text(), cause, tried);
		}
	}

	/**
	 * Note that an operation does not fail any more, or is not needed any more.
	 * @param operation the operation
	 */
	void succeeded(Operation operation) {
		if (this.failing.remove(operation) != null && this.failing.isEmpty()) {
			this.healthy = true;
			this.report.recovered(Duration.ofNanos(this.ticker.read() - this.since));
		}
	}

	/**
	 * Note that the poller makes no more calls.
	 */
	void ended() {
		if (this.stop.isFinishing()) {
			this.report.stopped();
		}
		else {
			this.report.ended();
		}
	}

	private static final class Failure {

		private final BackOffExecution execution;

		private long at;

		private long retryAt;

		private Failure(BackOffExecution execution) {
			this.execution = execution;
		}

	}

}
