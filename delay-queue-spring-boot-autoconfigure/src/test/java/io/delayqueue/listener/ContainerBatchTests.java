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
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

import io.delayqueue.MessageState;
import io.delayqueue.event.LeaseLostEvent;
import io.delayqueue.store.DeathCause;
import io.delayqueue.store.RetryPolicy;
import io.delayqueue.store.Settlement;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static io.delayqueue.listener.Containers.QUEUE;
import static io.delayqueue.listener.Containers.await;
import static io.delayqueue.listener.Containers.awaitDuring;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for listeners that take several messages at a time.
 */
class ContainerBatchTests {

	private static final List<String> IDS = IntStream.range(0, 10).mapToObj((i) -> "m" + i).toList();

	@RegisterExtension
	final Containers containers = new Containers().concurrency(1)
		.retryPolicy(new RetryPolicy(1, List.of(Duration.ZERO), Duration.ZERO));

	private final List<List<String>> batches = new CopyOnWriteArrayList<>();

	@Test
	void handsOverAsManyAsFitAtATime() {
		schedule();
		start(4, (deliveries) -> null);
		await().until(() -> this.containers.store().count(QUEUE).leased() == 0 && this.batches.size() == 3);
		assertThat(this.batches).containsExactly(IDS.subList(0, 4), IDS.subList(4, 8), IDS.subList(8, 10));
		assertThat(this.containers.store().settlements()).hasSize(10)
			.allMatch(Settlement.Acknowledge.class::isInstance);
	}

	@Test
	void handsOverWhatIsDueWithoutWaitingForMore() {
		this.containers.schedule("a");
		start(100, (deliveries) -> null);
		await().until(() -> this.containers.isGone("a"));
		assertThat(this.batches).containsExactly(List.of("a"));
	}

	@Test
	void handlesNoMoreBatchesAtATimeThanAllowed() {
		CountDownLatch end = new CountDownLatch(1);
		this.containers.schedule("a");
		start(4, (deliveries) -> {
			end.await();
			return null;
		});
		await().until(() -> this.batches.size() == 1);
		schedule();
		awaitDuring(Duration.ofMillis(50)).until(() -> this.batches.size() == 1);
		assertThat(this.containers.store().count(QUEUE).leased()).isOne();
		end.countDown();
		await().until(() -> this.batches.size() == 4);
	}

	@Test
	void retriesAllWhenTheListenerFails() {
		schedule();
		start(10, (deliveries) -> {
			throw new IllegalStateException("boom");
		});
		await().until(() -> this.containers.store().count(QUEUE).dead() == 10);
		assertThat(this.batches.stream().mapToInt(List::size).sum()).isEqualTo(20);
		assertThat(this.containers.cause("m3").message()).isEqualTo("boom");
	}

	@Test
	void retriesOnlyThoseThatAreNamed() {
		schedule();
		start(10, (deliveries) -> {
			throw failed(new IllegalStateException("boom"), "m2", "m7");
		});
		await().until(() -> this.containers.store().count(QUEUE).dead() == 2);
		assertThat(this.batches).hasSize(2).last().isEqualTo(List.of("m2", "m7"));
		assertThat(this.containers.store().count(QUEUE).waiting()).isZero();
		assertThat(this.containers.cause("m7").exception()).isEqualTo(IllegalStateException.class.getName());
	}

	@Test
	void retriesOnlyThoseThatAreNamedByTheFailureOfAStage() {
		schedule();
		start(10, (deliveries) -> CompletableFuture
			.failedFuture(new CompletionException(failed(new DoNotRetryException("no"), "m2"))));
		await().until(() -> this.containers.store().count(QUEUE).dead() == 1);
		await().until(() -> this.containers.store().count(QUEUE).leased() == 0);
		assertThat(this.batches).hasSize(1);
		assertThat(this.containers.cause("m2").exception()).isEqualTo(DoNotRetryException.class.getName());
	}

	@Test
	void letsAllFailWhenAnIdIsNamedThatIsNotThere() {
		schedule();
		start(10, (deliveries) -> {
			throw failed(new DoNotRetryException("no"), "m2", "other");
		});
		await().until(() -> this.containers.store().count(QUEUE).dead() == 10);
	}

	@Test
	void buriesWhatDoesNotFitAlone() {
		schedule();
		this.containers.start(new Items(10, (deliveries) -> null) {
			@Override
			public Delivery prepare(Delivery delivery) {
				if (delivery.getId().equals("m5")) {
					throw new MessageRejectedException("does not fit", null);
				}
				return delivery;
			}
		});
		await().until(() -> this.containers.store().count(QUEUE).dead() == 1);
		await().until(() -> this.containers.store().count(QUEUE).leased() == 0);
		assertThat(this.containers.cause("m5").reason()).isEqualTo(DeathCause.Reason.UNDECODABLE);
		assertThat(this.batches).hasSize(1);
		assertThat(this.batches.get(0)).hasSize(9).doesNotContain("m5");
	}

	@Test
	void leavesOutWhatLosesItsLeaseWhileOthersArePrepared() {
		this.containers.lease(Duration.ofSeconds(1)).schedule("a");
		this.containers.schedule("b");
		DefaultDelayListenerContainer container = this.containers.create(new Items(10, (deliveries) -> null) {
			@Override
			public Delivery prepare(Delivery delivery) {
				if (delivery.getId().equals("b")) {
					ContainerBatchTests.this.containers.store().cancel(QUEUE, "a");
					await().until(() -> !ContainerBatchTests.this.containers.events(LeaseLostEvent.class).isEmpty());
				}
				return delivery;
			}
		});
		List<String> seen = new CopyOnWriteArrayList<>();
		container.setErrorHandler((delivery, failure) -> seen.add(delivery.getId()));
		container.start();
		await().until(() -> this.containers.isGone("b"));
		this.containers.stopAll();
		assertThat(this.batches).containsExactly(List.of("b"));
		assertThat(this.containers.store().settlements()).hasSize(1);
		assertThat(seen).isEmpty();
	}

	@Test
	void settlesEachMessageByItsAcknowledgment() {
		schedule();
		start(10, (deliveries) -> {
			deliveries.get(1).getAcknowledgment().deadLetter("by hand");
			throw failed(new DoNotRetryException("no"), "m1", "m2");
		});
		await().until(() -> this.containers.store().count(QUEUE).dead() == 2);
		assertThat(this.containers.cause("m1").message()).isEqualTo("by hand");
		assertThat(this.containers.cause("m2").message()).isEqualTo("no");
	}

	@Test
	void holdsItsPermitUntilTheLastMessageIsSettledByHand() {
		List<Delivery> open = new CopyOnWriteArrayList<>();
		this.containers.ackMode(AckMode.MANUAL);
		schedule();
		start(5, (deliveries) -> {
			open.addAll(deliveries);
			return null;
		});
		await().until(() -> open.size() == 5);
		open.subList(0, 4).forEach((delivery) -> delivery.getAcknowledgment().acknowledge());
		awaitDuring(Duration.ofMillis(50)).until(() -> open.size() == 5);
		open.get(4).getAcknowledgment().acknowledge();
		await().until(() -> open.size() == 10);
	}

	@Test
	void acknowledgesAllBeforehandWithAckModeNone() {
		this.containers.ackMode(AckMode.NONE);
		schedule();
		List<Boolean> gone = new CopyOnWriteArrayList<>();
		start(10, (deliveries) -> {
			deliveries.forEach((delivery) -> gone.add(this.containers.isGone(delivery.getId())));
			throw new IllegalStateException("lost");
		});
		await().until(() -> gone.size() == 10);
		assertThat(gone).containsOnly(true);
		assertThat(this.batches).hasSize(1);
	}

	@Test
	void callsInterceptorsAndErrorHandlerForEachMessage() {
		List<String> calls = new CopyOnWriteArrayList<>();
		List.of("a", "b", "c").forEach(this.containers::schedule);
		DefaultDelayListenerContainer container = this.containers.create(new Items(10, (deliveries) -> {
			calls.add("handled " + this.batches.get(0));
			throw failed(new IllegalStateException("boom"), "c");
		}));
		container.setInterceptors(List.of(new DelayMessageInterceptor() {
			@Override
			public boolean beforeHandling(Delivery delivery) {
				return !delivery.getId().equals("b");
			}

			@Override
			public void afterHandling(Delivery delivery, @Nullable Throwable failure) {
				calls.add(delivery.getId() + " " + ((failure != null) ? failure.getMessage() : "well"));
			}
		}));
		container.setErrorHandler((delivery, failure) -> calls.add("swallowed " + delivery.getId()));
		container.start();
		await().until(() -> this.containers.isGone("a") && this.containers.isGone("b") && this.containers.isGone("c"));
		assertThat(calls).containsExactly("handled [a, c]", "a well", "c boom", "swallowed c");
	}

	@Test
	void losesOneLeaseAlone() {
		CountDownLatch end = new CountDownLatch(1);
		this.containers.lease(Duration.ofMillis(150)).handling(new HandlingSettings(AckMode.AUTO, List.of(), true));
		schedule();
		start(10, (deliveries) -> {
			end.await();
			return null;
		});
		await().until(() -> this.batches.size() == 1);
		this.containers.store().cancel(QUEUE, "m4");
		await().until(() -> !this.containers.events(LeaseLostEvent.class).isEmpty());
		end.countDown();
		await().until(() -> this.containers.store().count(QUEUE).leased() == 0);
		assertThat(this.containers.store().settlements()).hasSize(9).allMatch(Settlement.Acknowledge.class::isInstance);
	}

	@Test
	void releasesAllWhenTheStopInterruptsTheListener() {
		this.containers.shutdownTimeout(Duration.ZERO);
		schedule();
		start(10, (deliveries) -> {
			new CompletableFuture<>().get();
			return null;
		});
		await().until(() -> this.batches.size() == 1);
		this.containers.stopAll();
		assertThat(IDS).allMatch((id) -> this.containers.state(id) == MessageState.WAITING);
		assertThat(this.containers.store().settlements()).hasSize(10).allMatch(Settlement.Release.class::isInstance);
	}

	@Test
	void goesOnAfterAClaimThatFailed() {
		this.containers.store().next(PollerTask.Operation.CLAIM, Containers.NOT_DONE);
		schedule();
		start(4, (deliveries) -> null);
		await().until(() -> this.batches.size() == 3);
	}

	@Test
	void refusesASizeThatNoClaimGives() {
		assertThatIllegalArgumentException().isThrownBy(() -> start(257, (deliveries) -> null))
			.withMessage("The batch size of listener 'test' must be from 1 to 256, but is 257");
		assertThatIllegalArgumentException().isThrownBy(() -> start(0, (deliveries) -> null));
	}

	@Test
	void takesOneDeliveryForABatchOfOne() throws Exception {
		Items items = new Items(10, (deliveries) -> null);
		items.onMessage(ClaimedDeliveries.create("a", new ManualTicker(), 1));
		assertThat(this.batches).containsExactly(List.of("a"));
	}

	@Test
	void needsTheNameOfWhatFailed() {
		assertThatIllegalArgumentException().isThrownBy(() -> new BatchListenerFailedException(Set.of(), null));
	}

	private static BatchListenerFailedException failed(Exception cause, String... ids) {
		return new BatchListenerFailedException(List.of(ids), cause);
	}

	private void schedule() {
		IDS.forEach(this.containers::schedule);
	}

	private void start(int batchSize, Handler handler) {
		this.containers.start(new Items(batchSize, handler));
	}

	private interface Handler {

		@Nullable CompletionStage<?> handle(List<Delivery> deliveries) throws Exception;

	}

	private class Items implements BatchDelayMessageListener<Delivery> {

		private final int batchSize;

		private final Handler handler;

		Items(int batchSize, Handler handler) {
			this.batchSize = batchSize;
			this.handler = handler;
		}

		@Override
		public int getBatchSize() {
			return this.batchSize;
		}

		@Override
		public Delivery prepare(Delivery delivery) {
			return delivery;
		}

		@Override
		public @Nullable CompletionStage<?> onMessages(List<Delivery> items) throws Exception {
			ContainerBatchTests.this.batches.add(items.stream().map(Delivery::getId).toList());
			return this.handler.handle(items);
		}

	}

}
