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

package io.delayqueue.endtoend;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

import io.delayqueue.MessageState;
import io.delayqueue.annotation.DelayListener;
import io.delayqueue.core.CancelResult;
import io.delayqueue.core.MessageView;
import io.delayqueue.listener.Acknowledgment;
import io.delayqueue.listener.DelayListenerErrorHandler;
import io.delayqueue.listener.DelayMessageInterceptor;
import io.delayqueue.listener.Delivery;
import io.delayqueue.listener.DoNotRetryException;
import io.delayqueue.listener.RetryAfterException;
import io.delayqueue.testapplication.TestApplication;
import io.delayqueue.testredis.RedisServer;
import io.delayqueue.testredis.RedisTest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Handlers say what becomes of their messages, and Redis holds them to it.
 */
@Tag("compat")
@RedisTest
class HandlerControlIntegrationTests {

	private static final Duration AT_MOST = Duration.ofSeconds(30);

	private RedisServer redis;

	private TestApplication application;

	private Listeners listeners;

	@BeforeEach
	void start(RedisServer redis) {
		this.redis = redis;
		this.application = TestApplication.start(redis,
				Map.of("delay-queue.listener.lease", "1s", "delay-queue.listener.shutdown-timeout", "1s",
						"delay-queue.listener.retry.delay", "50ms", "delay-queue.listener.retry.not-retryable",
						NoSuchElementException.class.getName(), "delay-queue.listener.interrupt-on-lease-lost", "true",
						"delay-queue.queues.noted.ack-mode", "none"),
				Listeners.class);
		this.listeners = this.application.get(Listeners.class);
	}

	@AfterEach
	void stop() {
		this.listeners.gate.complete(null);
		this.application.close();
	}

	@Test
	void settlesByHandLongAfterTheHandlerHasReturned() {
		String id = schedule("manual", "text");
		await().atMost(AT_MOST).until(() -> !this.listeners.acknowledgments.isEmpty());
		// Longer than the lease: it is renewed.
		await().during(Duration.ofMillis(2500))
			.atMost(AT_MOST)
			.until(() -> find("manual", id).map(MessageView::state).equals(Optional.of(MessageState.IN_FLIGHT)));
		assertThat(this.listeners.acknowledgments).hasSize(1);
		CompletableFuture.runAsync(this.listeners.acknowledgments.get(0)::acknowledge).join();
		awaitGone("manual", id);
	}

	@Test
	void releasesAtTheStopWhatNobodyHasSettled() {
		String id = schedule("manual", "text");
		await().atMost(AT_MOST).until(() -> !this.listeners.acknowledgments.isEmpty());
		this.application.close();
		assertThat(this.redis.command("ZSCORE", key("manual", "waiting"), id)).isNotNull();
	}

	@Test
	void isGoneFromRedisBeforeTheHandlerBeginsWithAckModeNone() {
		String id = schedule("noted", "fail");
		await().atMost(AT_MOST).until(() -> this.listeners.calls.contains("noted false"));
		await().during(Duration.ofMillis(300)).atMost(AT_MOST).until(() -> this.listeners.calls.size() == 1);
		assertThat(find("noted", id)).isEmpty();
		assertThat(this.application.admin().statistics("noted").dead()).isZero();
	}

	@ParameterizedTest
	@ValueSource(strings = { "do-not-retry", "not-retryable", "dead-letter" })
	void buriesWithoutARetry(String how) {
		String id = schedule("judged", how);
		MessageView dead = awaitState("judged", id, MessageState.DEAD);
		assertThat(dead.deliveries()).isOne();
		assertThat(dead.deathCause()).isNotNull();
		assertThat(dead.deathCause().message()).isEqualTo("gone");
	}

	@Test
	void retriesAfterThePauseOfTheException() {
		String id = schedule("judged", "retry-after");
		MessageView waiting = awaitState("judged", id, MessageState.WAITING);
		assertThat(waiting.failures()).isOne();
		Duration pause = Duration.between(Instant.now(), waiting.time());
		assertThat(pause).isBetween(Duration.ofMinutes(50), Duration.ofMinutes(61));
	}

	@Test
	void interruptsTheHandlerOfACancelledMessage() {
		String id = schedule("waiting", "text");
		await().atMost(AT_MOST).until(() -> this.listeners.calls.contains("waits"));
		assertThat(this.application.template().cancel("waiting", id)).isEqualTo(CancelResult.IN_FLIGHT);
		await().atMost(AT_MOST).until(() -> this.listeners.calls.contains("interrupted"));
		assertThat(find("waiting", id)).isEmpty();
	}

	@Test
	void extendsALeaseInRedis() {
		String id = schedule("extending", "text");
		await().atMost(AT_MOST).until(() -> this.listeners.calls.contains("extended"));
		assertThat(awaitState("extending", id, MessageState.IN_FLIGHT).time()).isAfter(Instant.now().plusSeconds(60));
	}

	@Test
	void awaitsAMonoAndRenewsTheLeaseMeanwhile() {
		String id = schedule("mono", "text");
		awaitGone("mono", id);
		assertThat(this.listeners.calls).containsExactly("subscribed", "done");
	}

	@Test
	void letsInterceptorsAndTheErrorHandlerComeAround() {
		String id = schedule("guarded", "text");
		awaitGone("guarded", id);
		await().atMost(AT_MOST).until(() -> this.listeners.calls.size() == 3);
		assertThat(this.listeners.calls).containsExactly("before " + id, "after boom", "error boom");
	}

	private String schedule(String queue, String payload) {
		return this.application.template().schedule(queue, payload, Duration.ZERO);
	}

	private Optional<MessageView> find(String queue, String id) {
		return this.application.template().find(queue, id);
	}

	private void awaitGone(String queue, String id) {
		await().atMost(AT_MOST).until(() -> find(queue, id), Optional::isEmpty);
	}

	private MessageView awaitState(String queue, String id, MessageState state) {
		Predicate<Optional<MessageView>> reached = (
				view) -> view.filter((it) -> it.state() == state).filter((it) -> it.deliveries() > 0).isPresent();
		return await().atMost(AT_MOST).until(() -> find(queue, id), reached).orElseThrow();
	}

	private String key(String queue, String name) {
		return this.redis.keyPrefix() + ":{" + queue + "}:" + name;
	}

	@Configuration(proxyBeanMethods = false)
	static class Listeners {

		private final List<Acknowledgment> acknowledgments = new CopyOnWriteArrayList<>();

		private final List<String> calls = new CopyOnWriteArrayList<>();

		private final CompletableFuture<Void> gate = new CompletableFuture<>();

		@DelayListener(queues = "manual", ackMode = "manual")
		void manual(String payload, Acknowledgment acknowledgment) {
			this.acknowledgments.add(acknowledgment);
		}

		@DelayListener("noted")
		void noted(String payload, Delivery delivery) {
			this.calls.add("noted " + delivery.isLeaseLost());
			throw new IllegalStateException("lost");
		}

		@DelayListener("judged")
		void judged(String payload, Acknowledgment acknowledgment) {
			switch (payload) {
				case "do-not-retry" -> throw new DoNotRetryException("gone");
				case "not-retryable" -> throw new NoSuchElementException("gone");
				case "dead-letter" -> acknowledgment.deadLetter("gone");
				default -> throw new RetryAfterException(Duration.ofHours(1));
			}
		}

		@DelayListener("waiting")
		void waiting(String payload) throws Exception {
			this.calls.add("waits");
			try {
				this.gate.get();
			}
			catch (InterruptedException ex) {
				this.calls.add("interrupted");
				throw ex;
			}
		}

		@DelayListener("extending")
		void extending(String payload, Acknowledgment acknowledgment) throws Exception {
			acknowledgment.extendLease(Duration.ofMinutes(2));
			this.calls.add("extended");
			this.gate.get();
		}

		@DelayListener("mono")
		Mono<Void> mono(String payload) {
			return Mono.delay(Duration.ofMillis(2500))
				.doOnSubscribe((subscription) -> this.calls.add("subscribed"))
				.doOnNext((tick) -> this.calls.add("done"))
				.then();
		}

		@DelayListener(queues = "guarded", errorHandler = "swallowing")
		CompletableFuture<Void> guarded(String payload) {
			return CompletableFuture.failedFuture(new IllegalStateException("boom"));
		}

		@Bean
		DelayListenerErrorHandler swallowing() {
			return (delivery, failure) -> this.calls.add("error " + failure.getMessage());
		}

		@Bean
		DelayMessageInterceptor noting() {
			return new GuardedInterceptor(this.calls);
		}

	}

	private record GuardedInterceptor(List<String> calls) implements DelayMessageInterceptor {

		@Override
		public boolean beforeHandling(Delivery delivery) {
			if (delivery.getQueue().equals("guarded")) {
				this.calls.add("before " + delivery.getId());
			}
			return true;
		}

		@Override
		public void afterHandling(Delivery delivery, Throwable failure) {
			if (delivery.getQueue().equals("guarded")) {
				this.calls.add("after " + failure.getMessage());
			}
		}

	}

}
