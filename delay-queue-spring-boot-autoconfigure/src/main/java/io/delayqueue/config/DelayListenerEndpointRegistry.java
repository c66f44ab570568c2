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

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;

import io.delayqueue.listener.DelayListenerContainer;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.SmartLifecycle;
import org.springframework.util.Assert;

/**
 * Holds the containers of all listeners of an application context, and starts and stops
 * them with it. Safe for use by many threads.
 *
 * @since 0.1.0
 */
public class DelayListenerEndpointRegistry implements SmartLifecycle, DisposableBean {

	/**
	 * The phase in which listeners start and stop: they are among the last to start, and
	 * stop before the web server, the executors and the connections they work with.
	 */
	public static final int PHASE = Integer.MAX_VALUE - 100;

	private final Map<String, Registration> registrations = new LinkedHashMap<>();

	private final ReentrantLock lock = new ReentrantLock();

	private boolean running;

	/**
	 * Make the container of a listener and keep it. It is started if this registry is
	 * running and the container is to start by itself.
	 * @param endpoint the listener
	 * @param factory makes the container
	 * @return the container
	 * @throws InvalidDelayListenerException if the id is taken
	 */
	public DelayListenerContainer register(DelayListenerEndpoint endpoint, DelayListenerContainerFactory<?> factory) {
		Assert.notNull(endpoint, "'endpoint' must not be null");
		Assert.notNull(factory, "'factory' must not be null");
		DelayListenerContainer container = factory.createContainer(endpoint);
		this.lock.lock();
		try {
			Registration taken = this.registrations.get(endpoint.getId());
			if (taken != null) {
				throw new InvalidDelayListenerException("Id '" + endpoint.getId() + "' belongs to two listeners: "
						+ taken.endpoint() + ", and " + endpoint, "Give one of them another id", null);
			}
			this.registrations.put(endpoint.getId(), new Registration(endpoint.toString(), container));
			if (this.running && container.isAutoStartup()) {
				container.start();
			}
			return container;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Stop the container of a listener, wait until it has stopped, and forget it, so that
	 * the id is free.
	 * @param id the id of the listener
	 * @return whether there was such a listener
	 */
	public boolean unregister(String id) {
		Optional<DelayListenerContainer> container = findContainer(id);
		container.ifPresent(DelayListenerContainer::stop);
		this.lock.lock();
		try {
			this.registrations.remove(id);
		}
		finally {
			this.lock.unlock();
		}
		// Meanwhile this registry may have been started.
		container.ifPresent(DelayListenerContainer::stop);
		return container.isPresent();
	}

	/**
	 * Return the container of a listener.
	 * @param id the id of the listener
	 * @return the container, or empty if there is no such listener
	 */
	public Optional<DelayListenerContainer> findContainer(String id) {
		this.lock.lock();
		try {
			return Optional.ofNullable(this.registrations.get(id)).map(Registration::container);
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Return the containers of all listeners.
	 * @return the containers, in the order of their registration
	 */
	public List<DelayListenerContainer> getContainers() {
		this.lock.lock();
		try {
			return this.registrations.values().stream().map(Registration::container).toList();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Return the ids of all listeners.
	 * @return the ids, in the order of their registration
	 */
	public Set<String> getIds() {
		this.lock.lock();
		try {
			return Collections.unmodifiableSet(new LinkedHashSet<>(this.registrations.keySet()));
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public void start() {
		this.lock.lock();
		try {
			this.running = true;
			getContainers().stream()
				.filter(DelayListenerContainer::isAutoStartup)
				.forEach(DelayListenerContainer::start);
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public void stop() {
		CountDownLatch stopped = new CountDownLatch(1);
		stop(stopped::countDown);
		try {
			stopped.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@Override
	public void stop(Runnable callback) {
		Collection<DelayListenerContainer> containers;
		this.lock.lock();
		try {
			this.running = false;
			containers = getContainers();
		}
		finally {
			this.lock.unlock();
		}
		new ParallelStop(containers, callback).run();
	}

	@Override
	public boolean isRunning() {
		this.lock.lock();
		try {
			return this.running;
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public int getPhase() {
		return PHASE;
	}

	/**
	 * Stop the containers that were started by hand while this registry was not running.
	 */
	@Override
	public void destroy() {
		stop();
	}

	private record Registration(String endpoint, DelayListenerContainer container) {

	}

}
