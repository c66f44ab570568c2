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
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.delayqueue.event.LeaseLostEvent;
import io.delayqueue.listener.PollerTask.Operation;
import io.delayqueue.listener.ScriptedStore.Fault;
import io.delayqueue.store.Settlement;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static io.delayqueue.listener.Containers.QUEUE;
import static io.delayqueue.listener.Containers.await;
import static io.delayqueue.listener.Containers.awaitDuring;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the interruption of batches whose leases are lost.
 */
class ContainerBatchLeaseTests {

	@RegisterExtension
	final Containers containers = new Containers().concurrency(1)
		.lease(Duration.ofSeconds(1))
		.handling(new HandlingSettings(AckMode.AUTO, List.of(), true));

	private final List<String> calls = new CopyOnWriteArrayList<>();

	private final List<String> failures = new CopyOnWriteArrayList<>();

	private final CountDownLatch release = new CountDownLatch(1);

	@AfterEach
	void releaseHandlers() {
		this.release.countDown();
	}

	@Test
	void interruptsOnceWhenTheLastOfItsLeasesIsLost() {
		start(false);
		this.containers.store().cancel(QUEUE, "a");
		await().until(() -> this.containers.events(LeaseLostEvent.class).size() == 1);
		awaitDuring(Duration.ofMillis(50)).until(() -> this.calls.equals(List.of("a b")));
		this.containers.store().cancel(QUEUE, "b");
		await().until(() -> this.calls.size() == 3);
		assertThat(this.calls).containsExactly("a b", "interrupted", "end");
		assertThat(this.failures).isEmpty();
		assertThat(this.containers.store().settlements()).isEmpty();
	}

	@Test
	void interruptsWhenAllOthersAreSettled() {
		start(true);
		await().until(() -> this.containers.isGone("a"));
		this.containers.store().cancel(QUEUE, "b");
		await().until(() -> this.calls.contains("end"));
		assertThat(this.calls).containsExactly("a b", "interrupted", "end");
	}

	@Test
	void releasesAllWhenTheOwnClockSaysThatTheirLeasesAreLost() {
		this.containers.store().always(Operation.EXTEND, Containers.NOT_DONE);
		start(false);
		await().until(() -> this.calls.contains("end"));
		await().until(() -> this.containers.store().settlements().size() == 2);
		assertThat(this.containers.store().settlements()).allMatch(Settlement.Release.class::isInstance);
		assertThat(this.failures).isEmpty();
	}

	@Test
	void leavesTheNextBatchAlone() {
		start(false);
		this.containers.store().cancel(QUEUE, "a");
		this.containers.store().cancel(QUEUE, "b");
		await().until(() -> this.calls.contains("end"));
		this.containers.schedule("c");
		await().until(() -> this.calls.contains("c"));
		this.release.countDown();
		await().until(() -> this.containers.isGone("c"));
		assertThat(this.calls).containsExactly("a b", "interrupted", "end", "c");
	}

	private void start(boolean acknowledgeFirst) {
		this.containers.schedule("a");
		this.containers.schedule("b");
		DefaultDelayListenerContainer container = this.containers.create(new Batches(acknowledgeFirst));
		container.setErrorHandler((delivery, failure) -> {
			this.failures.add(delivery.getId());
			throw failure;
		});
		container.start();
		await().until(() -> !this.calls.isEmpty());
	}

	private final class Batches implements BatchDelayMessageListener<Delivery> {

		private final boolean acknowledgeFirst;

		Batches(boolean acknowledgeFirst) {
			this.acknowledgeFirst = acknowledgeFirst;
		}

		@Override
		public int getBatchSize() {
			return 10;
		}

		@Override
		public Delivery prepare(Delivery delivery) {
			return delivery;
		}

		@Override
		public @Nullable CompletionStage<?> onMessages(List<Delivery> items) throws Exception {
			ContainerBatchLeaseTests tests = ContainerBatchLeaseTests.this;
			tests.calls.add(String.join(" ", items.stream().map(Delivery::getId).toList()));
			if (this.acknowledgeFirst) {
				items.get(0).getAcknowledgment().acknowledge();
			}
			try {
				tests.release.await();
			}
			catch (InterruptedException ex) {
				tests.calls.add("interrupted");
				// There is no second one.
				tests.release.await(50, TimeUnit.MILLISECONDS);
				tests.containers.store().allAlways(Fault.NONE);
				tests.calls.add("end");
				throw ex;
			}
			return null;
		}

	}

}
