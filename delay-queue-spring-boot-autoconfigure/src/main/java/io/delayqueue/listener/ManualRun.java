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

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

import io.delayqueue.event.ListenerStartedEvent;
import io.delayqueue.event.ListenerStoppedEvent;
import io.delayqueue.store.DelayQueueStore;

/**
 * The life of a container that consumes when {@link ManualDelivery} tells it to.
 */
final class ManualRun implements ContainerLife {

	private final String listenerId;

	private final Set<String> queues;

	private final ManualDelivery delivery;

	private final EventDispatcher events;

	private final Supplier<List<ManualConsumer>> factory;

	private volatile List<ManualConsumer> consumers = List.of();

	private volatile boolean running;

	ManualRun(String listenerId, Set<String> queues, ManualDelivery delivery, EventDispatcher events,
			Supplier<List<ManualConsumer>> factory) {
		this.listenerId = listenerId;
		this.queues = queues;
		this.delivery = delivery;
		this.events = events;
		this.factory = factory;
	}

	@Override
	public void start(DelayQueueStore store) {
		this.consumers = this.factory.get();
		this.running = true;
		this.delivery.add(this);
		this.events.dispatch(new ListenerStartedEvent(this.listenerId, this.queues));
	}

	List<ManualConsumer> consumers() {
		return this.consumers;
	}

	/**
	 * Begin anew with what the store holds then.
	 */
	void reset() {
		this.consumers.forEach(ManualConsumer::abandon);
		this.consumers = this.factory.get();
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	@Override
	public Set<String> failingQueues() {
		return Set.of();
	}

	@Override
	public Map<String, PollStatus> pollStatus() {
		return Map.of();
	}

	@Override
	public void signal() {
	}

	@Override
	public void stop(Runnable callback) {
		if (this.running) {
			this.running = false;
			this.delivery.remove(this);
			this.consumers.forEach(ManualConsumer::stop);
			this.events.dispatch(new ListenerStoppedEvent(this.listenerId, this.queues));
		}
		callback.run();
	}

	@Override
	public void awaitStopped() {
	}

}
