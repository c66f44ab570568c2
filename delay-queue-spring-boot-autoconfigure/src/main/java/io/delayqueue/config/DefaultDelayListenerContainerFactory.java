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

package io.delayqueue.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Function;

import io.delayqueue.listener.AckMode;
import io.delayqueue.listener.DefaultDelayListenerContainer;
import io.delayqueue.listener.DelayListenerErrorHandler;
import io.delayqueue.listener.DelayMessageInterceptor;
import io.delayqueue.listener.DelayMessageListener;
import io.delayqueue.listener.ListenerSettings;
import io.delayqueue.listener.ManualDelivery;
import io.delayqueue.listener.StoreOutages;
import io.delayqueue.observation.HandleConvention;
import io.delayqueue.observation.ListenerMetrics;
import io.delayqueue.store.DeadLetterPolicy;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.Source;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.ApplicationEventPublisherAware;
import org.springframework.util.Assert;

/**
 * Makes {@link DefaultDelayListenerContainer containers} for one store. What a listener
 * sets comes before what its queue sets, and that before the settings of this factory.
 *
 * @since 0.1.0
 */
public class DefaultDelayListenerContainerFactory
		implements DelayListenerContainerFactory<DefaultDelayListenerContainer>, ApplicationEventPublisherAware {

	private final DelayQueueStore store;

	private final ListenerSettings settings;

	private final StoreOutages outages = new StoreOutages();

	private Function<String, ListenerSettingsOverrides> queueOverrides = (queue) -> ListenerSettingsOverrides.NONE;

	private boolean autoStartup = true;

	private @Nullable Executor taskExecutor;

	private boolean virtualThreads;

	private List<DelayMessageInterceptor> interceptors = List.of();

	private @Nullable DelayListenerErrorHandler errorHandler;

	private ListenerMetrics metrics = ListenerMetrics.NONE;

	private ObservationRegistry observationRegistry = ObservationRegistry.NOOP;

	private @Nullable HandleConvention observationConvention;

	private @Nullable ManualDelivery manualDelivery;

	private List<DelayListenerContainerCustomizer> containerCustomizers = List.of();

	private @Nullable ApplicationEventPublisher eventPublisher;

	/**
	 * Create a factory.
	 * @param store the store that the containers consume from
	 * @param settings the settings of listeners that set nothing else
	 */
	public DefaultDelayListenerContainerFactory(DelayQueueStore store, ListenerSettings settings) {
		Assert.notNull(store, "'store' must not be null");
		Assert.notNull(settings, "'settings' must not be null");
		this.store = store;
		this.settings = settings;
	}

	/**
	 * Set what queues set differently from the settings of this factory.
	 * @param queueOverrides gives the overrides of a queue by its name
	 */
	public void setQueueOverrides(Function<String, ListenerSettingsOverrides> queueOverrides) {
		Assert.notNull(queueOverrides, "'queueOverrides' must not be null");
		this.queueOverrides = queueOverrides;
	}

	/**
	 * Set whether containers start with the application; so they do by default.
	 * @param autoStartup whether they start by themselves
	 */
	public void setAutoStartup(boolean autoStartup) {
		this.autoStartup = autoStartup;
	}

	/**
	 * Set the executor that runs the handlers. It must not run tasks in the caller's
	 * thread, which is the poller that renews the leases.
	 * @param taskExecutor the executor, or {@code null} for threads of each container's
	 * own
	 */
	public void setTaskExecutor(@Nullable Executor taskExecutor) {
		this.taskExecutor = taskExecutor;
	}

	/**
	 * Set whether the containers' own threads are virtual ones.
	 * @param virtualThreads whether to use virtual threads
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
	 * Set what sees the failures of listeners that have no error handler of their own.
	 * @param errorHandler the error handler, or {@code null} for none
	 */
	public void setErrorHandler(@Nullable DelayListenerErrorHandler errorHandler) {
		this.errorHandler = errorHandler;
	}

	/**
	 * Set what keeps account of what happens to the messages; by default nothing.
	 * @param metrics told of it
	 */
	public void setMetrics(ListenerMetrics metrics) {
		Assert.notNull(metrics, "'metrics' must not be null");
		this.metrics = metrics;
	}

	/**
	 * Set where the handling of each message is observed; by default nowhere.
	 * @param observationRegistry keeps the observations
	 * @param convention how they are named, or {@code null} for as by default
	 */
	public void setObservationRegistry(ObservationRegistry observationRegistry, @Nullable HandleConvention convention) {
		Assert.notNull(observationRegistry, "'observationRegistry' must not be null");
		this.observationRegistry = observationRegistry;
		this.observationConvention = convention;
	}

	/**
	 * Set what tells the containers to deliver, so that they don't poll: for tests.
	 * @param manualDelivery tells them to deliver, or {@code null} to poll
	 */
	public void setManualDelivery(@Nullable ManualDelivery manualDelivery) {
		this.manualDelivery = manualDelivery;
	}

	/**
	 * Set what changes containers after this factory has set them up.
	 * @param containerCustomizers the customizers, in the order in which they are called
	 */
	public void setContainerCustomizers(List<? extends DelayListenerContainerCustomizer> containerCustomizers) {
		this.containerCustomizers = List.copyOf(containerCustomizers);
	}

	@Override
	public void setApplicationEventPublisher(ApplicationEventPublisher eventPublisher) {
		this.eventPublisher = eventPublisher;
	}

	@Override
	public DefaultDelayListenerContainer createContainer(DelayListenerEndpoint endpoint) {
		Map<String, ListenerSettings> queues = new LinkedHashMap<>();
		endpoint.getQueues().forEach((queue) -> queues.put(queue, resolveSettings(endpoint, queue)));
		DelayMessageListener listener = endpoint.getListener();
		queues.forEach((queue, settings) -> checkSettled(queue, settings, listener));
		if (endpoint.isDeadLetters()) {
			queues.forEach(DefaultDelayListenerContainerFactory::checkKept);
		}
		else {
			queues.forEach(DefaultDelayListenerContainerFactory::checkHeldBack);
		}
		DefaultDelayListenerContainer container = new DefaultDelayListenerContainer(this.store, endpoint.getId(),
				queues, listener);
		container.setSource(endpoint.isDeadLetters() ? Source.DEAD_LETTERS : Source.MESSAGES);
		Boolean startup = endpoint.getAutoStartup();
		container.setAutoStartup((startup != null) ? startup : this.autoStartup);
		Executor executor = endpoint.getExecutor();
		container.setTaskExecutor((executor != null) ? executor : this.taskExecutor);
		container.setVirtualThreads(this.virtualThreads);
		container.setInterceptors(this.interceptors);
		DelayListenerErrorHandler errorHandler = endpoint.getErrorHandler();
		container.setErrorHandler((errorHandler != null) ? errorHandler : this.errorHandler);
		container.setOutages(this.outages);
		container.setMetrics(this.metrics);
		container.setObservationRegistry(this.observationRegistry, this.observationConvention);
		container.setManualDelivery(this.manualDelivery);
		if (this.eventPublisher != null) {
			container.setEventPublisher(this.eventPublisher);
		}
		this.containerCustomizers.forEach((customizer) -> customizer.customize(container));
		return container;
	}

	// Else it would stand still as soon as it had as many messages as it may have.
	private static void checkSettled(String queue, ListenerSettings settings, DelayMessageListener listener) {
		Assert.state(settings.handling().ackMode() != AckMode.MANUAL || listener.canSettle(),
				() -> "The messages of queue '" + queue + "' are for the method to settle, since its ack mode is "
						+ "manual, but the method takes nothing to settle them with. Add a parameter of type "
						+ "Acknowledgment or Delivery, in batches List<Delivery>, or set another ack mode");
	}

	// Else as many would be handled at a time as there are threads, in all instances.
	private static void checkHeldBack(String queue, ListenerSettings settings) {
		int maxInFlight = settings.limits().maxInFlight();
		Assert.state(maxInFlight == 0 || settings.handling().ackMode() != AckMode.NONE,
				() -> "At most " + maxInFlight + " messages of queue '" + queue
						+ "' may be in flight, but with ack mode "
						+ "none no message is in flight any more when its handling begins. Remove the limit (with "
						+ "Spring Boot: 'delay-queue.queues." + queue + ".max-in-flight'), or set another ack mode");
	}

	private static void checkKept(String queue, ListenerSettings settings) {
		DeadLetterPolicy policy = settings.deadLetters();
		Assert.state((policy.keepFailed() || policy.keepExpired()) && policy.maxSize() > 0,
				() -> "The method listens to the dead letters of queue '" + queue + "', but none are kept: with Spring "
						+ "Boot, 'delay-queue.dead-letter.enabled' is false or 'delay-queue.dead-letter.max-size' is "
						+ "0. Change that, or remove the listener");
	}

	private ListenerSettings resolveSettings(DelayListenerEndpoint endpoint, String queue) {
		return endpoint.getOverrides().applyTo(this.queueOverrides.apply(queue).applyTo(this.settings));
	}

}
