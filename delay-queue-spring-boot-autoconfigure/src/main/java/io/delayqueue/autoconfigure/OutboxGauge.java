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

package io.delayqueue.autoconfigure;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

import io.delayqueue.outbox.OutboxBacklog;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Asks for the backlog of the outbox from time to time only, however many gauges are read
 * and however often: counting takes the database the longer the more there is, and asking
 * a database that is away takes a time-out.
 */
final class OutboxGauge {

	static final Duration KEPT = Duration.ofSeconds(5);

	private static final Log logger = LogFactory.getLog(OutboxGauge.class);

	private final Supplier<OutboxBacklog> backlog;

	private final LongSupplier ticker;

	private final ReentrantLock lock = new ReentrantLock();

	private @Nullable OutboxBacklog last;

	private @Nullable Long asked;

	OutboxGauge(Supplier<OutboxBacklog> backlog, LongSupplier ticker) {
		this.backlog = backlog;
		this.ticker = ticker;
	}

	/**
	 * Return a number.
	 * @param number takes it from the backlog
	 * @return the number, or {@link Double#NaN} if the database has not told
	 */
	double read(ToLongFunction<OutboxBacklog> number) {
		this.lock.lock();
		try {
			if (this.asked == null || this.ticker.getAsLong() - this.asked >= TimeUnit.NANOSECONDS.convert(KEPT)) {
				this.last = ask();
				this.asked = this.ticker.getAsLong();
			}
			return (this.last != null) ? number.applyAsLong(this.last) : Double.NaN;
		}
		finally {
			this.lock.unlock();
		}
	}

	private @Nullable OutboxBacklog ask() {
		try {
			return this.backlog.get();
		}
		catch (RuntimeException ex) {
			logger.debug("The backlog of the outbox is not known at present", ex);
			return null;
		}
	}

}
