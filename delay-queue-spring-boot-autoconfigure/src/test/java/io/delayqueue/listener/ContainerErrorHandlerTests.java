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
import io.delayqueue.SpringCitizen;
import io.delayqueue.store.Settlement;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static io.delayqueue.listener.Containers.QUEUE;
import static io.delayqueue.listener.Containers.await;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link DelayListenerErrorHandler}.
 */
class ContainerErrorHandlerTests {

	@RegisterExtension
	final Containers containers = new Containers();

	private final List<Exception> failures = new CopyOnWriteArrayList<>();

	private final DelayMessageListener failing = (delivery) -> {
		throw new ListenerExecutionFailedException("test", QUEUE, "a", new IllegalStateException("boom"));
	};

	@ParameterizedTest
	@EnumSource(AckMode.class)
	@SpringCitizen("errors and retries")
	void acknowledgesWhatItSwallows(AckMode ackMode) {
		this.containers.ackMode(ackMode);
		start(this.failing, this::swallow);
		await().until(() -> this.failures.size() == 1 && this.containers.isGone("a"));
		this.containers.stopAll();
		assertThat(this.failures.get(0)).isExactlyInstanceOf(IllegalStateException.class).hasMessage("boom");
		assertThat(this.containers.store().settlements()).singleElement().isInstanceOf(Settlement.Acknowledge.class);
	}

	@Test
	void acknowledgesWhatItSwallowsOfAStage() {
		start((delivery) -> CompletableFuture.failedFuture(new IllegalStateException("boom")), this::swallow);
		await().until(() -> this.containers.isGone("a"));
		assertThat(this.failures).singleElement().isExactlyInstanceOf(IllegalStateException.class);
	}

	@Test
	@SpringCitizen("errors and retries")
	void retriesWhatItThrowsAgain() {
		start(this.failing, (delivery, failure) -> {
			swallow(delivery, failure);
			throw failure;
		});
		await().until(() -> this.containers.store().count(QUEUE).dead() == 1);
		assertThat(this.failures).hasSize(3);
		assertThat(this.containers.cause("a").message()).isEqualTo("boom");
	}

	@Test
	void isJudgedByWhatItThrowsInstead() {
		start((delivery) -> CompletableFuture.failedFuture(new IllegalStateException("boom")), (delivery, failure) -> {
			swallow(delivery, failure);
			throw new DoNotRetryException("hopeless", failure);
		});
		await().until(() -> this.containers.store().count(QUEUE).dead() == 1);
		assertThat(this.failures).hasSize(1);
		assertThat(this.containers.cause("a").message()).isEqualTo("hopeless");
		assertThat(this.containers.cause("a").stackTrace()).contains("boom");
	}

	@Test
	void settlesTheMessageItself() {
		start(this.failing, (delivery, failure) -> delivery.getAcknowledgment().deadLetter("by the error handler"));
		await().until(() -> this.containers.store().count(QUEUE).dead() == 1);
		assertThat(this.containers.cause("a").message()).isEqualTo("by the error handler");
	}

	@Test
	void seesWhatDoesNotFit() {
		start((delivery) -> {
			throw new MessageRejectedException("does not fit", null);
		}, this::swallow);
		await().until(() -> this.containers.isGone("a"));
		assertThat(this.failures).singleElement().isInstanceOf(MessageRejectedException.class);
	}

	@Test
	void seesWhatInterceptorsThrow() {
		DefaultDelayListenerContainer container = create((delivery) -> null, this::swallow);
		container.setInterceptors(List.of(new DelayMessageInterceptor() {
			@Override
			public boolean beforeHandling(Delivery delivery) {
				throw new IllegalArgumentException("not today");
			}
		}));
		container.start();
		await().until(() -> this.containers.isGone("a"));
		assertThat(this.failures).singleElement().isInstanceOf(IllegalArgumentException.class);
	}

	@Test
	void doesNotSeeErrors() {
		start((delivery) -> {
			throw new ListenerExecutionFailedException("test", QUEUE, "a", new AssertionError("simulated"));
		}, this::swallow);
		await().until(() -> this.containers.store().count(QUEUE).dead() == 1);
		assertThat(this.failures).isEmpty();
	}

	@Test
	void doesNotSwallowTheInterruptOfAStop() {
		List<Delivery> deliveries = new CopyOnWriteArrayList<>();
		this.containers.shutdownTimeout(Duration.ZERO);
		start((delivery) -> {
			deliveries.add(delivery);
			new CompletableFuture<>().get();
			return null;
		}, this::swallow);
		await().until(() -> deliveries.size() == 1);
		this.containers.stopAll();
		assertThat(this.failures).isEmpty();
		assertThat(this.containers.state("a")).isEqualTo(MessageState.WAITING);
	}

	private void swallow(Delivery delivery, Exception failure) {
		this.failures.add(failure);
	}

	private void start(DelayMessageListener listener, DelayListenerErrorHandler errorHandler) {
		create(listener, errorHandler).start();
	}

	private DefaultDelayListenerContainer create(DelayMessageListener listener,
			@Nullable DelayListenerErrorHandler errorHandler) {
		this.containers.schedule("a");
		DefaultDelayListenerContainer container = this.containers.create(listener);
		container.setErrorHandler(errorHandler);
		return container;
	}

}
