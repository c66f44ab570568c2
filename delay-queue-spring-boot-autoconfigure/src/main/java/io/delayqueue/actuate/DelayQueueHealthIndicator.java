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

package io.delayqueue.actuate;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

import io.delayqueue.config.DelayListenerEndpointRegistry;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.util.Assert;

/**
 * {@link HealthIndicator} of the listeners. It is down if one of them has a poller that
 * has ended by itself, or has had no success with the store for too long. It never asks
 * the store, so it answers at once whatever state that is in.
 *
 * @since 0.1.0
 */
public class DelayQueueHealthIndicator extends AbstractHealthIndicator {

	private final DelayListenerEndpointRegistry registry;

	private final Duration threshold;

	/**
	 * Create an indicator.
	 * @param registry knows the listeners
	 * @param threshold how long the store may fail or be silent before that counts
	 */
	public DelayQueueHealthIndicator(DelayListenerEndpointRegistry registry, Duration threshold) {
		super("The listeners of the delay queue can't be looked at");
		Assert.notNull(registry, "'registry' must not be null");
		Assert.isTrue(!threshold.isNegative(), "'threshold' must not be negative");
		this.registry = registry;
		this.threshold = threshold;
	}

	@Override
	protected void doHealthCheck(Health.Builder builder) {
		Map<String, ListenerDescriptor> listeners = new LinkedHashMap<>();
		this.registry.getContainers()
			.forEach((container) -> listeners.put(container.getId(), ListenerDescriptor.of(container)));
		boolean down = listeners.values()
			.stream()
			.flatMap((listener) -> listener.queues().values().stream())
			.anyMatch((poller) -> poller.isInTroubleFor(this.threshold));
		builder.withDetail("listeners", listeners);
		if (down) {
			builder.down();
		}
		else {
			builder.up();
		}
	}

}
