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

import io.delayqueue.listener.DelayMessageListener;

import org.springframework.util.Assert;

/**
 * An endpoint whose listener is given directly.
 *
 * @since 0.1.0
 */
public class SimpleDelayListenerEndpoint extends AbstractDelayListenerEndpoint {

	private final DelayMessageListener listener;

	/**
	 * Create an endpoint for one queue.
	 * @param id the id of the listener
	 * @param queue the name of the queue
	 * @param listener handles the deliveries
	 */
	public SimpleDelayListenerEndpoint(String id, String queue, DelayMessageListener listener) {
		super(id, queue);
		this.listener = checkListener(listener);
	}

	/**
	 * Create an endpoint for several queues.
	 * @param id the id of the listener
	 * @param queues the names of the queues
	 * @param listener handles the deliveries
	 */
	public SimpleDelayListenerEndpoint(String id, Collection<String> queues, DelayMessageListener listener) {
		super(id, queues);
		this.listener = checkListener(listener);
	}

	private static DelayMessageListener checkListener(DelayMessageListener listener) {
		Assert.notNull(listener, "'listener' must not be null");
		return listener;
	}

	@Override
	public DelayMessageListener getListener() {
		return this.listener;
	}

}
