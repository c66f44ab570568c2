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

import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;

import io.delayqueue.listener.DelayMessageListener;

/**
 * Makes {@link FakeContainer}s and remembers them.
 */
public class FakeContainerFactory implements DelayListenerContainerFactory<FakeContainer> {

	private final List<FakeContainer> containers = new ArrayList<>();

	private final List<DelayMessageListener> listeners = new ArrayList<>();

	@Override
	public FakeContainer createContainer(DelayListenerEndpoint endpoint) {
		FakeContainer container = new FakeContainer(endpoint);
		this.listeners.add(endpoint.getListener());
		this.containers.add(container);
		return container;
	}

	public List<FakeContainer> getContainers() {
		return this.containers;
	}

	/**
	 * Return the ids of the listeners in the order in which they came.
	 * @return the ids
	 */
	public List<String> getIds() {
		return this.containers.stream().map(FakeContainer::getId).toList();
	}

	/**
	 * Return the listener of a container.
	 * @param id the id of the listener
	 * @return the listener
	 */
	public DelayMessageListener getListener(String id) {
		int index = getIds().indexOf(id);
		if (index < 0) {
			throw new NoSuchElementException("No listener '" + id + "' among " + getIds());
		}
		return this.listeners.get(index);
	}

}
