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

package io.delayqueue.observation;

import java.util.List;

import io.micrometer.core.instrument.MeterRegistry;

/**
 * Keeps account of listeners in a {@link MeterRegistry}. Needs micrometer-core.
 *
 * @since 0.1.0
 */
public class MicrometerListenerMetrics implements ListenerMetrics {

	private final MeterRegistry registry;

	private final List<String> deathReasons;

	/**
	 * Create an instance.
	 * @param registry keeps the meters
	 * @param deathReasons why messages may die or be dropped: the meters of these are
	 * there from the start, at zero
	 */
	public MicrometerListenerMetrics(MeterRegistry registry, List<String> deathReasons) {
		this.registry = registry;
		this.deathReasons = List.copyOf(deathReasons);
	}

	@Override
	public ConsumerMetrics forConsumer(String listenerId, String queue) {
		return new MicrometerConsumerMetrics(this.registry, listenerId, queue, this.deathReasons);
	}

}
