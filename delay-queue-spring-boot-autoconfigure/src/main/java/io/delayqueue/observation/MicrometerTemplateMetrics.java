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

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;

/**
 * Counts in a {@link MeterRegistry} what is scheduled. Needs micrometer-core.
 *
 * @since 0.1.0
 */
public class MicrometerTemplateMetrics implements TemplateMetrics {

	private static final String OTHERS = "_others";

	private final MeterProvider<Counter> scheduled;

	private final int maxQueues;

	private final Set<String> queues = ConcurrentHashMap.newKeySet();

	/**
	 * Create an instance.
	 * @param registry keeps the counters
	 * @param maxQueues how many queues have counters of their own; what is scheduled to
	 * others is counted together
	 */
	public MicrometerTemplateMetrics(MeterRegistry registry, int maxQueues) {
		this.scheduled = MeterNames.counter("scheduled", "Messages that were to be scheduled").withRegistry(registry);
		this.maxQueues = maxQueues;
	}

	@Override
	public void scheduled(String queue, String outcome) {
		this.scheduled.withTags(MeterNames.QUEUE, isOwn(queue) ? queue : OTHERS, MeterNames.OUTCOME, outcome)
			.increment();
	}

	// A race may let in a few more, which is no harm.
	private boolean isOwn(String queue) {
		if (this.queues.contains(queue)) {
			return true;
		}
		return this.queues.size() < this.maxQueues && this.queues.add(queue);
	}

}
