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

package io.delayqueue.test;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

import io.delayqueue.outbox.Outbox;
import org.jspecify.annotations.Nullable;

import org.springframework.context.Lifecycle;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.Assert;

/**
 * Waits until the relay of an outbox, which works on a thread of its own, has brought to
 * the store what is committed.
 */
final class OutboxDrain {

	private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(2);

	private final Supplier<@Nullable Outbox> outbox;

	private final Duration timeout;

	OutboxDrain(Supplier<@Nullable Outbox> outbox, Duration timeout) {
		this.outbox = outbox;
		this.timeout = timeout;
	}

	void await() {
		Outbox outbox = this.outbox.get();
		// What a transaction has written waits for its commit, and so would this.
		if (outbox != null && isRelaying(outbox) && !TransactionSynchronizationManager.isActualTransactionActive()) {
			await(outbox);
		}
	}

	private static boolean isRelaying(Outbox outbox) {
		return !(outbox instanceof Lifecycle lifecycle) || lifecycle.isRunning();
	}

	private void await(Outbox outbox) {
		long begin = System.nanoTime();
		long count = outbox.backlog().count();
		while (count > 0) {
			long left = count;
			Assert.state(
					System.nanoTime() - begin < TimeUnit.NANOSECONDS.convert(this.timeout)
							&& !Thread.currentThread().isInterrupted(),
					() -> "The outbox has not relayed " + left + " of its entries within " + this.timeout
							+ ": their queue may be full, or the log tells what has failed");
			LockSupport.parkNanos(PAUSE);
			count = outbox.backlog().count();
		}
	}

}
