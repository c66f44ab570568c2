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
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

import io.delayqueue.KnownFault;
import io.delayqueue.LeaseLostException;
import io.delayqueue.SpringCitizen;
import io.delayqueue.event.ListenerStoppedEvent;
import io.delayqueue.event.PollFailedEvent;
import io.delayqueue.event.PollRecoveredEvent;
import io.delayqueue.listener.PollerTask.Operation;
import io.delayqueue.listener.ScriptedStore.Fault;
import io.delayqueue.store.Settlement;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import static io.delayqueue.listener.Containers.NOT_DONE;
import static io.delayqueue.listener.Containers.NOT_SENT_BUT_UNKNOWN;
import static io.delayqueue.listener.Containers.QUEUE;
import static io.delayqueue.listener.Containers.REPLY_LOST;
import static io.delayqueue.listener.Containers.await;
import static io.delayqueue.listener.Containers.awaitDuring;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for the stop of {@link DefaultDelayListenerContainer} and for what comes after
 * it.
 */
@Timeout(30)
class ContainerStopTests {

	@RegisterExtension
	final Containers containers = new Containers();

	private final ScriptedStore store = this.containers.store();

	private final List<Delivery> deliveries = new CopyOnWriteArrayList<>();

	private final CountDownLatch release = new CountDownLatch(1);

	private final AtomicInteger callbacks = new AtomicInteger();

	@AfterEach
	void releaseHandlers() {
		this.release.countDown();
	}

	@Test
	void endsAtOnceWhenNothingIsInFlight() {
		DefaultDelayListenerContainer container = this.containers.start(this::handle);
		await().until(() -> this.store.calls() == 1);
		long begin = System.nanoTime();
		container.stop();
		assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(2));
		assertThat(container.isRunning()).isFalse();
		assertThat(this.store.isSubscribed()).isFalse();
		assertThat(this.store.forgotten()).hasSize(1);
		assertThat(this.containers.events(ListenerStoppedEvent.class)).hasSize(1);
	}

	@Test
	@KnownFault("spring-cloud-aws#137")
	@SpringCitizen("stop order")
	void claimsNoMore() {
		DefaultDelayListenerContainer container = this.containers.start(this::handle);
		container.stop();
		int calls = this.store.calls();
		this.containers.schedule("a");
		awaitDuring(Duration.ofMillis(100)).until(() -> this.store.calls() == calls);
		assertThat(this.deliveries).isEmpty();
	}

	@Test
	@SpringCitizen("stop order")
	void waitsForRunningHandlersWhoseLeasesAreRenewed() {
		this.containers.lease(Duration.ofMillis(150)).schedule("a");
		DefaultDelayListenerContainer container = this.containers.start(this::handleWhenReleased);
		await().until(() -> this.deliveries.size() == 1);
		container.stop(this.callbacks::incrementAndGet);
		assertThat(container.isRunning()).isFalse();
		int extensions = this.store.extensions().size();
		await().until(() -> this.store.extensions().size() >= extensions + 3);
		assertThat(this.callbacks).hasValue(0);
		this.release.countDown();
		await().until(() -> this.callbacks.get() == 1);
		assertThat(this.containers.isGone("a")).isTrue();
	}

	@Test
	@SpringCitizen("stop order")
	void releasesAtOnceWhatHasNotStarted() {
		ConcurrentLinkedQueue<Runnable> neverRun = new ConcurrentLinkedQueue<>();
		this.containers.schedule("a");
		DefaultDelayListenerContainer container = this.containers.create(this::handle);
		container.setTaskExecutor(neverRun::add);
		container.start();
		await().until(() -> neverRun.size() == 1);
		container.stop();
		assertThat(this.store.settlements()).singleElement().isInstanceOf(Settlement.Release.class);
		assertThat(this.store.count(QUEUE).due()).isOne();
		neverRun.remove().run();
		assertThat(this.deliveries).isEmpty();
	}

	@Test
	@KnownFault("spring-cloud-aws#137")
	void releasesWhatAClaimBringsDuringTheStop() {
		DefaultDelayListenerContainer container = this.containers.create(this::handle);
		this.store.next(Operation.CLAIM, Fault.meanwhile(() -> {
			container.stop(this.callbacks::incrementAndGet);
			await().until(() -> !this.store.isSubscribed());
		}));
		this.containers.schedule("a");
		container.start();
		await().until(() -> this.callbacks.get() == 1);
		assertThat(this.store.count(QUEUE).leased()).isZero();
		assertThat(this.store.count(QUEUE).due() + this.deliveries.size()).isOne();
	}

	@Test
	@SpringCitizen({ "stop order", "hangs" })
	void interruptsHandlersAtItsTimeoutAndReleasesTheirMessages() {
		this.containers.shutdownTimeout(Duration.ofMillis(50)).schedule("a");
		DefaultDelayListenerContainer container = this.containers.start(this::handleWhenReleased);
		await().until(() -> this.deliveries.size() == 1);
		container.stop();
		assertThat(this.store.settlements()).singleElement().isInstanceOf(Settlement.Release.class);
		assertThat(this.store.count(QUEUE).due()).isOne();
	}

	@Test
	@SpringCitizen("hangs")
	void leavesTheLeaseOfAHandlerThatDoesNotEnd() {
		this.containers.shutdownTimeout(Duration.ofMillis(50)).schedule("a");
		DefaultDelayListenerContainer container = this.containers.start((delivery) -> {
			this.deliveries.add(delivery);
			awaitUninterruptibly();
			return null;
		});
		await().until(() -> this.deliveries.size() == 1);
		container.stop();
		assertThat(this.store.settlements()).isEmpty();
		assertThat(this.store.count(QUEUE).leased()).isOne();
		int extensions = this.store.extensions().size();
		awaitDuring(Duration.ofMillis(100)).until(() -> this.store.extensions().size() == extensions);
	}

	@Test
	void takesTheLeaseFromWhoHasNotEndedWhenItIsOver() {
		List<Delivery> pending = new CopyOnWriteArrayList<>();
		this.containers.shutdownTimeout(Duration.ofMillis(50)).schedule("a");
		DefaultDelayListenerContainer container = this.containers.start((delivery) -> {
			pending.add(delivery);
			return new CompletableFuture<>();
		});
		await().until(() -> pending.size() == 1);
		container.stop();
		await().until(() -> pending.get(0).isLeaseLost());
		Acknowledgment acknowledgment = pending.get(0).getAcknowledgment();
		assertThatExceptionOfType(LeaseLostException.class)
			.isThrownBy(() -> acknowledgment.extendLease(Duration.ofSeconds(1)));
		acknowledgment.acknowledge();
		assertThat(this.containers.store().settlements()).isEmpty();
	}

	@Test
	void waitsForStages() {
		CompletableFuture<Void> stage = new CompletableFuture<>();
		this.containers.schedule("a");
		DefaultDelayListenerContainer container = this.containers.start((delivery) -> {
			this.deliveries.add(delivery);
			return stage;
		});
		await().until(() -> this.deliveries.size() == 1);
		container.stop(this.callbacks::incrementAndGet);
		awaitDuring(Duration.ofMillis(100)).until(() -> this.callbacks.get() == 0);
		stage.complete(null);
		await().until(() -> this.callbacks.get() == 1);
		assertThat(this.containers.isGone("a")).isTrue();
	}

	@Test
	@KnownFault("spring-data-redis#2262")
	@SpringCitizen("stop callback")
	void callsBackWithTheStoreDown() {
		for (Fault fault : List.of(NOT_DONE, NOT_SENT_BUT_UNKNOWN, REPLY_LOST)) {
			this.callbacks.set(0);
			this.store.allAlways(fault);
			this.containers.schedule("a");
			DefaultDelayListenerContainer container = this.containers.start(this::handle);
			await().until(() -> this.store.calls() > 0);
			long begin = System.nanoTime();
			container.stop(this.callbacks::incrementAndGet);
			await().until(() -> this.callbacks.get() == 1);
			assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(5));
		}
	}

	@Test
	void claimingNoMoreDoesNotCountAsRecovery() {
		this.containers.maxPollInterval(Duration.ofMillis(20)).schedule("a");
		DefaultDelayListenerContainer container = this.containers.start(this::handleWhenReleased);
		await().until(() -> this.deliveries.size() == 1);
		this.store.allAlways(NOT_DONE);
		await().until(() -> !this.containers.events(PollFailedEvent.class).isEmpty());
		container.stop(this.callbacks::incrementAndGet);
		awaitDuring(Duration.ofMillis(100)).until(() -> this.containers.events(PollRecoveredEvent.class).isEmpty());
		this.release.countDown();
		await().until(() -> this.callbacks.get() == 1);
		assertThat(this.containers.events(PollRecoveredEvent.class)).isEmpty();
	}

	@Test
	@KnownFault("spring-data-redis#2262")
	void callsBackWhileACallOfTheStoreHangsAndInterruptsIt() {
		AtomicReference<Thread> hanging = new AtomicReference<>();
		this.store.next(Operation.CLAIM, Fault.meanwhile(() -> {
			hanging.set(Thread.currentThread());
			awaitReleaseOrInterrupt();
		}));
		DefaultDelayListenerContainer container = this.containers.start(this::handle);
		await().until(() -> hanging.get() != null);
		container.stop(this.callbacks::incrementAndGet);
		await().until(() -> this.callbacks.get() == 1);
		await().until(() -> !hanging.get().isAlive());
	}

	@Test
	@KnownFault("spring-cloud-aws#137")
	@SpringCitizen("stop order")
	void writesSettlementsAsSoonAsTheStoreIsBack() {
		this.containers.schedule("a");
		this.store.next(Operation.SETTLE, NOT_DONE, NOT_SENT_BUT_UNKNOWN, REPLY_LOST, NOT_DONE);
		DefaultDelayListenerContainer container = this.containers.start(this::handleWhenReleased);
		await().until(() -> this.deliveries.size() == 1);
		container.stop(this.callbacks::incrementAndGet);
		this.release.countDown();
		await().until(() -> this.callbacks.get() == 1);
		assertThat(this.containers.isGone("a")).isTrue();
	}

	@Test
	@SpringCitizen("stop callback")
	void callsEveryCallbackOnce() {
		DefaultDelayListenerContainer container = this.containers.start(this::handle);
		container.stop(() -> {
			this.callbacks.incrementAndGet();
			throw new IllegalStateException("a bad callback");
		});
		IntStream.range(0, 4).parallel().forEach((i) -> container.stop(this.callbacks::incrementAndGet));
		container.stop();
		container.stop(this.callbacks::incrementAndGet);
		await().until(() -> this.callbacks.get() == 6);
		awaitDuring(Duration.ofMillis(50)).until(() -> this.callbacks.get() == 6);
		assertThat(this.store.forgotten()).hasSize(1);
	}

	@Test
	void callsBackWhenNeverStarted() {
		DefaultDelayListenerContainer container = this.containers.create(this::handle);
		container.stop();
		container.stop(this.callbacks::incrementAndGet);
		assertThat(this.callbacks).hasValue(1);
		assertThat(container.isRunning()).isFalse();
	}

	@Test
	@SpringCitizen("stop callback")
	void returnsWhenInterrupted() {
		this.containers.schedule("a");
		DefaultDelayListenerContainer container = this.containers.start(this::handleWhenReleased);
		await().until(() -> this.deliveries.size() == 1);
		Thread.currentThread().interrupt();
		container.stop();
		assertThat(Thread.interrupted()).isTrue();
		this.release.countDown();
		await().until(() -> this.containers.isGone("a"));
	}

	@Test
	void mayBeCalledByAHandler() {
		AtomicReference<Duration> duration = new AtomicReference<>();
		this.containers.schedule("a");
		this.containers.start((delivery) -> {
			long begin = System.nanoTime();
			this.containers.stopAll();
			duration.set(Duration.ofNanos(System.nanoTime() - begin));
			return null;
		});
		await().until(() -> this.containers.isGone("a"));
		assertThat(duration.get()).isLessThan(Duration.ofSeconds(3));
		await().until(() -> this.containers.events(ListenerStoppedEvent.class).size() == 1);
	}

	@Test
	void canBeStartedAgain() {
		DefaultDelayListenerContainer container = this.containers.start(this::handle);
		container.stop();
		container.start();
		assertThat(container.isRunning()).isTrue();
		this.containers.schedule("a");
		await().until(() -> this.containers.isGone("a"));
		container.stop();
		assertThat(this.store.forgotten()).hasSize(2).doesNotHaveDuplicates();
	}

	@Test
	void canBeStartedAgainWhileTheOldRunDrains() {
		this.containers.schedule("a");
		DefaultDelayListenerContainer container = this.containers.start(this::handleWhenReleased);
		await().until(() -> this.deliveries.size() == 1);
		container.stop(this.callbacks::incrementAndGet);
		container.start();
		assertThat(container.isRunning()).isTrue();
		this.release.countDown();
		this.containers.schedule("b");
		await().until(() -> this.containers.isGone("a") && this.containers.isGone("b") && this.callbacks.get() == 1);
		assertThat(container.isRunning()).isTrue();
	}

	@Test
	@KnownFault("rqueue#193")
	void startingTwiceMakesNoSecondPoller() {
		DefaultDelayListenerContainer container = this.containers.start(this::handle);
		container.start();
		await().until(() -> this.store.calls() >= 1);
		awaitDuring(Duration.ofMillis(100)).until(() -> this.store.calls() == 1);
	}

	@Test
	@KnownFault("rqueue#193")
	void leavesOnePollerAfterManyStarts() {
		DefaultDelayListenerContainer container = this.containers.maxPollInterval(Duration.ofMillis(50))
			.start(this::handle);
		for (int i = 0; i < 10; i++) {
			container.stop();
			container.start();
		}
		int before = this.store.calls();
		long begin = System.nanoTime();
		await().until(() -> System.nanoTime() - begin > 500_000_000L);
		int calls = this.store.calls() - before;
		assertThat(calls).isLessThanOrEqualTo((int) ((System.nanoTime() - begin) / 50_000_000L) + 2);
	}

	private @Nullable CompletionStage<?> handle(Delivery delivery) {
		this.deliveries.add(delivery);
		return null;
	}

	private @Nullable CompletionStage<?> handleWhenReleased(Delivery delivery) throws InterruptedException {
		this.deliveries.add(delivery);
		this.release.await();
		return null;
	}

	private void awaitReleaseOrInterrupt() {
		try {
			this.release.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException("interrupted", ex);
		}
	}

	private void awaitUninterruptibly() {
		boolean interrupted = false;
		while (true) {
			try {
				this.release.await();
				break;
			}
			catch (InterruptedException ex) {
				interrupted = true;
			}
		}
		if (interrupted) {
			Thread.currentThread().interrupt();
		}
	}

}
