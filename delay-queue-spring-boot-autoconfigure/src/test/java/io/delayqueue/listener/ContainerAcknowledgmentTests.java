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
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import io.delayqueue.event.MessageDroppedEvent;
import io.delayqueue.store.DeadLetterPolicy;
import io.delayqueue.store.DeathCause;
import io.delayqueue.store.RetryPolicy;
import io.delayqueue.store.Settlement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static io.delayqueue.listener.Containers.QUEUE;
import static io.delayqueue.listener.Containers.await;
import static io.delayqueue.listener.Containers.awaitDuring;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for what handlers say by their {@link Acknowledgment}, in {@link AckMode#AUTO}.
 */
class ContainerAcknowledgmentTests {

	@RegisterExtension
	final Containers containers = new Containers();

	private final List<Delivery> deliveries = new CopyOnWriteArrayList<>();

	@Test
	void acknowledgesOnce() {
		start(Acknowledgment::acknowledge);
		await().until(() -> this.containers.isGone("a"));
		this.containers.stopAll();
		assertThat(this.containers.store().settlements()).singleElement().isInstanceOf(Settlement.Acknowledge.class);
	}

	@Test
	void retriesAfterThePauseThatTheHandlerWants() {
		start((acknowledgment) -> {
			if (this.deliveries.size() == 1) {
				acknowledgment.retryAfter(Duration.ofMillis(30));
			}
		});
		await().until(() -> this.containers.isGone("a"));
		assertThat(this.containers.store().settlements()).first()
			.isEqualTo(new Settlement.Retry("a", this.deliveries.get(0).getToken(), Duration.ofMillis(30)));
		assertThat(this.deliveries).extracting(Delivery::getAttempt).containsExactly(1, 2);
	}

	@Test
	void retriesAfterThePauseThatIsTooLongToBeCounted() {
		Duration forEver = Duration.ofSeconds(Long.MAX_VALUE);
		start((acknowledgment) -> acknowledgment.retryAfter(forEver));
		await().until(() -> !this.containers.store().settlements().isEmpty());
		assertThat(this.containers.store().settlements()).first()
			.isEqualTo(new Settlement.Retry("a", this.deliveries.get(0).getToken(), forEver));
	}

	@Test
	void retriesNoMoreThanIsAllowed() {
		this.containers.retryPolicy(new RetryPolicy(1, List.of(Duration.ZERO), Duration.ZERO));
		start((acknowledgment) -> acknowledgment.retryAfter(Duration.ZERO));
		await().until(() -> this.containers.store().count(QUEUE).dead() == 1);
		assertThat(this.deliveries).hasSize(2);
		assertThat(this.containers.cause("a").reason()).isEqualTo(DeathCause.Reason.FAILED);
		assertThat(this.containers.cause("a").message()).isEqualTo("Another retry was asked for, but none is left");
	}

	@Test
	void releasesWithoutCountingAFailure() {
		this.containers.retryPolicy(new RetryPolicy(0, List.of(Duration.ZERO), Duration.ZERO));
		start((acknowledgment) -> {
			if (this.deliveries.size() < 4) {
				acknowledgment.release();
			}
		});
		await().until(() -> this.containers.isGone("a"));
		assertThat(this.deliveries).extracting(Delivery::getAttempt).containsExactly(1, 2, 3, 4);
	}

	@Test
	void deadLettersWithTheReasonOfTheHandler() {
		start((acknowledgment) -> acknowledgment.deadLetter("no such order"));
		await().until(() -> this.containers.store().count(QUEUE).dead() == 1);
		assertThat(this.deliveries).hasSize(1);
		assertThat(this.containers.cause("a"))
			.isEqualTo(new DeathCause(DeathCause.Reason.FAILED, 1, null, "no such order", null));
	}

	@Test
	void dropsWhatIsNotToBeKept() {
		this.containers.deadLetters(new DeadLetterPolicy(false, true, Duration.ofDays(1), 10));
		start((acknowledgment) -> acknowledgment.deadLetter("no such order"));
		await().until(() -> this.containers.isGone("a"));
		await().until(() -> !this.containers.events(MessageDroppedEvent.class).isEmpty());
		assertThat(this.containers.events(MessageDroppedEvent.class))
			.containsExactly(new MessageDroppedEvent("test", QUEUE, "a", "FAILED"));
	}

	@Test
	void refusesASecondWord() {
		List<Throwable> refusals = new CopyOnWriteArrayList<>();
		start((acknowledgment) -> {
			acknowledgment.acknowledge();
			List.<Runnable>of(acknowledgment::acknowledge, acknowledgment::release,
					() -> acknowledgment.deadLetter("no"), () -> acknowledgment.retryAfter(Duration.ZERO),
					() -> acknowledgment.extendLease(Duration.ofSeconds(1)))
				.forEach((call) -> assertThatIllegalStateException().isThrownBy(call::run)
					.withMessage("Message 'a' of queue 'orders' has been settled already")
					.satisfies(refusals::add));
		});
		await().until(() -> this.containers.isGone("a"));
		this.containers.stopAll();
		assertThat(refusals).hasSize(5);
		assertThat(this.containers.store().settlements()).hasSize(1);
	}

	@Test
	void refusesAWordWhenTheHandlerHasReturned() {
		start((acknowledgment) -> {
		});
		await().until(() -> this.containers.isGone("a"));
		Acknowledgment acknowledgment = this.deliveries.get(0).getAcknowledgment();
		assertThatIllegalStateException().isThrownBy(acknowledgment::release);
	}

	@Test
	void refusesArgumentsThatMakeNoSenseAndLeavesTheMessageToBeSettled() {
		start((acknowledgment) -> {
			assertThatIllegalArgumentException().isThrownBy(() -> acknowledgment.retryAfter(Duration.ofMillis(-1)));
			assertThatIllegalArgumentException().isThrownBy(() -> acknowledgment.extendLease(Duration.ZERO));
			assertThatIllegalArgumentException().isThrownBy(() -> acknowledgment.extendLease(Duration.ofDays(366)));
			acknowledgment.deadLetter("as it should be");
		});
		await().until(() -> this.containers.store().count(QUEUE).dead() == 1);
		assertThat(this.containers.cause("a").message()).isEqualTo("as it should be");
	}

	@Test
	void tellsTheStoreWhileTheHandlerRunsOn() throws InterruptedException {
		CountDownLatch end = new CountDownLatch(1);
		this.containers.concurrency(1);
		start((acknowledgment) -> {
			acknowledgment.acknowledge();
			awaitUninterruptibly(end);
		});
		await().until(() -> this.containers.isGone("a"));
		this.containers.schedule("b");
		awaitDuring(Duration.ofMillis(50)).until(() -> this.deliveries.size() == 1);
		assertThat(this.deliveries.get(0).isLeaseLost()).isFalse();
		end.countDown();
		await().until(() -> this.containers.isGone("b"));
	}

	@Test
	void staysSettledWhenTheHandlerFailsAfterwards() {
		start((acknowledgment) -> {
			acknowledgment.acknowledge();
			throw new IllegalStateException("too late");
		});
		await().until(() -> this.containers.isGone("a"));
		this.containers.stopAll();
		assertThat(this.containers.store().settlements()).singleElement().isInstanceOf(Settlement.Acknowledge.class);
	}

	@Test
	void takesTheWordOfAnyThreadWhileAStageIsPending() {
		CompletableFuture<Void> stage = new CompletableFuture<>();
		this.containers.schedule("a");
		this.containers.start((delivery) -> {
			CompletableFuture.runAsync(() -> delivery.getAcknowledgment().deadLetter("by another thread"));
			return stage;
		});
		await().until(() -> this.containers.store().count(QUEUE).dead() == 1);
		stage.complete(null);
		this.containers.stopAll();
		assertThat(this.containers.store().settlements()).hasSize(1);
	}

	@Test
	void changesNothingOnceTheLeaseIsLost() {
		CountDownLatch lost = new CountDownLatch(1);
		this.containers.lease(Duration.ofMillis(150));
		start((acknowledgment) -> {
			awaitUninterruptibly(lost);
			acknowledgment.acknowledge();
		});
		await().until(() -> this.deliveries.size() == 1);
		this.containers.store().cancel(QUEUE, "a");
		await().until(() -> this.deliveries.get(0).isLeaseLost());
		lost.countDown();
		this.containers.schedule("b");
		await().until(() -> this.containers.isGone("b"));
		assertThat(this.containers.store().settlements()).extracting(Settlement::id).containsExactly("b");
	}

	@Test
	void oneOfManyThreadsSettles() {
		List<Throwable> refusals = new CopyOnWriteArrayList<>();
		start((acknowledgment) -> {
			List<CompletableFuture<Void>> calls = IntStream.range(0, 8)
				.mapToObj((i) -> CompletableFuture.runAsync(acknowledgment::acknowledge).exceptionally((ex) -> {
					refusals.add(ex);
					return null;
				}))
				.toList();
			calls.forEach(CompletableFuture::join);
		});
		await().until(() -> this.containers.isGone("a"));
		await().until(() -> refusals.size() == 7);
		this.containers.stopAll();
		assertThat(this.containers.store().settlements()).hasSize(1);
	}

	private void start(Consumer<Acknowledgment> handler) {
		this.containers.schedule("a");
		this.containers.start((delivery) -> {
			this.deliveries.add(delivery);
			handler.accept(delivery.getAcknowledgment());
			return null;
		});
	}

	private static void awaitUninterruptibly(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
