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
import java.util.concurrent.atomic.AtomicInteger;

import io.delayqueue.outbox.Outbox;
import io.delayqueue.outbox.OutboxBacklog;
import org.junit.jupiter.api.Test;

import org.springframework.context.SmartLifecycle;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link OutboxDrain}.
 */
class OutboxDrainTests {

	private final AtomicInteger asked = new AtomicInteger();

	@Test
	void waitsUntilNothingIsLeft() {
		Outbox outbox = () -> backlog(Math.max(0, 3 - this.asked.getAndIncrement()));
		new OutboxDrain(() -> outbox, Duration.ofMinutes(5)).await();
		assertThat(this.asked).hasValue(4);
	}

	@Test
	void saysWhatIsLeftWhenItHasWaitedForTooLong() {
		OutboxDrain drain = new OutboxDrain(() -> () -> backlog(2), Duration.ofMillis(200));
		assertThatIllegalStateException().isThrownBy(drain::await)
			.withMessageContaining("has not relayed 2 of its entries within PT0.2S");
	}

	@Test
	void endsWhenItIsInterrupted() {
		Thread.currentThread().interrupt();
		OutboxDrain drain = new OutboxDrain(() -> () -> backlog(2), Duration.ofSeconds(20));
		try {
			assertThatIllegalStateException().isThrownBy(drain::await).withMessageContaining("Interrupted");
		}
		finally {
			// For the tests that follow.
			Thread.interrupted();
		}
	}

	@Test
	void doesNotWaitForTheCommitOfItsOwnTransaction() {
		TransactionSynchronizationManager.setActualTransactionActive(true);
		try {
			new OutboxDrain(() -> () -> backlog(2), Duration.ofMillis(200)).await();
		}
		finally {
			TransactionSynchronizationManager.clear();
		}
	}

	@Test
	void doesNotWaitForWhatIsStopped() {
		new OutboxDrain(StoppedOutbox::new, Duration.ofMillis(200)).await();
	}

	private static OutboxBacklog backlog(int count) {
		return new OutboxBacklog(count, Duration.ZERO, 0);
	}

	private static final class StoppedOutbox implements Outbox, SmartLifecycle {

		@Override
		public OutboxBacklog backlog() {
			return OutboxDrainTests.backlog(1);
		}

		@Override
		public void start() {
		}

		@Override
		public void stop() {
		}

		@Override
		public boolean isRunning() {
			return false;
		}

	}

}
