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
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

import io.delayqueue.MessageState;
import io.delayqueue.event.ListenerStartedEvent;
import io.delayqueue.event.ListenerStoppedEvent;
import io.delayqueue.event.MessageDeadLetteredEvent;
import io.delayqueue.store.RetryPolicy;
import io.delayqueue.store.Source;
import io.delayqueue.store.memory.MutableInstantSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import static io.delayqueue.listener.Containers.QUEUE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.entry;

/**
 * Tests for {@link ManualDelivery}. Nothing but the test's own thread delivers, so that
 * nothing is waited for.
 */
@Timeout(60)
class ManualDeliveryTests {

	private static final Instant START = Instant.parse("2030-05-01T07:00:00Z");

	private static final Duration HOUR = Duration.ofHours(1);

	private final MutableInstantSource clock = new MutableInstantSource(START);

	@RegisterExtension
	final Containers containers = new Containers().clock(this.clock);

	private final Map<String, @Nullable Throwable> handled = new LinkedHashMap<>();

	private final ManualDelivery delivery = new ManualDelivery(this.clock, Duration.ofMillis(50),
			(delivery, failure) -> this.handled.put(delivery.getId(), failure));

	@Test
	void deliversNothingByItself() {
		DefaultDelayListenerContainer container = start((delivery) -> null);
		this.containers.schedule("a");
		this.clock.advance(HOUR);
		assertThat(container.isRunning()).isTrue();
		assertThat(container.getFailingQueues()).isEmpty();
		assertThat(this.handled).isEmpty();
		assertThat(this.containers.events(ListenerStartedEvent.class)).hasSize(1);
	}

	@Test
	void deliversOnTheCallersThreadOneAtATimeTheEarliestFirst() {
		List<Thread> threads = new ArrayList<>();
		start((delivery) -> {
			threads.add(Thread.currentThread());
			return null;
		}, QUEUE, "invoices");
		this.containers.schedule("b", Duration.ofSeconds(2));
		this.containers.schedule("invoices", "a", Duration.ofSeconds(1));
		assertThat(this.delivery.deliverNext(HOUR)).isFalse();
		assertThat(this.delivery.nextTime()).isEqualTo(START.plusSeconds(1));
		this.clock.advance(Duration.ofSeconds(5));
		assertThat(this.delivery.deliverNext(HOUR)).isTrue();
		assertThat(this.handled).containsOnlyKeys("a");
		assertThat(this.delivery.deliverNext(HOUR)).isTrue();
		assertThat(this.delivery.deliverNext(HOUR)).isFalse();
		assertThat(this.delivery.nextTime()).isAfter(START.plus(Duration.ofDays(364)));
		assertThat(this.handled.keySet()).containsExactly("a", "b");
		assertThat(threads).containsOnly(Thread.currentThread());
		assertThat(this.containers.isGone("b")).isTrue();
	}

	@Test
	void retriesAfterThePauseWithoutItsRandomPart() {
		this.containers.retryPolicy(new RetryPolicy(1, List.of(Duration.ofSeconds(1)), HOUR));
		start((delivery) -> {
			throw new IllegalArgumentException("no");
		});
		this.containers.schedule("a");
		assertThat(this.delivery.deliverNext(HOUR)).isTrue();
		assertThat(this.handled.get("a")).hasMessage("no");
		assertThat(this.delivery.deliverNext(HOUR)).isFalse();
		assertThat(this.delivery.nextTime()).isEqualTo(START.plusSeconds(1));
		this.clock.advance(Duration.ofSeconds(1));
		assertThat(this.delivery.deliverNext(HOUR)).isTrue();
		assertThat(this.containers.cause("a").attempt()).isEqualTo(2);
		assertThat(this.containers.events(MessageDeadLetteredEvent.class)).hasSize(1);
	}

	@RepeatedTest(50)
	void waitsForWhatAHandlerReturns() {
		start((delivery) -> CompletableFuture.runAsync(() -> {
			throw new IllegalStateException("later");
		}));
		this.containers.schedule("a");
		assertThat(this.delivery.deliverNext(HOUR)).isTrue();
		assertThat(this.handled.get("a")).hasMessage("later");
		assertThat(this.containers.state("a")).isEqualTo(MessageState.WAITING);
	}

	@Test
	void refusesToWaitForEver() {
		start((delivery) -> new CompletableFuture<>());
		this.containers.schedule("a");
		assertThatIllegalStateException().isThrownBy(() -> this.delivery.deliverNext(HOUR))
			.withMessageContaining("message 'a' of queue 'orders'")
			.withMessageContaining("has not completed within 50 ms");
	}

	@Test
	void handlerCannotDeliver() {
		start((delivery) -> {
			this.delivery.deliverNext(HOUR);
			return null;
		});
		this.containers.schedule("a");
		this.delivery.deliverNext(HOUR);
		assertThat(this.handled.get("a")).hasMessageContaining("can't deliver others");
	}

	@Test
	void confirmsAtMostOnceBeforeTheHandlerBegins() {
		List<Boolean> gone = new ArrayList<>();
		this.containers.ackMode(AckMode.NONE);
		start((delivery) -> {
			gone.add(this.containers.isGone("a"));
			return null;
		});
		this.containers.schedule("a");
		this.delivery.deliverNext(HOUR);
		assertThat(gone).containsExactly(true);
	}

	@Test
	void leaseOfWhatIsLeftUnsettledLastsAsLongAsTheTestLikes() {
		AtomicReference<Delivery> open = hold();
		assertThat(this.delivery.deliverNext(Duration.ofDays(400))).isFalse();
		this.clock.advance(Duration.ofDays(400));
		assertThat(this.delivery.deliverNext(HOUR)).isFalse();
		assertThat(open.get().isLeaseLost()).isFalse();
		open.get().getAcknowledgment().acknowledge();
		assertThat(this.containers.isGone("a")).isTrue();
	}

	@Test
	void handlerCanExtendItsLease() {
		start((delivery) -> {
			delivery.getAcknowledgment().extendLease(HOUR);
			return null;
		});
		this.containers.schedule("a");
		this.delivery.deliverNext(Duration.ZERO);
		assertThat(this.handled).containsExactly(entry("a", null));
	}

	@Test
	void whatIsLeftUnsettledCountsAsOneOfThoseHandledAtATime() {
		this.containers.concurrency(1);
		AtomicReference<Delivery> open = hold();
		this.containers.schedule("b");
		assertThat(this.delivery.deliverNext(HOUR)).isFalse();
		assertThat(this.delivery.nextTime()).isNull();
		open.get().getAcknowledgment().retryAfter(HOUR);
		assertThat(this.delivery.deliverNext(HOUR)).isTrue();
		assertThat(open.get().getId()).isEqualTo("b");
	}

	@Test
	void stopGivesBackWhatIsLeftUnsettled() {
		hold();
		this.containers.stopAll();
		assertThat(this.containers.state("a")).isEqualTo(MessageState.WAITING);
		assertThat(this.containers.events(ListenerStoppedEvent.class)).hasSize(1);
		assertThat(this.delivery.deliverNext(HOUR)).isFalse();
	}

	@Test
	void stoppedContainerStartsAgain() {
		DefaultDelayListenerContainer container = start((delivery) -> null);
		this.containers.stopAll();
		assertThat(container.isRunning()).isFalse();
		this.containers.schedule("a");
		container.start();
		container.start();
		assertThat(this.delivery.deliverNext(HOUR)).isTrue();
		assertThat(this.handled).containsOnlyKeys("a");
	}

	@Test
	void deliversNothingToPausedContainer() {
		DefaultDelayListenerContainer container = start((delivery) -> null);
		this.containers.schedule("a");
		container.pause();
		assertThat(this.delivery.deliverNext(HOUR)).isFalse();
		container.resume();
		assertThat(this.delivery.deliverNext(HOUR)).isTrue();
	}

	@Test
	void deliversDeadLettersAfterwards() {
		this.containers.retryPolicy(new RetryPolicy(0, List.of(Duration.ZERO), Duration.ZERO));
		start((delivery) -> {
			throw new IllegalArgumentException("no");
		});
		List<String> dead = new ArrayList<>();
		DefaultDelayListenerContainer container = this.containers.create((delivery) -> {
			dead.add(delivery.getId());
			return null;
		});
		container.setSource(Source.DEAD_LETTERS);
		container.setManualDelivery(this.delivery);
		container.start();
		this.containers.schedule("a");
		assertThat(this.delivery.deliverNext(HOUR)).isTrue();
		assertThat(this.delivery.deliverNext(HOUR)).isTrue();
		assertThat(dead).containsExactly("a");
		assertThat(this.containers.isGone("a")).isTrue();
	}

	@Test
	void resetForgetsWhatIsInFlight() {
		AtomicReference<Delivery> open = hold();
		this.delivery.reset();
		open.get().getAcknowledgment().acknowledge();
		assertThat(this.containers.state("a")).isEqualTo(MessageState.IN_FLIGHT);
		this.containers.schedule("b");
		assertThat(this.delivery.deliverNext(HOUR)).isTrue();
		assertThat(open.get().getId()).isEqualTo("b");
	}

	private AtomicReference<Delivery> hold() {
		this.containers.ackMode(AckMode.MANUAL);
		AtomicReference<Delivery> open = new AtomicReference<>();
		start((delivery) -> {
			open.set(delivery);
			return null;
		});
		this.containers.schedule("a");
		assertThat(this.delivery.deliverNext(HOUR)).isTrue();
		assertThat(this.containers.state("a")).isEqualTo(MessageState.IN_FLIGHT);
		return open;
	}

	private DefaultDelayListenerContainer start(DelayMessageListener listener, String... queues) {
		DefaultDelayListenerContainer container = this.containers.create(listener, queues);
		container.setManualDelivery(this.delivery);
		container.start();
		return container;
	}

}
