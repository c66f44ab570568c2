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

package io.delayqueue.autoconfigure.metrics;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.ToDoubleFunction;

import io.delayqueue.core.QueueStatistics;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * Gauges of the queues. A queue has its gauges once it was seen. What is not known is
 * {@code NaN}.
 */
class QueueMetrics implements MeterBinder {

	private static final double MILLIS = TimeUnit.SECONDS.toMillis(1);

	private final QueueSampler sampler;

	private final List<Bound> registries = new CopyOnWriteArrayList<>();

	QueueMetrics(QueueSampler sampler) {
		this.sampler = sampler;
		sampler.onSample((queues) -> this.registries.forEach((bound) -> bound.add(queues)));
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		Gauge.builder("delayqueue.queues", this.sampler, (sampler) -> {
			QueueSampler.Sample sample = sampler.sample();
			return (sample != null) ? sample.total() : Double.NaN;
		}).description("Queues that were ever used").register(registry);
		this.registries.add(new Bound(registry));
		this.sampler.refresh();
	}

	private double value(String queue, ToDoubleFunction<QueueStatistics> value) {
		QueueSampler.Sample sample = this.sampler.sample();
		QueueStatistics statistics = (sample != null) ? sample.queues().get(queue) : null;
		return (statistics != null) ? value.applyAsDouble(statistics) : Double.NaN;
	}

	private void register(MeterRegistry registry, String queue) {
		gauge(registry, queue, "waiting", "Messages that are not yet due", QueueStatistics::waiting);
		gauge(registry, queue, "due", "Messages that are due and not handed out", QueueStatistics::due);
		gauge(registry, queue, "leased", "Messages that are handled", QueueStatistics::leased);
		gauge(registry, queue, "dead", "Dead letters", QueueStatistics::dead);
		gauge(registry, queue, "paused", "Whether the queue is paused: 1 or 0",
				(statistics) -> statistics.paused() ? 1 : 0);
		TimeGauge
			.builder("delayqueue.queue.overdue", this, TimeUnit.SECONDS,
					(metrics) -> metrics.value(queue, (statistics) -> seconds(statistics.oldestOverdueAge())))
			.description("How long the first of the due messages has been due")
			.tag("queue", queue)
			.register(registry);
	}

	private void gauge(MeterRegistry registry, String queue, String name, String description,
			ToDoubleFunction<QueueStatistics> value) {
		Gauge.builder("delayqueue.queue." + name, this, (metrics) -> metrics.value(queue, value))
			.description(description)
			.tag("queue", queue)
			.register(registry);
	}

	private static double seconds(Duration duration) {
		return TimeUnit.MILLISECONDS.convert(duration) / MILLIS;
	}

	/**
	 * A registry and the queues that have gauges in it.
	 */
	private final class Bound {

		private final MeterRegistry registry;

		private final Set<String> queues = new HashSet<>();

		private final ReentrantLock lock = new ReentrantLock();

		private Bound(MeterRegistry registry) {
			this.registry = registry;
		}

		private void add(Set<String> names) {
			this.lock.lock();
			try {
				names.stream().filter(this.queues::add).forEach((queue) -> register(this.registry, queue));
			}
			finally {
				this.lock.unlock();
			}
		}

	}

}
