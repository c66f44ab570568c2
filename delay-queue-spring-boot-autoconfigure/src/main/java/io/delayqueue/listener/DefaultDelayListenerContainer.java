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

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;

import io.delayqueue.observation.ConsumerMetrics;
import io.delayqueue.observation.HandleConvention;
import io.delayqueue.observation.ListenerMetrics;
import io.delayqueue.store.ClaimRequest;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.Source;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

import org.springframework.context.ApplicationEventPublisher;
import org.springframework.util.Assert;

/**
 * Container that consumes each of its queues with a poller of its own. The setters are to
 * be called before it is started.
 *
 * @since 0.1.0
 */
public final class DefaultDelayListenerContainer implements DelayListenerContainer {

	private final DelayQueueStore store;

	private final String id;

	private final Map<String, ListenerSettings> queues;

	private final DelayMessageListener listener;

	private final int batchSize;

	private Source source = Source.MESSAGES;

	private boolean autoStartup = true;

	private @Nullable ApplicationEventPublisher eventPublisher;

	private @Nullable Executor taskExecutor;

	private boolean virtualThreads;

	private List<DelayMessageInterceptor> interceptors = List.of();

	private @Nullable DelayListenerErrorHandler errorHandler;

	private StoreOutages outages = new StoreOutages();

	private ListenerMetrics metrics = ListenerMetrics.NONE;

	private ObservationRegistry observationRegistry = ObservationRegistry.NOOP;

	private @Nullable HandleConvention observationConvention;

	private @Nullable ManualDelivery manualDelivery;

	private final ReentrantLock lock = new ReentrantLock();

	private @Nullable ContainerLife run;

	private volatile boolean paused;

	/**
	 * Create a container.
	 * @param store the store
	 * @param id the listener's id
	 * @param queues the queues, in the order to be shown, and how to consume each
	 * @param listener handles the messages
	 */
	public DefaultDelayListenerContainer(DelayQueueStore store, String id, Map<String, ListenerSettings> queues,
			DelayMessageListener listener) {
		Assert.hasText(id, "'id' must not be empty");
		Assert.notEmpty(queues, () -> "Listener '" + id + "' has no queue");
		this.store = store;
		this.id = id;
		this.queues = Collections.unmodifiableMap(new LinkedHashMap<>(queues));
		this.listener = listener;
		this.batchSize = (listener instanceof BatchDelayMessageListener<?> batch) ? batch.getBatchSize() : 1;
		Assert.isTrue(this.batchSize >= 1 && this.batchSize <= ClaimRequest.MAX_MESSAGES,
				() -> "The batch size of listener '" + id + "' must be from 1 to " + ClaimRequest.MAX_MESSAGES
						+ ", but is " + this.batchSize);
	}

	/**
	 * Set what is consumed of the queues; by default the messages that are due.
	 * @param source what is consumed
	 */
	public void setSource(Source source) {
		this.source = source;
	}

	/**
	 * Set whether to start with the application; so it is by default.
	 * @param autoStartup whether it starts by itself
	 */
	public void setAutoStartup(boolean autoStartup) {
		this.autoStartup = autoStartup;
	}

	/**
	 * Set where events are published; by default nowhere.
	 * @param eventPublisher the publisher
	 */
	public void setEventPublisher(ApplicationEventPublisher eventPublisher) {
		this.eventPublisher = eventPublisher;
	}

	/**
	 * Set what handlers run on instead of the container's own threads. It must not run
	 * tasks in the caller's thread, which is the poller that renews the leases: that
	 * counts as if it had rejected them.
	 * @param taskExecutor the executor, or {@code null} for own threads
	 */
	public void setTaskExecutor(@Nullable Executor taskExecutor) {
		this.taskExecutor = taskExecutor;
	}

	/**
	 * Set whether the container's own threads for handlers are virtual.
	 * @param virtualThreads whether they are
	 */
	public void setVirtualThreads(boolean virtualThreads) {
		this.virtualThreads = virtualThreads;
	}

	/**
	 * Set what comes around the handling of each message.
	 * @param interceptors the interceptors, the outermost first
	 */
	public void setInterceptors(List<? extends DelayMessageInterceptor> interceptors) {
		this.interceptors = List.copyOf(interceptors);
	}

	/**
	 * Set what sees failures first.
	 * @param errorHandler the error handler, or {@code null} for none
	 */
	public void setErrorHandler(@Nullable DelayListenerErrorHandler errorHandler) {
		this.errorHandler = errorHandler;
	}

	/**
	 * Set what this container shares with others of the same store, so that they tell of
	 * an outage together.
	 * @param outages the outages of the store
	 */
	public void setOutages(StoreOutages outages) {
		this.outages = outages;
	}

	/**
	 * Set what keeps account of what happens to the messages; by default nothing.
	 * @param metrics told of it
	 */
	public void setMetrics(ListenerMetrics metrics) {
		this.metrics = metrics;
	}

	/**
	 * Set where the handling of each message is observed; by default nowhere.
	 * @param observationRegistry keeps the observations
	 * @param convention how they are named, or {@code null} for as by default
	 */
	public void setObservationRegistry(ObservationRegistry observationRegistry, @Nullable HandleConvention convention) {
		this.observationRegistry = observationRegistry;
		this.observationConvention = convention;
	}

	/**
	 * Set what tells this container to deliver, so that it does not poll: for tests.
	 * @param manualDelivery tells it to deliver, or {@code null} to poll
	 */
	public void setManualDelivery(@Nullable ManualDelivery manualDelivery) {
		this.manualDelivery = manualDelivery;
	}

	@Override
	public String getId() {
		return this.id;
	}

	@Override
	public Set<String> getQueues() {
		return this.queues.keySet();
	}

	@Override
	public boolean isAutoStartup() {
		return this.autoStartup;
	}

	@Override
	public void start() {
		this.lock.lock();
		try {
			ContainerLife last = this.run;
			if (last != null && last.isRunning()) {
				return;
			}
			if (last != null) {
				// One of its pollers may have died; the others must not go on beside new
				// ones.
				last.stop(() -> {
				});
			}
			ManualDelivery manual = this.manualDelivery;
			ContainerLife run = (manual != null) ? newManualRun(manual) : newRun();
			this.run = run;
			run.start(this.store);
		}
		finally {
			this.lock.unlock();
		}
	}

	private ContainerRun newRun() {
		Ticker ticker = Ticker.system();
		EventDispatcher events = new EventDispatcher(this.eventPublisher, this.id);
		HandlerExecutor executor = newExecutor();
		ListenerChain chain = new ListenerChain(this.interceptors, this.errorHandler);
		Map<String, QueueConsumer> consumers = new LinkedHashMap<>();
		this.queues.forEach((queue, settings) -> {
			ConsumerContext context = newContext(queue, settings, ticker, new WakeUp(ticker), events);
			consumers.put(queue, new QueueConsumer(this.id, context, this.listener, chain, executor, this::isPaused));
		});
		return new ContainerRun(this.id, ticker, consumers, executor, events);
	}

	private ManualRun newManualRun(ManualDelivery manual) {
		EventDispatcher events = EventDispatcher.direct(this.eventPublisher);
		ListenerChain chain = new ListenerChain(this.interceptors, this.errorHandler, manual::observed);
		return new ManualRun(this.id, this.queues.keySet(), manual, events, () -> {
			Ticker ticker = Ticker.of(manual.clock());
			return this.queues.entrySet()
				.stream()
				.map((queue) -> new ManualConsumer(ticker,
						(wakeUp) -> newContext(queue.getKey(), ManualDelivery.settings(queue.getValue()), ticker,
								wakeUp, events),
						this.listener, chain, this::isPaused))
				.toList();
		});
	}

	private ConsumerContext newContext(String queue, ListenerSettings settings, Ticker ticker, WakeUp wakeUp,
			EventDispatcher events) {
		ConsumerMetrics metrics = this.metrics.forConsumer(this.id, queue);
		HandlingObserver observer = new HandlingObserver(this.id, queue, ticker, metrics, this.observationRegistry,
				this.observationConvention);
		ConsumerReport report = new ConsumerReport(this.id, queue, this.source, events, metrics);
		PollReport pollReport = new PollReport(this.id, queue, events, this.outages);
		return ConsumerContext.create(this.id, queue, this.source, settings, this.batchSize, this.store, ticker, wakeUp,
				report, pollReport, observer);
	}

	private HandlerExecutor newExecutor() {
		if (this.taskExecutor != null) {
			return HandlerExecutor.of(this.taskExecutor);
		}
		if (this.virtualThreads) {
			return HandlerExecutor.ofVirtualThreads(this.id);
		}
		return HandlerExecutor.ofPlatformThreads(this.id,
				this.queues.values().stream().mapToInt(ListenerSettings::concurrency).sum());
	}

	@Override
	public void stop() {
		ContainerLife run = currentRun();
		if (run != null) {
			run.stop(() -> {
			});
			run.awaitStopped();
		}
	}

	@Override
	public void stop(Runnable callback) {
		ContainerLife run = currentRun();
		if (run != null) {
			run.stop(callback);
		}
		else {
			callback.run();
		}
	}

	@Override
	public boolean isRunning() {
		ContainerLife run = currentRun();
		return run != null && run.isRunning();
	}

	@Override
	public Set<String> getFailingQueues() {
		ContainerLife run = currentRun();
		return (run != null) ? run.failingQueues() : Set.of();
	}

	@Override
	public Map<String, PollStatus> getPollStatus() {
		ContainerLife run = currentRun();
		return (run != null) ? run.pollStatus() : Map.of();
	}

	private @Nullable ContainerLife currentRun() {
		this.lock.lock();
		try {
			return this.run;
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public void pause() {
		this.paused = true;
	}

	@Override
	public void resume() {
		this.paused = false;
		ContainerLife run = currentRun();
		if (run != null) {
			run.signal();
		}
	}

	@Override
	public boolean isPaused() {
		return this.paused;
	}

}
