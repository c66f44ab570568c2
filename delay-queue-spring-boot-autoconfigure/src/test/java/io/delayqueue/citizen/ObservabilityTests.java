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

package io.delayqueue.citizen;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

import io.delayqueue.SpringCitizen;
import io.delayqueue.annotation.DelayListener;
import io.delayqueue.autoconfigure.metrics.DelayQueueMetricsAutoConfiguration;
import io.delayqueue.core.DelayQueueAdmin;
import io.delayqueue.listener.Delivery;
import io.delayqueue.support.DelayHeaders;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.context.ApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what is seen from outside.
 */
class ObservabilityTests {

	@Test
	@SpringCitizen("meters")
	void hasNoMoreMetersTheMoreMessagesThereAre() {
		Listening.runner()
			.withConfiguration(
					AutoConfigurations.of(DelayQueueMetricsAutoConfiguration.class, MetricsAutoConfiguration.class,
							CompositeMeterRegistryAutoConfiguration.class, SimpleMetricsExportAutoConfiguration.class))
			.withBean(Listener.class)
			.run((context) -> {
				Listener listener = context.getBean(Listener.class);
				MeterRegistry registry = context.getBean(MeterRegistry.class);
				handle(context, listener, 2);
				handle(context, listener, 2);
				Set<Meter.Id> before = meters(registry);
				handle(context, listener, 30);
				assertThat(before).isNotEmpty().isEqualTo(meters(registry));
			});
	}

	private static void handle(ApplicationContext context, Listener listener, int count) {
		int expected = listener.contexts.size() + count;
		for (int i = 0; i < count; i++) {
			Listening.schedule(context, "orders", "42");
		}
		Listening.await(() -> {
			assertThat(listener.contexts).hasSize(expected);
			assertThat(context.getBean(DelayQueueAdmin.class).statistics("orders").leased()).isZero();
		});
	}

	// Without the gauges of queues, which come when these are looked at.
	private static Set<Meter.Id> meters(MeterRegistry registry) {
		return registry.getMeters()
			.stream()
			.map(Meter::getId)
			.filter((id) -> id.getName().startsWith("delayqueue.") && !id.getName().startsWith("delayqueue.queue."))
			.collect(Collectors.toSet());
	}

	@Test
	@SpringCitizen("logs")
	void letsHandlersLogWithQueueAndId() {
		Listening.runner().withBean(Listener.class).run((context) -> {
			String id = Listening.schedule(context, "orders", "42");
			Listener listener = context.getBean(Listener.class);
			Listening.await(() -> assertThat(listener.contexts)
				.containsExactly(Map.of(DelayHeaders.QUEUE, "orders", DelayHeaders.ID, id)));
		});
	}

	static class Listener {

		private final List<Map<String, String>> contexts = new CopyOnWriteArrayList<>();

		@DelayListener("orders")
		void handle(Delivery delivery) {
			this.contexts.add(MDC.getCopyOfContextMap());
		}

	}

}
