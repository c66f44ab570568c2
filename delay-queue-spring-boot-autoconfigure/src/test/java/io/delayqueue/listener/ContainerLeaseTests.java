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
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

import io.delayqueue.DelayQueueException;
import io.delayqueue.KnownFault;
import io.delayqueue.LeaseLostException;
import io.delayqueue.SpringCitizen;
import io.delayqueue.event.LeaseLostEvent;
import io.delayqueue.listener.PollerTask.Operation;
import io.delayqueue.store.Settlement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static io.delayqueue.listener.Containers.QUEUE;
import static io.delayqueue.listener.Containers.await;
import static io.delayqueue.listener.Containers.awaitDuring;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for how {@link DefaultDelayListenerContainer} keeps its leases and what it does
 * when it loses one.
 */
class ContainerLeaseTests {

	@RegisterExtension
	final Containers containers = new Containers().lease(Duration.ofMillis(300));

	private final ScriptedStore store = this.containers.store();

	private final List<Delivery> deliveries = new CopyOnWriteArrayList<>();

	private final CountDownLatch release = new CountDownLatch(1);

	@AfterEach
	void releaseHandlers() {
		this.release.countDown();
	}

	@Test
	@KnownFault("rqueue no renewal")
	@SpringCitizen("hangs")
	void renewsLeasesWhileHandlersRun() {
		this.containers.schedule("a");
		startWaiting();
		await().until(() -> this.store.extensions().size() >= 5);
		assertThat(this.deliveries).hasSize(1);
		assertThat(this.deliveries.get(0).isLeaseLost()).isFalse();
		this.release.countDown();
		await().until(() -> this.containers.isGone("a"));
		assertThat(this.containers.events(LeaseLostEvent.class)).isEmpty();
	}

	@Test
	void renewsManyLeasesInOneCall() {
		IntStream.range(0, 10).forEach((i) -> this.containers.schedule("m" + i));
		this.containers.concurrency(10);
		startWaiting();
		await().until(() -> this.store.extensions().size() >= 2);
		assertThat(this.store.extensions().get(1).leases()).hasSize(10);
	}

	@Test
	void renewsNoLeaseOfSettledMessages() {
		this.containers.schedule("a");
		this.release.countDown();
		startWaiting();
		await().until(() -> this.containers.isGone("a"));
		awaitDuring(Duration.ofMillis(200)).until(() -> this.store.extensions().isEmpty());
	}

	@Test
	@KnownFault("rqueue no renewal")
	@SpringCitizen("events")
	void tellsTheHandlerThatItsMessageWasCancelled() {
		this.containers.schedule("a");
		startWaiting();
		await().until(() -> this.deliveries.size() == 1);
		this.store.cancel(QUEUE, "a");
		await().until(() -> this.deliveries.get(0).isLeaseLost());
		await().until(() -> !this.containers.events(LeaseLostEvent.class).isEmpty());
		this.release.countDown();
		awaitDuring(Duration.ofMillis(100)).until(() -> this.containers.events(LeaseLostEvent.class).size() == 1);
		assertThat(this.containers.events(LeaseLostEvent.class))
			.containsExactly(new LeaseLostEvent("test", QUEUE, "a"));
		assertThat(this.store.settlements()).isEmpty();
	}

	@Test
	void noticesOnlyAtTheSettlementThatTheLeaseIsLost() {
		this.containers.lease(Duration.ofSeconds(30));
		this.containers.schedule("a");
		startWaiting();
		await().until(() -> this.deliveries.size() == 1);
		this.store.cancel(QUEUE, "a");
		this.release.countDown();
		await().until(() -> this.containers.events(LeaseLostEvent.class).size() == 1);
		assertThat(this.store.settlements()).singleElement().isInstanceOf(Settlement.Acknowledge.class);
	}

	@Test
	@KnownFault("rqueue no renewal")
	void isLostByTheOwnClockWhenRenewalsFail() {
		this.store.always(Operation.EXTEND, Containers.NOT_DONE);
		this.containers.schedule("a");
		startWaiting();
		await().until(() -> this.deliveries.size() == 1);
		await().until(() -> this.deliveries.get(0).isLeaseLost());
	}

	@Test
	void skipsAndReleasesWhatLostItsLeaseBeforeAHandlerBegan() {
		this.store.always(Operation.EXTEND, Containers.NOT_DONE);
		Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
		this.containers.schedule("a");
		DefaultDelayListenerContainer container = this.containers.create((delivery) -> {
			this.deliveries.add(delivery);
			return null;
		});
		container.setTaskExecutor(waiting::add);
		container.start();
		await().until(() -> !waiting.isEmpty());
		long begin = System.nanoTime();
		await().until(() -> System.nanoTime() - begin > 350_000_000L);
		waiting.remove().run();
		await().until(() -> !this.store.settlements().isEmpty());
		assertThat(this.deliveries).isEmpty();
		assertThat(this.store.settlements()).first().isInstanceOf(Settlement.Release.class);
		await().until(() -> !waiting.isEmpty());
		waiting.remove().run();
		await().until(() -> this.containers.isGone("a"));
		assertThat(this.deliveries).singleElement()
			.satisfies((delivery) -> assertThat(delivery.getAttempt()).isEqualTo(2));
	}

	@Test
	void handlersOfOtherMessagesGoOnWhenOneIsLost() {
		this.containers.schedule("a");
		this.containers.schedule("b");
		startWaiting();
		await().until(() -> this.deliveries.size() == 2);
		this.store.cancel(QUEUE, "a");
		await().until(() -> !this.containers.events(LeaseLostEvent.class).isEmpty());
		int extensions = this.store.extensions().size();
		await().until(() -> this.store.extensions().size() >= extensions + 2);
		assertThat(this.store.extensions().get(extensions + 1).leases()).hasSize(1);
		this.release.countDown();
		await().until(() -> this.containers.isGone("b"));
	}

	@Test
	void extendsALeaseAndDoesNotShortenItAgain() {
		this.containers.schedule("a");
		startWaiting();
		await().until(() -> this.deliveries.size() == 1);
		this.deliveries.get(0).getAcknowledgment().extendLease(Duration.ofSeconds(60));
		assertThat(this.store.extensions()).last()
			.satisfies((extension) -> assertThat(extension.lease()).isEqualTo(Duration.ofSeconds(60)));
		int extensions = this.store.extensions().size();
		awaitDuring(Duration.ofMillis(400)).until(() -> this.store.extensions().size() == extensions);
		assertThat(this.deliveries.get(0).isLeaseLost()).isFalse();
		this.release.countDown();
		await().until(() -> this.containers.isGone("a"));
	}

	@Test
	void doesNotShortenALeaseThatIsAskedToLastLessThanUsual() {
		this.containers.schedule("a");
		startWaiting();
		await().until(() -> this.deliveries.size() == 1);
		this.deliveries.get(0).getAcknowledgment().extendLease(Duration.ofMillis(1));
		assertThat(this.store.extensions()).last()
			.satisfies((extension) -> assertThat(extension.lease()).isEqualTo(Duration.ofMillis(300)));
		await().until(() -> this.store.extensions().size() >= 3);
	}

	@Test
	void tellsWhoWantsALongerLeaseThatItIsLost() {
		this.containers.schedule("a");
		startWaiting();
		await().until(() -> this.deliveries.size() == 1);
		this.store.cancel(QUEUE, "a");
		Acknowledgment acknowledgment = this.deliveries.get(0).getAcknowledgment();
		for (int i = 0; i < 2; i++) {
			assertThatExceptionOfType(LeaseLostException.class)
				.isThrownBy(() -> acknowledgment.extendLease(Duration.ofSeconds(60)))
				.satisfies((ex) -> assertThat(ex.getId() + ex.getQueue()).isEqualTo("a" + QUEUE));
		}
		assertThat(acknowledgment.isLeaseLost()).isTrue();
	}

	@Test
	void tellsWhoWantsALongerLeaseThatTheStoreCannotBeAsked() {
		this.containers.schedule("a");
		startWaiting();
		await().until(() -> this.deliveries.size() == 1);
		this.store.always(Operation.EXTEND, Containers.NOT_DONE);
		assertThatExceptionOfType(DelayQueueException.class)
			.isThrownBy(() -> this.deliveries.get(0).getAcknowledgment().extendLease(Duration.ofSeconds(60)))
			.withMessage("The lease of message 'a' of queue 'orders' could not be extended");
	}

	@Test
	void interruptsTheHandlerOfAMessageThatWasCancelledIfAsked() {
		this.containers.handling(new HandlingSettings(AckMode.AUTO, List.of(), true));
		this.containers.schedule("a");
		List<Throwable> interrupts = startAwaitingInterrupt();
		await().until(() -> this.deliveries.size() == 1);
		this.store.cancel(QUEUE, "a");
		await().until(() -> interrupts.size() == 1);
		awaitDuring(Duration.ofMillis(50)).until(() -> this.store.settlements().isEmpty());
	}

	@Test
	void interruptsTheHandlerWhenTheOwnClockSaysThatTheLeaseIsLostIfAsked() {
		this.containers.handling(new HandlingSettings(AckMode.AUTO, List.of(), true));
		this.store.always(Operation.EXTEND, Containers.NOT_DONE);
		this.containers.schedule("a");
		List<Throwable> interrupts = startAwaitingInterrupt();
		await().until(() -> interrupts.size() == 1);
	}

	@Test
	void interruptsNobodyUnlessAsked() {
		this.containers.schedule("a");
		List<Throwable> interrupts = startAwaitingInterrupt();
		await().until(() -> this.deliveries.size() == 1);
		this.store.cancel(QUEUE, "a");
		await().until(() -> this.deliveries.get(0).isLeaseLost());
		awaitDuring(Duration.ofMillis(100)).until(interrupts::isEmpty);
	}

	private List<Throwable> startAwaitingInterrupt() {
		List<Throwable> interrupts = new CopyOnWriteArrayList<>();
		this.containers.start((delivery) -> {
			this.deliveries.add(delivery);
			try {
				this.release.await();
			}
			catch (InterruptedException ex) {
				interrupts.add(ex);
				throw ex;
			}
			return null;
		});
		return interrupts;
	}

	private void startWaiting() {
		this.containers.start((delivery) -> {
			this.deliveries.add(delivery);
			this.release.await();
			return null;
		});
	}

}
