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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.util.Assert;

/**
 * What goes on in the background, to be ended together. Safe for use by many threads.
 */
final class BulkRuns {

	private static final Log logger = LogFactory.getLog(BulkRuns.class);

	private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);

	private final ReentrantLock lock = new ReentrantLock();

	private final List<BulkRun> runs = new ArrayList<>();

	private boolean closed;

	BulkRun start(Supplier<BulkRun> starter) {
		this.lock.lock();
		try {
			Assert.state(!this.closed, "Nothing can be begun in the background while the application stops");
			BulkRun run = starter.get();
			this.runs.removeIf(BulkRun::hasEnded);
			this.runs.add(run);
			return run;
		}
		finally {
			this.lock.unlock();
		}
	}

	void open() {
		this.lock.lock();
		try {
			this.closed = false;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Cancel all, and wait a little while until their last steps are done.
	 */
	void close() {
		List<BulkRun> running;
		this.lock.lock();
		try {
			this.closed = true;
			running = List.copyOf(this.runs);
			this.runs.clear();
		}
		finally {
			this.lock.unlock();
		}
		running.forEach(BulkRun::cancel);
		awaitEnd(running);
	}

	private static void awaitEnd(List<BulkRun> runs) {
		long deadline = System.nanoTime() + TimeUnit.NANOSECONDS.convert(STOP_TIMEOUT);
		try {
			for (BulkRun run : runs) {
				if (!run.awaitEnd(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())))) {
					logger.warn("'" + run + "' was cancelled, but its last step has not ended within " + STOP_TIMEOUT);
				}
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
