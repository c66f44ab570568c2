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
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

import io.delayqueue.event.ListenerStartedEvent;
import io.delayqueue.event.ListenerStoppedEvent;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.HintListener;
import io.delayqueue.store.HintSubscription;
import io.delayqueue.store.Source;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * The life of a container whose pollers consume on threads of their own.
 */
final class ContainerRun implements ContainerLife {

	private static final Log logger = LogFactory.getLog(DefaultDelayListenerContainer.class);

	private static final Duration GRACE_AFTER_INTERRUPT = Duration.ofSeconds(1);

	private static final Duration FINISH = Duration.ofSeconds(2);

	private static final Duration GRACE_FOR_POLLERS = Duration.ofMillis(500);

	private static final Duration GRACE_FOR_EVENTS = Duration.ofSeconds(1);

	private final String listenerId;

	private final Ticker ticker;

	private final Map<String, QueueConsumer> consumers;

	private final HandlerExecutor executor;

	private final EventDispatcher events;

	private final AtomicBoolean stopping = new AtomicBoolean();

	private final CompletableFuture<@Nullable Void> stopped = new CompletableFuture<>();

	private final Executor stopExecutor;

	private @Nullable HintSubscription subscription;

	ContainerRun(String listenerId, Ticker ticker, Map<String, QueueConsumer> consumers, HandlerExecutor executor,
			EventDispatcher events) {
		this(listenerId, ticker, consumers, executor, events, (task) -> new Thread(task, listenerId + "-stop").start());
	}

	ContainerRun(String listenerId, Ticker ticker, Map<String, QueueConsumer> consumers, HandlerExecutor executor,
			EventDispatcher events, Executor stopExecutor) {
		this.listenerId = listenerId;
		this.ticker = ticker;
		this.consumers = consumers;
		this.executor = executor;
		this.events = events;
		this.stopExecutor = stopExecutor;
	}

	@Override
	public void start(DelayQueueStore store) {
		try {
			this.subscription = store.subscribe(new Hints());
		}
		catch (RuntimeException ex) {
			logger.warn("Listener '" + this.listenerId + "' gets no hints and depends on its polls", ex);
		}
		this.consumers.values().forEach(QueueConsumer::start);
		logger.info("Listener '" + this.listenerId + "' started on " + this.consumers.keySet());
		this.events.dispatch(new ListenerStartedEvent(this.listenerId, this.consumers.keySet()));
	}

	@Override
	public boolean isRunning() {
		return !this.stopping.get() && this.consumers.values().stream().allMatch(QueueConsumer::isAlive);
	}

	@Override
	public Set<String> failingQueues() {
		Set<String> failing = new LinkedHashSet<>();
		this.consumers.forEach((queue, consumer) -> {
			if (!this.stopping.get() && consumer.isFailing()) {
				failing.add(queue);
			}
		});
		return failing;
	}

	@Override
	public Map<String, PollStatus> pollStatus() {
		Map<String, PollStatus> status = new LinkedHashMap<>();
		if (!this.stopping.get()) {
			this.consumers.forEach((queue, consumer) -> status.put(queue, consumer.status()));
		}
		return status;
	}

	@Override
	public void signal() {
		this.consumers.values().forEach(QueueConsumer::signal);
	}

	@Override
	public void stop(Runnable callback) {
		this.stopped.whenComplete((result, ex) -> call(callback));
		if (this.stopping.compareAndSet(false, true)) {
			try {
				this.stopExecutor.execute(this::stopAll);
			}
			catch (Throwable ex) {
				// No more threads are to be had: better a stop that blocks than none.
				stopAll();
			}
		}
	}

	@Override
	public void awaitStopped() {
		Thread current = Thread.currentThread();
		if (this.consumers.values().stream().anyMatch((consumer) -> consumer.isOwnThread(current))) {
			return;
		}
		try {
			this.stopped.get();
		}
		catch (InterruptedException ex) {
			current.interrupt();
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException("The stop of a container never fails", ex);
		}
	}

	private void stopAll() {
		try {
			closeSubscription();
			List<QueueConsumer> all = List.copyOf(this.consumers.values());
			all.forEach(QueueConsumer::drain);
			awaitHandlers(all);
			all.forEach((consumer) -> consumer.finishWithin(FINISH));
			long deadline = Ticker.after(this.ticker.read(), FINISH.plus(GRACE_FOR_POLLERS));
			for (QueueConsumer consumer : all) {
				consumer.awaitEnd(deadline - this.ticker.read());
			}
			this.executor.close();
			logger.info("Listener '" + this.listenerId + "' stopped");
			this.events.dispatch(new ListenerStoppedEvent(this.listenerId, this.consumers.keySet()));
			this.events.close(GRACE_FOR_EVENTS);
		}
		catch (Throwable ex) {
			logger.error("Listener '" + this.listenerId + "' did not stop in order", ex);
			this.consumers.values().forEach((consumer) -> consumer.finishWithin(Duration.ZERO));
		}
		finally {
			this.stopped.complete(null);
		}
	}

	private void awaitHandlers(List<QueueConsumer> all) throws InterruptedException {
		long begin = this.ticker.read();
		List<QueueConsumer> byTimeout = all.stream()
			.sorted(Comparator.comparing(QueueConsumer::shutdownTimeout))
			.toList();
		boolean allEnded = true;
		for (QueueConsumer consumer : byTimeout) {
			long deadline = Ticker.after(begin, consumer.shutdownTimeout());
			if (!consumer.awaitHandlers(deadline - this.ticker.read())) {
				consumer.interruptHandlers();
				allEnded = false;
			}
		}
		if (!allEnded) {
			long deadline = Ticker.after(this.ticker.read(), GRACE_AFTER_INTERRUPT);
			for (QueueConsumer consumer : byTimeout) {
				consumer.awaitHandlers(deadline - this.ticker.read());
			}
		}
	}

	private void closeSubscription() {
		HintSubscription subscription = this.subscription;
		if (subscription == null) {
			return;
		}
		try {
			subscription.close();
		}
		catch (RuntimeException ex) {
			logger.debug("The subscription of listener '" + this.listenerId + "' could not be closed", ex);
		}
	}

	private void call(Runnable callback) {
		try {
			callback.run();
		}
		catch (Throwable ex) {
			logger.warn("A callback at the stop of listener '" + this.listenerId + "' failed", ex);
		}
	}

	/**
	 * Wakes the pollers.
	 */
	private final class Hints implements HintListener {

		@Override
		public void onHint(String queue, Duration untilDue) {
			wake(queue, Source.MESSAGES, untilDue);
		}

		@Override
		public void onDeadLetterHint(String queue, Duration untilDue) {
			wake(queue, Source.DEAD_LETTERS, untilDue);
		}

		private void wake(String queue, Source source, Duration untilDue) {
			QueueConsumer consumer = ContainerRun.this.consumers.get(queue);
			if (consumer != null && consumer.source() == source) {
				consumer.hint(untilDue);
			}
		}

		@Override
		public void onHintsLost() {
			ContainerRun.this.consumers.values().forEach((consumer) -> consumer.hint(Duration.ZERO));
		}

	}

}
