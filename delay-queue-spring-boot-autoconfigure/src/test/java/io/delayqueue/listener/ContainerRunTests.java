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
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import io.delayqueue.SpringCitizen;
import io.delayqueue.event.ConsumerFailedEvent;
import io.delayqueue.observation.ConsumerMetrics;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.HintListener;
import io.delayqueue.store.HintSubscription;
import io.delayqueue.store.RetryPolicy;
import io.delayqueue.store.Source;
import io.delayqueue.store.memory.InMemoryDelayQueueStore;
import io.micrometer.observation.ObservationRegistry;
import org.junit.jupiter.api.Test;

import static io.delayqueue.listener.Containers.QUEUE;
import static io.delayqueue.listener.Containers.await;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ContainerRun}, where something is broken that never should be.
 */
class ContainerRunTests {

	private final List<Object> events = new CopyOnWriteArrayList<>();

	private final AtomicInteger callbacks = new AtomicInteger();

	@Test
	@SpringCitizen("running")
	void isNotRunningOnceAPollerHasDied() {
		AtomicInteger reads = new AtomicInteger();
		ContainerRun run = run(() -> {
			if (reads.incrementAndGet() > 10 && Thread.currentThread().getName().contains("-poller-")) {
				throw new IllegalStateException("broken beyond repair");
			}
			return reads.get();
		});
		run.start(new InMemoryDelayQueueStore());
		// What ends the poller is an uncaught exception of its thread, and so meant.
		await().dontCatchUncaughtExceptions().until(() -> !run.isRunning());
		assertThat(run.failingQueues()).containsExactly(QUEUE);
		assertThat(run.pollStatus().get(QUEUE).ended()).isTrue();
		await().dontCatchUncaughtExceptions().until(() -> this.events.contains(new ConsumerFailedEvent("test", QUEUE)));
		run.stop(this.callbacks::incrementAndGet);
		await().dontCatchUncaughtExceptions().until(() -> this.callbacks.get() == 1);
		assertThat(run.pollStatus()).isEmpty();
	}

	@Test
	void stopsAlsoWhenNoThreadIsToBeHad() {
		ContainerRun run = run(Ticker.system(), (task) -> {
			throw new OutOfMemoryError("unable to create native thread");
		});
		run.start(new InMemoryDelayQueueStore());
		run.stop(this.callbacks::incrementAndGet);
		assertThat(this.callbacks).hasValue(1);
		assertThat(run.isRunning()).isFalse();
	}

	@Test
	void startsAndStopsWithoutHints() {
		DelayQueueStore store = storeWithSubscription(() -> {
			throw new IllegalStateException("no hints");
		});
		ContainerRun run = run(Ticker.system());
		run.start(store);
		assertThat(run.isRunning()).isTrue();
		run.stop(this.callbacks::incrementAndGet);
		run.awaitStopped();
		await().until(() -> this.callbacks.get() == 1);
	}

	@Test
	void stopsWhenTheSubscriptionCannotBeClosed() {
		DelayQueueStore store = storeWithSubscription(() -> () -> {
			throw new IllegalStateException("not closed");
		});
		ContainerRun run = run(Ticker.system());
		run.start(store);
		run.stop(this.callbacks::incrementAndGet);
		await().until(() -> this.callbacks.get() == 1);
	}

	private static DelayQueueStore storeWithSubscription(Supplier<HintSubscription> subscription) {
		return new ScriptedStore(new InMemoryDelayQueueStore()) {
			@Override
			public HintSubscription subscribe(HintListener listener) {
				return subscription.get();
			}
		};
	}

	private ContainerRun run(Ticker ticker) {
		return run(ticker, (task) -> new Thread(task).start());
	}

	private ContainerRun run(Ticker ticker, Executor stopExecutor) {
		ListenerSettings settings = new ListenerSettings(1, Duration.ofSeconds(30), Duration.ofSeconds(5),
				Duration.ofSeconds(1), new RetryPolicy(1, List.of(Duration.ZERO), Duration.ZERO));
		EventDispatcher events = new EventDispatcher((event) -> {
			this.events.add(event);
			throw new IllegalStateException("a bad event listener");
		}, "test");
		ConsumerContext context = ConsumerContext.create("test", QUEUE, Source.MESSAGES, settings, 1,
				new InMemoryDelayQueueStore(), ticker, new WakeUp(ticker),
				new ConsumerReport("test", QUEUE, Source.MESSAGES, events, ConsumerMetrics.NONE),
				new PollReport("test", QUEUE, events, new StoreOutages()),
				new HandlingObserver("test", QUEUE, ticker, ConsumerMetrics.NONE, ObservationRegistry.NOOP, null));
		HandlerExecutor executor = HandlerExecutor.ofPlatformThreads("test", 1);
		QueueConsumer consumer = new QueueConsumer("test", context, (delivery) -> null,
				new ListenerChain(List.of(), null), executor, () -> false);
		return new ContainerRun("test", ticker, Map.of(QUEUE, consumer), executor, events, stopExecutor);
	}

}
