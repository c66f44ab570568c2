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

package io.delayqueue.config;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import io.delayqueue.KnownFault;
import io.delayqueue.SpringCitizen;
import io.delayqueue.listener.DelayListenerContainer;
import io.delayqueue.listener.DelayMessageListener;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link DelayListenerEndpointRegistry}.
 */
class DelayListenerEndpointRegistryTests {

	private static final DelayMessageListener LISTENER = (delivery) -> null;

	private final DelayListenerEndpointRegistry registry = new DelayListenerEndpointRegistry();

	private final AtomicInteger callbacks = new AtomicInteger();

	@Test
	void startsContainersThatStartByThemselves() {
		FakeContainer first = register("first", null);
		FakeContainer second = register("second", false);
		this.registry.start();
		assertThat(first.isRunning()).isTrue();
		assertThat(second.isRunning()).isFalse();
		assertThat(this.registry.isRunning()).isTrue();
	}

	@Test
	void doesNotStartContainerBeforeItRuns() {
		assertThat(register("first", null).isRunning()).isFalse();
	}

	@Test
	@SpringCitizen("endpoints")
	void startsLateContainerAtOnce() {
		this.registry.start();
		assertThat(register("late", null).isRunning()).isTrue();
	}

	@Test
	void doesNotStartLateContainerThatDoesNotStartByItself() {
		this.registry.start();
		assertThat(register("late", false).isRunning()).isFalse();
	}

	@Test
	void startsAgainAfterStop() {
		FakeContainer container = register("first", null);
		this.registry.start();
		this.registry.stop(this.callbacks::incrementAndGet);
		assertThat(container.isRunning()).isFalse();
		assertThat(this.registry.isRunning()).isFalse();
		this.registry.start();
		assertThat(container.isRunning()).isTrue();
	}

	@Test
	@SpringCitizen("stop callback")
	void callsBackOnceAfterTheLastHasStopped() {
		FakeContainer first = register("first", null);
		FakeContainer second = register("second", null);
		first.stopLater();
		second.stopLater();
		this.registry.start();
		this.registry.stop(this.callbacks::incrementAndGet);
		assertThat(first.isRunning()).isFalse();
		assertThat(second.isRunning()).isFalse();
		first.completeStop();
		first.completeStop();
		assertThat(this.callbacks).hasValue(0);
		second.completeStop();
		second.completeStop();
		assertThat(this.callbacks).hasValue(1);
	}

	@Test
	void callsBackWhenContainerFailsToStop() {
		FakeContainer failing = register("failing", null);
		failing.failToStop(new IllegalStateException("Stuck"));
		FakeContainer other = register("other", null);
		this.registry.start();
		this.registry.stop(this.callbacks::incrementAndGet);
		assertThat(this.callbacks).hasValue(1);
		assertThat(other.isRunning()).isFalse();
	}

	@Test
	void callsBackWithoutContainers() {
		this.registry.stop(this.callbacks::incrementAndGet);
		assertThat(this.callbacks).hasValue(1);
	}

	@Test
	void waitsForContainersToStop() {
		FakeContainer container = register("first", null);
		container.stopLater();
		this.registry.start();
		CompletableFuture<Void> stop = CompletableFuture.runAsync(this.registry::stop);
		await().until(() -> !container.isRunning());
		assertThat(stop).isNotDone();
		container.completeStop();
		await().untilAsserted(() -> assertThat(stop).isCompleted());
	}

	@Test
	void stopsWaitingWhenInterrupted() {
		FakeContainer container = register("first", null);
		container.stopLater();
		Thread.currentThread().interrupt();
		this.registry.stop();
		assertThat(Thread.interrupted()).isTrue();
	}

	@Test
	void stopsContainerStartedByHandWhenDestroyed() {
		FakeContainer container = register("first", false);
		container.start();
		this.registry.destroy();
		assertThat(container.isRunning()).isFalse();
	}

	@Test
	@KnownFault("spring-data-redis#2262")
	void stopsBeforeTheWebServer() {
		assertThat(this.registry.getPhase()).isEqualTo(Integer.MAX_VALUE - 100);
		assertThat(this.registry.isAutoStartup()).isTrue();
	}

	@Test
	@SpringCitizen("endpoints")
	void findsContainersById() {
		DelayListenerContainer first = register("first", null);
		DelayListenerContainer second = register("second", null);
		assertThat(this.registry.findContainer("second")).containsSame(second);
		assertThat(this.registry.findContainer("third")).isEmpty();
		assertThat(this.registry.getContainers()).containsExactly(first, second);
		assertThat(this.registry.getIds()).containsExactly("first", "second");
	}

	@Test
	void stopsAndForgetsWhatIsUnregistered() {
		this.registry.start();
		DelayListenerContainer container = register("first", null);
		assertThat(this.registry.unregister("first")).isTrue();
		assertThat(container.isRunning()).isFalse();
		assertThat(this.registry.getIds()).isEmpty();
		assertThat(register("first", null)).isNotSameAs(container);
		assertThat(this.registry.unregister("second")).isFalse();
	}

	@Test
	void refusesIdThatIsTaken() {
		register("same", null);
		assertThatExceptionOfType(InvalidDelayListenerException.class).isThrownBy(() -> register("same", null))
			.withMessage("Id 'same' belongs to two listeners: listener 'same' of [a-queue], and listener 'same' of "
					+ "[a-queue]. Give one of them another id");
		assertThat(this.registry.getIds()).containsExactly("same");
	}

	private FakeContainer register(String id, @Nullable Boolean autoStartup) {
		SimpleDelayListenerEndpoint endpoint = new SimpleDelayListenerEndpoint(id, "a-queue", LISTENER);
		endpoint.setAutoStartup(autoStartup);
		return (FakeContainer) this.registry.register(endpoint, new FakeContainerFactory());
	}

}
