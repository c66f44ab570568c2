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
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

import io.delayqueue.MessageState;
import io.delayqueue.event.QueuePurgedEvent;
import io.delayqueue.store.DueTime;
import io.delayqueue.store.ForwardingStore;
import io.delayqueue.store.PurgeReply;
import io.delayqueue.store.PurgeRequest;
import io.delayqueue.store.ScheduleCommand;
import io.delayqueue.store.StoredMessage;
import io.delayqueue.store.memory.InMemoryDelayQueueStore;
import io.delayqueue.store.memory.MutableInstantSource;
import org.junit.jupiter.api.Test;

import org.springframework.context.PayloadApplicationEvent;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for what becomes of the work of {@link DefaultDelayQueueAdmin} in the background
 * when its application stops.
 */
class AdminLifecycleTests {

	private final InMemoryDelayQueueStore store = new InMemoryDelayQueueStore(
			new MutableInstantSource(Instant.parse("2030-01-01T00:00:00Z")));

	private final DefaultDelayQueueAdmin admin = new DefaultDelayQueueAdmin(this.store);

	@Test
	void backgroundWorkEndsBeforeTheConnectionsAreClosed() {
		scheduleMany();
		Connections connections = new Connections();
		AtomicReference<Object> published = new AtomicReference<>();
		try (GenericApplicationContext context = new GenericApplicationContext()) {
			context.registerBean("admin", DefaultDelayQueueAdmin.class, () -> this.admin);
			context.registerBean("connections", Connections.class, () -> connections);
			context.addApplicationListener((event) -> {
				if (event instanceof PayloadApplicationEvent<?> payload) {
					published.set(payload.getPayload());
				}
			});
			context.refresh();
			connections.purge = this.admin.purge("orders", MessageState.WAITING, 1);
			await().until(() -> this.admin.statistics("orders").waiting() < 20);
		}
		assertThat(connections.stateAtStop).isEqualTo(BulkProgress.State.CANCELLED);
		long left = this.admin.statistics("orders").waiting();
		assertThat(left).isPositive();
		assertThat(published).hasValue(new QueuePurgedEvent("orders", MessageState.WAITING, 20 - left));
	}

	@Test
	void stopAwaitsTheStepThatIsTaken() throws InterruptedException {
		scheduleMany();
		CountDownLatch begun = new CountDownLatch(1);
		CountDownLatch goOn = new CountDownLatch(1);
		AtomicInteger done = new AtomicInteger();
		DefaultDelayQueueAdmin admin = new DefaultDelayQueueAdmin(new ForwardingStore(this.store) {
			@Override
			public PurgeReply purge(PurgeRequest request) {
				begun.countDown();
				awaitUninterruptibly(goOn);
				PurgeReply reply = super.purge(request);
				done.incrementAndGet();
				return reply;
			}
		});
		admin.start();
		admin.purge("orders", MessageState.WAITING, 1);
		begun.await();
		Thread stop = new Thread(admin::stop);
		stop.start();
		await().until(() -> stop.getState() == Thread.State.TIMED_WAITING);
		goOn.countDown();
		stop.join();
		assertThat(done).hasValue(1);
		assertThat(admin.isRunning()).isFalse();
	}

	@Test
	void beginsNothingInTheBackgroundFromItsStopToItsNextStart() throws InterruptedException {
		scheduleMany();
		this.admin.start();
		assertThat(this.admin.isRunning()).isTrue();
		this.admin.stop();
		assertThat(this.admin.isRunning()).isFalse();
		assertThatIllegalStateException().isThrownBy(() -> this.admin.replayAll("orders", 1))
			.withMessageContaining("stops");
		assertThat(this.admin.statistics("orders").waiting()).isEqualTo(20);
		this.admin.start();
		BulkOperation purge = this.admin.purge("orders", MessageState.WAITING, 10_000);
		assertThat(purge.awaitEnd(Duration.ofSeconds(20))).isTrue();
		assertThat(purge.progress().done()).isEqualTo(20);
	}

	private static void awaitUninterruptibly(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private void scheduleMany() {
		this.store.schedule("orders", IntStream.range(0, 20).mapToObj((i) -> {
			StoredMessage message = new StoredMessage(new byte[0], "text/plain", Map.of(), Instant.EPOCH, "s" + i);
			return new ScheduleCommand("m" + i, message, new DueTime.After(Duration.ofDays(1)), false);
		}).toList());
	}

	/**
	 * Stops when a connection factory does.
	 */
	private static final class Connections implements SmartLifecycle {

		private volatile BulkOperation purge;

		private volatile BulkProgress.State stateAtStop;

		private volatile boolean running;

		@Override
		public void start() {
			this.running = true;
		}

		@Override
		public void stop() {
			this.running = false;
			this.stateAtStop = this.purge.progress().state();
		}

		@Override
		public boolean isRunning() {
			return this.running;
		}

		@Override
		public int getPhase() {
			return new LettuceConnectionFactory().getPhase();
		}

	}

}
