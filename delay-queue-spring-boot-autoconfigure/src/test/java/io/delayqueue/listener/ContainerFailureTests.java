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
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

import io.delayqueue.KnownFault;
import io.delayqueue.MessageState;
import io.delayqueue.SpringCitizen;
import io.delayqueue.event.MessageDeadLetteredEvent;
import io.delayqueue.store.DeathCause;
import io.delayqueue.store.DeathCause.Reason;
import io.delayqueue.store.RetryPolicy;
import io.delayqueue.store.Settlement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static io.delayqueue.listener.Containers.QUEUE;
import static io.delayqueue.listener.Containers.await;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what {@link DefaultDelayListenerContainer} does with listeners that fail, and
 * with those that answer later.
 */
class ContainerFailureTests {

	@RegisterExtension
	final Containers containers = new Containers();

	private final List<Delivery> deliveries = new CopyOnWriteArrayList<>();

	@Test
	@SpringCitizen({ "errors and retries", "throws" })
	void retriesWithGrowingPausesUntilNoneAreLeft() {
		this.containers
			.retryPolicy(RetryPolicies.exponential(3, Duration.ofMillis(5), 2, Duration.ofSeconds(1), Duration.ZERO));
		startFailing(() -> new IllegalStateException("boom"));
		await().until(() -> this.containers.store().count(QUEUE).dead() == 1);
		assertThat(this.deliveries).extracting(Delivery::getAttempt).containsExactly(1, 2, 3, 4);
		assertThat(retryPauses()).containsExactly(Duration.ofMillis(5), Duration.ofMillis(10), Duration.ofMillis(20));
		assertThat(cause().reason()).isEqualTo(Reason.FAILED);
		assertThat(cause().attempt()).isEqualTo(4);
		assertThat(cause().exception()).isEqualTo(IllegalStateException.class.getName());
		assertThat(cause().message()).isEqualTo("boom");
		assertThat(cause().stackTrace()).contains("ContainerFailureTests");
	}

	@Test
	void needsNoHintForItsOwnRetries() {
		this.containers.store().muteHints();
		startFailing(() -> new IllegalStateException("boom"));
		await().atMost(Duration.ofSeconds(5)).until(() -> this.containers.store().count(QUEUE).dead() == 1);
	}

	@Test
	void publishesWhatWentToTheDeadLetters() {
		this.containers.retryPolicy(new RetryPolicy(0, List.of(Duration.ZERO), Duration.ZERO));
		startFailing(() -> new IllegalStateException("boom"));
		await().until(() -> !this.containers.events(MessageDeadLetteredEvent.class).isEmpty());
		assertThat(this.containers.events(MessageDeadLetteredEvent.class)).containsExactly(
				new MessageDeadLetteredEvent("test", QUEUE, "a", "FAILED", IllegalStateException.class.getName()));
	}

	@Test
	void addsJitterToThePauses() {
		this.containers.retryPolicy(new RetryPolicy(20, List.of(Duration.ZERO), Duration.ofMillis(5)));
		startFailing(() -> new IllegalStateException("boom"));
		await().until(() -> this.containers.store().count(QUEUE).dead() == 1);
		assertThat(retryPauses()).allMatch((pause) -> pause.compareTo(Duration.ofMillis(5)) < 0);
		assertThat(retryPauses().stream().distinct()).hasSizeGreaterThan(10);
	}

	@ParameterizedTest
	@MethodSource
	void deadLettersWhatIsRejectedAtOnce(Throwable thrown) {
		startFailing(() -> thrown);
		await().until(() -> this.containers.store().count(QUEUE).dead() == 1);
		assertThat(this.deliveries).hasSize(1);
		assertThat(cause().reason()).isEqualTo(Reason.UNDECODABLE);
		assertThat(cause().exception()).isEqualTo(MessageRejectedException.class.getName());
		assertThat(cause().message()).isEqualTo("not valid");
	}

	static List<Throwable> deadLettersWhatIsRejectedAtOnce() {
		MessageRejectedException rejected = new MessageRejectedException("not valid", null);
		return List.of(rejected, new CompletionException(rejected),
				new ListenerExecutionFailedException("test", QUEUE, "a", rejected));
	}

	@ParameterizedTest
	@MethodSource
	@SpringCitizen("throws")
	void survivesWhateverIsThrown(Supplier<Throwable> thrown) {
		this.containers.concurrency(1);
		AtomicInteger attempts = new AtomicInteger();
		this.containers.schedule("a");
		this.containers.schedule("b");
		this.containers.start((delivery) -> {
			if (attempts.incrementAndGet() <= 2) {
				throw sneaky(thrown.get());
			}
			return null;
		});
		await().until(() -> this.containers.isGone("a") && this.containers.isGone("b"));
		assertThat(attempts).hasValue(4);
	}

	@ParameterizedTest
	@MethodSource
	void retriesWhatCannotBeJudgedNoMoreThanIsAllowed(RuntimeException thrown) {
		AtomicInteger attempts = new AtomicInteger();
		this.containers.retryPolicy(new RetryPolicy(1, List.of(Duration.ZERO), Duration.ZERO)).schedule("a");
		this.containers.start((delivery) -> {
			attempts.incrementAndGet();
			throw thrown;
		});
		await().until(() -> this.containers.store().count(QUEUE).dead() == 1);
		assertThat(attempts).hasValue(2);
		assertThat(cause().exception()).isEqualTo(thrown.getClass().getName());
	}

	static List<RuntimeException> retriesWhatCannotBeJudgedNoMoreThanIsAllowed() {
		return List.of(new TracelessException(), new PauselessException());
	}

	static List<Supplier<Throwable>> survivesWhateverIsThrown() {
		return List.of(() -> new OutOfMemoryError("simulated"), StackOverflowError::new,
				() -> new AssertionError("simulated"), InterruptedException::new, BrokenException::new,
				ThreadDeathLike::new);
	}

	@Test
	@KnownFault("rqueue return value")
	@SpringCitizen("return types")
	void acknowledgesWhenTheStageCompletes() {
		CompletableFuture<String> stage = new CompletableFuture<>();
		this.containers.concurrency(1).schedule("a");
		this.containers.schedule("b");
		this.containers.start((delivery) -> {
			this.deliveries.add(delivery);
			return delivery.getId().equals("a") ? stage : null;
		});
		await().until(() -> this.deliveries.size() == 1);
		Containers.awaitDuring(Duration.ofMillis(60)).until(() -> this.deliveries.size() == 1);
		assertThat(this.containers.isGone("a")).isFalse();
		stage.complete("done");
		await().until(() -> this.containers.isGone("a") && this.containers.isGone("b"));
	}

	@Test
	@KnownFault("rqueue return value")
	void retriesWhenTheStageFails() {
		this.containers.schedule("a");
		this.containers.start((delivery) -> {
			this.deliveries.add(delivery);
			return (delivery.getAttempt() == 1) ? CompletableFuture.failedFuture(new IllegalStateException("later"))
					: CompletableFuture.completedFuture(null);
		});
		await().until(() -> this.containers.isGone("a"));
		assertThat(this.deliveries).hasSize(2);
	}

	@Test
	void keepsTheCauseOfAStageWithoutItsWrapper() {
		this.containers.retryPolicy(new RetryPolicy(0, List.of(Duration.ZERO), Duration.ZERO));
		this.containers.schedule("a");
		this.containers.start((delivery) -> CompletableFuture.runAsync(() -> {
			throw new IllegalStateException("later");
		}));
		await().until(() -> this.containers.store().count(QUEUE).dead() == 1);
		assertThat(cause().exception()).isEqualTo(IllegalStateException.class.getName());
	}

	@Test
	void settlesOnceWhenAStageIsBroken() {
		this.containers.concurrency(1);
		this.containers.schedule("a");
		this.containers.schedule("b");
		this.containers.start((delivery) -> new BrokenStage());
		await().until(() -> this.containers.isGone("a") && this.containers.isGone("b"));
		assertThat(this.containers.store().settlements()).hasSize(2).allMatch(Settlement.Acknowledge.class::isInstance);
		assertThat(this.containers.store().claims()).allMatch((claim) -> claim.maxMessages() == 1);
	}

	private void startFailing(Supplier<Throwable> failure) {
		this.containers.schedule("a");
		this.containers.start((delivery) -> {
			this.deliveries.add(delivery);
			throw sneaky(failure.get());
		});
	}

	private DeathCause cause() {
		return this.containers.store().find(QUEUE, "a").map((snapshot) -> {
			assertThat(snapshot.state()).isEqualTo(MessageState.DEAD);
			return snapshot.cause();
		}).orElseThrow();
	}

	private List<Duration> retryPauses() {
		return this.containers.store()
			.settlements()
			.stream()
			.filter(Settlement.Retry.class::isInstance)
			.map((settlement) -> ((Settlement.Retry) settlement).pause())
			.toList();
	}

	@SuppressWarnings("unchecked")
	private static <E extends Throwable> RuntimeException sneaky(Throwable failure) throws E {
		throw (E) failure;
	}

	private static final class BrokenException extends RuntimeException {

		private static final long serialVersionUID = 1L;

		@Override
		public String getMessage() {
			throw new IllegalStateException("no message either");
		}

	}

	private static final class TracelessException extends RuntimeException {

		private static final long serialVersionUID = 1L;

		@Override
		public StackTraceElement[] getStackTrace() {
			throw new StackOverflowError();
		}

	}

	private static final class PauselessException extends RetryAfterException {

		private static final long serialVersionUID = 1L;

		PauselessException() {
			super(Duration.ZERO);
		}

		@Override
		public Duration getPause() {
			throw new StackOverflowError();
		}

	}

	private static final class ThreadDeathLike extends Error {

		private static final long serialVersionUID = 1L;

	}

	private static final class BrokenStage extends CompletableFuture<String> {

		@Override
		public CompletableFuture<String> whenComplete(BiConsumer<? super String, ? super Throwable> action) {
			action.accept("one", null);
			action.accept("two", null);
			throw new IllegalStateException("broken");
		}

	}

}
