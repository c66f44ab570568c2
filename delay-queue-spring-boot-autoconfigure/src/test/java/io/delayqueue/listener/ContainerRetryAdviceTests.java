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

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;

import io.delayqueue.store.DeathCause;
import io.delayqueue.store.RetryPolicy;
import io.delayqueue.store.Settlement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static io.delayqueue.listener.Containers.QUEUE;
import static io.delayqueue.listener.Containers.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for exceptions that say something about their own retry.
 */
class ContainerRetryAdviceTests {

	private static final Duration PAUSE = Duration.ofMillis(7);

	@RegisterExtension
	final Containers containers = new Containers()
		.handling(new HandlingSettings(AckMode.AUTO, List.of(IOException.class), false));

	private final List<Delivery> deliveries = new CopyOnWriteArrayList<>();

	@ParameterizedTest
	@MethodSource
	void doesNotRetry(RuntimeException thrown) {
		startFailing(thrown);
		await().until(() -> this.containers.store().count(QUEUE).dead() == 1);
		assertThat(this.deliveries).hasSize(1);
		assertThat(this.containers.cause("a").reason()).isEqualTo(DeathCause.Reason.FAILED);
		assertThat(this.containers.cause("a").stackTrace()).contains("gone");
	}

	static List<RuntimeException> doesNotRetry() {
		return List.of(new DoNotRetryException("gone"), new DoNotRetryException("for good", new Exception("gone")),
				new IllegalStateException(new DoNotRetryException("gone")),
				new CompletionException(new DoNotRetryException("gone")),
				new UncheckedIOException(new IOException("gone")),
				new IllegalStateException(new UncheckedIOException(new FileNotFoundException("gone"))),
				new ListenerExecutionFailedException("test", QUEUE, "a", new FileNotFoundException("gone")),
				new DoNotRetryException("gone", new RetryAfterException(PAUSE)));
	}

	@ParameterizedTest
	@MethodSource
	void retriesAfterItsOwnPause(RuntimeException thrown) {
		startFailing(thrown);
		await().until(() -> this.containers.isGone("a"));
		assertThat(this.containers.store().settlements()).first()
			.isEqualTo(new Settlement.Retry("a", this.deliveries.get(0).getToken(), PAUSE));
	}

	static List<RuntimeException> retriesAfterItsOwnPause() {
		return List.of(new RetryAfterException(PAUSE), new IllegalStateException(new RetryAfterException(PAUSE)),
				new RetryAfterException(PAUSE, new IOException("busy")),
				new RetryAfterException(PAUSE, "busy", new DoNotRetryException("gone")));
	}

	@Test
	void retriesAfterItsOwnPauseWhenAStageFails() {
		this.containers.schedule("a");
		this.containers.start((delivery) -> {
			this.deliveries.add(delivery);
			return (delivery.getAttempt() > 1) ? null
					: CompletableFuture.failedFuture(new CompletionException(new RetryAfterException(PAUSE)));
		});
		await().until(() -> this.containers.isGone("a"));
		assertThat(this.containers.store().settlements()).first()
			.isEqualTo(new Settlement.Retry("a", this.deliveries.get(0).getToken(), PAUSE));
	}

	@Test
	void dropsItsOwnPauseWhenNoRetryIsLeft() {
		this.containers.retryPolicy(new RetryPolicy(0, List.of(Duration.ZERO), Duration.ZERO));
		startFailing(new RetryAfterException(PAUSE));
		await().until(() -> this.containers.store().count(QUEUE).dead() == 1);
		assertThat(this.containers.cause("a").exception()).isEqualTo(RetryAfterException.class.getName());
		assertThat(this.containers.cause("a").message()).isEqualTo("To be tried again after PT0.007S");
	}

	@Test
	void takesThePauseThatIsTooLongToBeCounted() {
		Duration forEver = Duration.ofSeconds(Long.MAX_VALUE);
		startFailing(new RetryAfterException(forEver));
		await().until(() -> !this.containers.store().settlements().isEmpty());
		assertThat(this.containers.store().settlements()).first()
			.isEqualTo(new Settlement.Retry("a", this.deliveries.get(0).getToken(), forEver));
	}

	@Test
	void survivesACircleOfCauses() {
		IllegalStateException outer = new IllegalStateException("outer");
		outer.initCause(new IllegalStateException("inner", outer));
		startFailing(outer);
		await().until(() -> this.containers.isGone("a"));
	}

	@Test
	@SuppressWarnings("NullAway")
	void refusesANegativePauseAndNone() {
		assertThatIllegalArgumentException().isThrownBy(() -> new RetryAfterException(null))
			.withMessageContaining("pause");
		assertThatIllegalArgumentException().isThrownBy(() -> new RetryAfterException(Duration.ofMillis(-1)));
	}

	private void startFailing(RuntimeException thrown) {
		this.containers.schedule("a");
		this.containers.start((delivery) -> {
			this.deliveries.add(delivery);
			if (delivery.getAttempt() == 1 || thrown instanceof DoNotRetryException) {
				throw thrown;
			}
			return null;
		});
	}

}
