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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

import io.delayqueue.MessageState;
import io.delayqueue.store.Settlement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static io.delayqueue.listener.Containers.QUEUE;
import static io.delayqueue.listener.Containers.await;
import static io.delayqueue.listener.Containers.awaitDuring;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * Tests for {@link AckMode#MANUAL}.
 */
class ContainerManualAckTests {

	@RegisterExtension
	final Containers containers = new Containers().ackMode(AckMode.MANUAL)
		.lease(Duration.ofMillis(200))
		.shutdownTimeout(Duration.ofMillis(100));

	private final List<Delivery> deliveries = new CopyOnWriteArrayList<>();

	@Test
	void staysInFlightUntilItIsSettled() {
		start();
		await().until(() -> this.containers.store().extensions().size() >= 6);
		assertThat(this.containers.state("a")).isEqualTo(MessageState.IN_FLIGHT);
		assertThat(this.deliveries).hasSize(1);
		this.deliveries.get(0).getAcknowledgment().acknowledge();
		await().until(() -> this.containers.isGone("a"));
	}

	@Test
	void countsAsHandledAtATimeUntilItIsSettled() {
		this.containers.concurrency(1);
		start();
		await().until(() -> this.deliveries.size() == 1);
		this.containers.schedule("b");
		awaitDuring(Duration.ofMillis(50)).until(() -> this.deliveries.size() == 1);
		this.deliveries.get(0).getAcknowledgment().acknowledge();
		await().until(() -> this.deliveries.size() == 2);
	}

	@Test
	void waitsForTheSettlementOfACompletedStageToo() {
		this.containers.schedule("a");
		this.containers.start((delivery) -> {
			this.deliveries.add(delivery);
			return CompletableFuture.completedFuture("done");
		});
		await().until(() -> this.containers.store().extensions().size() >= 2);
		this.deliveries.get(0).getAcknowledgment().retryAfter(Duration.ofSeconds(60));
		await().until(() -> this.containers.state("a") == MessageState.WAITING);
	}

	@Test
	void retriesAfterAnExceptionAsInAuto() {
		this.containers.schedule("a");
		this.containers.start((delivery) -> {
			this.deliveries.add(delivery);
			throw new IllegalStateException("boom");
		});
		await().until(() -> this.containers.store().count(QUEUE).dead() == 1);
		assertThat(this.deliveries).hasSize(3);
		assertThat(this.containers.cause("a").message()).isEqualTo("boom");
	}

	@Test
	void releasesAtTheStopWhatNobodyHasSettled() {
		start();
		await().until(() -> this.deliveries.size() == 1);
		this.containers.stopAll();
		assertThat(this.containers.store().settlements()).singleElement().isInstanceOf(Settlement.Release.class);
		assertThat(this.containers.state("a")).isEqualTo(MessageState.WAITING);
	}

	@Test
	void waitsAtTheStopForWhoIsToSettle() {
		this.containers.shutdownTimeout(Duration.ofSeconds(20));
		start();
		await().until(() -> this.deliveries.size() == 1);
		CompletableFuture<Void> stop = CompletableFuture.runAsync(this.containers::stopAll);
		await().during(Duration.ofMillis(50)).until(() -> !stop.isDone());
		this.deliveries.get(0).getAcknowledgment().acknowledge();
		stop.join();
		assertThat(this.containers.isGone("a")).isTrue();
	}

	@Test
	void releasesWhatItsHandlerLeavesUnsettledWhenTheStopHasInterruptedIt() {
		this.containers.schedule("a");
		this.containers.start((delivery) -> {
			this.deliveries.add(delivery);
			try {
				new CompletableFuture<>().get();
			}
			catch (InterruptedException ex) {
				// Returns as if all were well.
			}
			return null;
		});
		await().until(() -> this.deliveries.size() == 1);
		this.containers.stopAll();
		assertThat(this.containers.state("a")).isEqualTo(MessageState.WAITING);
	}

	@Test
	void holdsNobodyUpOnceItsLeaseIsLost() {
		this.containers.concurrency(1);
		start();
		await().until(() -> this.deliveries.size() == 1);
		this.containers.schedule("b");
		this.containers.store().cancel(QUEUE, "a");
		await().until(() -> this.deliveries.size() == 2);
		assertThat(this.deliveries.get(0).isLeaseLost()).isTrue();
		assertThatNoException().isThrownBy(this.deliveries.get(0).getAcknowledgment()::acknowledge);
		this.deliveries.get(1).getAcknowledgment().acknowledge();
		await().until(() -> this.containers.isGone("b"));
		assertThat(this.containers.store().settlements()).extracting(Settlement::id).containsExactly("b");
	}

	private void start() {
		this.containers.schedule("a");
		this.containers.start((delivery) -> {
			this.deliveries.add(delivery);
			return null;
		});
	}

}
