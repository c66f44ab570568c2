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
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

import io.delayqueue.outbox.Outbox;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;

import org.springframework.context.Lifecycle;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.Assert;

/**
 * Waits until the relay of an outbox, which works on a thread of its own, has brought to
 * the store what is committed.
 */
final class OutboxDrain {

	private static final Duration PAUSE = Duration.ofMillis(2);

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
		AtomicLong left = new AtomicLong();
		try {
			Awaitility.await()
				.pollInSameThread()
				.pollDelay(Duration.ZERO)
				.pollInterval(PAUSE)
				.atMost(this.timeout)
				.until(() -> countOf(outbox, left) == 0);
		}
		catch (ConditionTimeoutException ex) {
			throw new IllegalStateException("The outbox has not relayed " + left + " of its entries within "
					+ this.timeout + ": their queue may be full, or the log tells what has failed", ex);
		}
	}

	private static long countOf(Outbox outbox, AtomicLong count) {
		// Awaitility sleeps on when its own thread is the one that is interrupted.
		Assert.state(!Thread.currentThread().isInterrupted(), "Interrupted while the outbox was relaying");
		count.set(outbox.backlog().count());
		return count.get();
	}

}
