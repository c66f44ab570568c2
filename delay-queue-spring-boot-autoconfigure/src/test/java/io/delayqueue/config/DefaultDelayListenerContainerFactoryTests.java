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

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

import io.delayqueue.listener.AckMode;
import io.delayqueue.listener.DefaultDelayListenerContainer;
import io.delayqueue.listener.DelayMessageInterceptor;
import io.delayqueue.listener.DelayMessageListener;
import io.delayqueue.listener.Delivery;
import io.delayqueue.listener.ListenerSettings;
import io.delayqueue.store.ClaimRequest;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.DueTime;
import io.delayqueue.store.QueueLimits;
import io.delayqueue.store.RetryPolicy;
import io.delayqueue.store.ScheduleCommand;
import io.delayqueue.store.StoredMessage;
import io.delayqueue.store.memory.InMemoryDelayQueueStore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.context.ApplicationEventPublisher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.greaterThan;
import static org.mockito.AdditionalAnswers.delegatesTo;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.willAnswer;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link DefaultDelayListenerContainerFactory}.
 */
class DefaultDelayListenerContainerFactoryTests {

	private static final RetryPolicy POLICY = new RetryPolicy(5, List.of(Duration.ofSeconds(1)), Duration.ZERO);

	private static final ListenerSettings SETTINGS = new ListenerSettings(4, Duration.ofSeconds(30),
			Duration.ofSeconds(5), Duration.ofSeconds(20), POLICY);

	private static final RetryPolicy QUEUE_POLICY = new RetryPolicy(7, List.of(Duration.ofSeconds(3)), Duration.ZERO);

	private static final DelayMessageListener LISTENER = (delivery) -> null;

	private final Map<String, ClaimRequest> claims = new ConcurrentHashMap<>();

	private final InMemoryDelayQueueStore store = new InMemoryDelayQueueStore();

	private final DefaultDelayListenerContainerFactory factory = new DefaultDelayListenerContainerFactory(
			recordingClaims(), SETTINGS);

	@Test
	void usesItsOwnSettings() {
		ClaimRequest claim = claim(new SimpleDelayListenerEndpoint("id", "a", LISTENER), "a");
		assertThat(claim.maxMessages()).isEqualTo(4);
		assertThat(claim.lease()).isEqualTo(Duration.ofSeconds(30));
		assertThat(claim.retryPolicy()).isEqualTo(POLICY);
	}

	@Test
	void prefersSettingsOfTheQueue() {
		overrideQueue("a", new ListenerSettingsOverrides(2, Duration.ofMinutes(1), null, QUEUE_POLICY, null));
		SimpleDelayListenerEndpoint endpoint = new SimpleDelayListenerEndpoint("id", List.of("a", "b"), LISTENER);
		ClaimRequest claim = claim(endpoint, "a");
		assertThat(claim.maxMessages()).isEqualTo(2);
		assertThat(claim.lease()).isEqualTo(Duration.ofMinutes(1));
		assertThat(claim.retryPolicy()).isEqualTo(QUEUE_POLICY);
		assertThat(claim(endpoint, "b").maxMessages()).isEqualTo(4);
	}

	@Test
	void prefersSettingsOfTheListener() {
		overrideQueue("a", new ListenerSettingsOverrides(2, Duration.ofMinutes(1), null, QUEUE_POLICY, null));
		SimpleDelayListenerEndpoint endpoint = new SimpleDelayListenerEndpoint("id", "a", LISTENER);
		endpoint.setOverrides(new ListenerSettingsOverrides(9, Duration.ofMinutes(2), 1, null, null));
		ClaimRequest claim = claim(endpoint, "a");
		assertThat(claim.maxMessages()).isEqualTo(9);
		assertThat(claim.lease()).isEqualTo(Duration.ofMinutes(2));
		assertThat(claim.retryPolicy()).isEqualTo(new RetryPolicy(1, QUEUE_POLICY.pauses(), QUEUE_POLICY.jitter()));
	}

	@Test
	void refusesToLeaveMessagesToAListenerThatCannotSettleThem() {
		overrideQueue("a",
				new ListenerSettingsOverrides(null, null, null, null, null, AckMode.MANUAL, null, null, null));
		DelayMessageListener listener = new DelayMessageListener() {

			@Override
			public @Nullable CompletionStage<?> onMessage(Delivery delivery) {
				return null;
			}

			@Override
			public boolean canSettle() {
				return false;
			}

		};
		this.factory.createContainer(new SimpleDelayListenerEndpoint("able", "a", LISTENER));
		this.factory.createContainer(new SimpleDelayListenerEndpoint("automatic", "b", listener));
		assertThatIllegalStateException()
			.isThrownBy(() -> this.factory
				.createContainer(new SimpleDelayListenerEndpoint("unable", List.of("b", "a"), listener)))
			.withMessage(
					"The messages of queue 'a' are for the method to settle, since its ack mode is manual, but the "
							+ "method takes nothing to settle them with. Add a parameter of type Acknowledgment or Delivery, in "
							+ "batches List<Delivery>, or set another ack mode");
	}

	@Test
	void refusesALimitOfWhatIsInFlightForMessagesThatAreNotWhenTheyAreHandled() {
		QueueLimits limits = new QueueLimits(3, 0, Duration.ofSeconds(1));
		this.factory.setQueueOverrides((queue) -> new ListenerSettingsOverrides(null, null, null, null, null,
				queue.equals("a") ? AckMode.NONE : null, null, null, limits));
		SimpleDelayListenerEndpoint endpoint = new SimpleDelayListenerEndpoint("id", List.of("b", "a"), LISTENER);
		assertThatIllegalStateException().isThrownBy(() -> this.factory.createContainer(endpoint))
			.withMessageContaining("of queue 'a'")
			.withMessageContaining("'delay-queue.queues.a.max-in-flight'");
		endpoint.setDeadLetters(true);
		this.factory.createContainer(endpoint);
	}

	@Test
	void prefersAutoStartupOfTheListener() {
		SimpleDelayListenerEndpoint endpoint = new SimpleDelayListenerEndpoint("id", "a", LISTENER);
		assertThat(this.factory.createContainer(endpoint).isAutoStartup()).isTrue();
		this.factory.setAutoStartup(false);
		assertThat(this.factory.createContainer(endpoint).isAutoStartup()).isFalse();
		endpoint.setAutoStartup(true);
		assertThat(this.factory.createContainer(endpoint).isAutoStartup()).isTrue();
	}

	@Test
	void prefersExecutorOfTheListener() {
		AtomicInteger ofFactory = new AtomicInteger();
		AtomicInteger ofListener = new AtomicInteger();
		this.factory.setTaskExecutor(counting(ofFactory));
		handleOne(new SimpleDelayListenerEndpoint("first", "a", LISTENER));
		assertThat(ofFactory).hasValue(1);
		SimpleDelayListenerEndpoint endpoint = new SimpleDelayListenerEndpoint("second", "b", LISTENER);
		endpoint.setExecutor(counting(ofListener));
		handleOne(endpoint);
		assertThat(ofFactory).hasValue(1);
		assertThat(ofListener).hasValue(1);
	}

	@Test
	void prefersErrorHandlerOfTheListener() {
		AtomicInteger ofFactory = new AtomicInteger();
		AtomicInteger ofListener = new AtomicInteger();
		DelayMessageListener failing = (delivery) -> {
			throw new IllegalStateException("boom");
		};
		this.factory.setErrorHandler((delivery, failure) -> ofFactory.incrementAndGet());
		handleOne(new SimpleDelayListenerEndpoint("first", "a", failing));
		assertThat(ofFactory).hasValue(1);
		SimpleDelayListenerEndpoint endpoint = new SimpleDelayListenerEndpoint("second", "b", failing);
		endpoint.setErrorHandler((delivery, failure) -> ofListener.incrementAndGet());
		handleOne(endpoint);
		assertThat(ofFactory).hasValue(1);
		assertThat(ofListener).hasValue(1);
	}

	@Test
	void letsInterceptorsComeAroundTheHandling() {
		AtomicInteger intercepted = new AtomicInteger();
		this.factory.setInterceptors(List.of(new DelayMessageInterceptor() {
			@Override
			public boolean beforeHandling(Delivery delivery) {
				return intercepted.incrementAndGet() > 0;
			}
		}));
		handleOne(new SimpleDelayListenerEndpoint("first", "a", LISTENER));
		assertThat(intercepted).hasValue(1);
	}

	@Test
	void letsContainersPublishEvents() {
		AtomicInteger events = new AtomicInteger();
		ApplicationEventPublisher publisher = (event) -> events.incrementAndGet();
		this.factory.setApplicationEventPublisher(publisher);
		handleOne(new SimpleDelayListenerEndpoint("first", "a", LISTENER));
		await().untilAtomic(events, greaterThan(0));
	}

	private DelayQueueStore recordingClaims() {
		DelayQueueStore recording = mock(DelayQueueStore.class, delegatesTo(this.store));
		willAnswer((invocation) -> {
			ClaimRequest request = invocation.getArgument(0);
			this.claims.put(request.call().queue(), request);
			return this.store.claim(request);
		}).given(recording).claim(any());
		return recording;
	}

	private void overrideQueue(String name, ListenerSettingsOverrides overrides) {
		this.factory.setQueueOverrides((queue) -> queue.equals(name) ? overrides : ListenerSettingsOverrides.NONE);
	}

	private ClaimRequest claim(DelayListenerEndpoint endpoint, String queue) {
		this.claims.clear();
		DefaultDelayListenerContainer container = this.factory.createContainer(endpoint);
		container.start();
		try {
			return await().until(() -> this.claims.get(queue), (claim) -> claim != null);
		}
		finally {
			container.stop();
		}
	}

	private void handleOne(DelayListenerEndpoint endpoint) {
		String queue = endpoint.getQueues().iterator().next();
		StoredMessage message = new StoredMessage(new byte[0], "text/plain", Map.of(), Instant.EPOCH, "s");
		this.store.schedule(queue,
				List.of(new ScheduleCommand("id", message, new DueTime.After(Duration.ZERO), false)));
		DefaultDelayListenerContainer container = this.factory.createContainer(endpoint);
		container.start();
		try {
			await().until(() -> this.store.find(queue, "id").isEmpty());
		}
		finally {
			container.stop();
		}
	}

	private static Executor counting(AtomicInteger count) {
		return (task) -> {
			count.incrementAndGet();
			new Thread(task).start();
		};
	}

}
