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

package io.delayqueue.autoconfigure;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.delayqueue.outbox.Outbox;
import io.delayqueue.outbox.OutboxBacklog;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;

import org.springframework.beans.factory.ObjectProvider;

/**
 * Gauges of the outbox. They ask the database once for all.
 */
class OutboxMetrics implements MeterBinder {

	private final ObjectProvider<Outbox> outbox;

	OutboxMetrics(ObjectProvider<Outbox> outbox) {
		this.outbox = outbox;
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		this.outbox.ifAvailable((outbox) -> bind(new OutboxGauge(outbox::backlog, System::nanoTime), registry));
	}

	private static void bind(OutboxGauge outbox, MeterRegistry registry) {
		Gauge.builder("delayqueue.outbox.backlog", () -> outbox.read(OutboxBacklog::count))
			.description("Committed entries that have not been relayed")
			.register(registry);
		TimeGauge
			.builder("delayqueue.outbox.oldest", () -> outbox.read((backlog) -> millis(backlog.oldestAge())),
					TimeUnit.MILLISECONDS)
			.description("How long the first of them has waited")
			.register(registry);
		Gauge.builder("delayqueue.outbox.aside", () -> outbox.read(OutboxBacklog::setAside))
			.description("Entries that have failed for good")
			.register(registry);
	}

	private static long millis(Duration duration) {
		return TimeUnit.MILLISECONDS.convert(duration);
	}

}
