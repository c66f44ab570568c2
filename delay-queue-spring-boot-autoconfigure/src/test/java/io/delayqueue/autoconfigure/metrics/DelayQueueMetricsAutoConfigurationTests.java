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

import io.delayqueue.SpringCitizen;
import io.delayqueue.annotation.DelayListener;
import io.delayqueue.autoconfigure.DelayListenerAutoConfiguration;
import io.delayqueue.autoconfigure.DelayQueueAutoConfiguration;
import io.delayqueue.core.DelayMessage;
import io.delayqueue.core.DelayQueueTemplate;
import io.delayqueue.core.DuplicatePolicy;
import io.delayqueue.observation.ConsumerMetrics;
import io.delayqueue.observation.ListenerMetrics;
import io.delayqueue.observation.TemplateMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link DelayQueueMetricsAutoConfiguration}.
 */
class DelayQueueMetricsAutoConfigurationTests {

	private final ApplicationContextRunner withoutMeters = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(JacksonAutoConfiguration.class, DelayQueueAutoConfiguration.class,
				DelayListenerAutoConfiguration.class, DelayQueueMetricsAutoConfiguration.class))
		.withPropertyValues("delay-queue.store=memory");

	private final ApplicationContextRunner contextRunner = this.withoutMeters
		.withConfiguration(AutoConfigurations.of(MetricsAutoConfiguration.class,
				CompositeMeterRegistryAutoConfiguration.class, SimpleMetricsExportAutoConfiguration.class));

	@Test
	@SpringCitizen("meters")
	void metersProducersConsumersAndQueues() {
		this.contextRunner.withUserConfiguration(Listening.class).run((context) -> {
			context.getBean(DelayQueueTemplate.class).schedule("orders", "x", Duration.ZERO);
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			Awaitility.await().until(() -> handled(registry).count() == 1);
			assertThat(registry.get("delayqueue.scheduled")
				.tags("queue", "orders", "outcome", "scheduled")
				.counter()
				.count()).isOne();
			assertThat(registry.get("delayqueue.queues").gauge()).isNotNull();
		});
	}

	@Test
	void countsWhatBecomesOfWhatIsScheduled() {
		this.contextRunner.run((context) -> {
			DelayQueueTemplate template = context.getBean(DelayQueueTemplate.class);
			template.schedule(message(DuplicatePolicy.REJECT));
			template.schedule(message(DuplicatePolicy.KEEP));
			assertThatExceptionOfType(RuntimeException.class)
				.isThrownBy(() -> template.schedule(message(DuplicatePolicy.REJECT)));
			for (String outcome : new String[] { "scheduled", "kept", "rejected" }) {
				assertThat(context.getBean(MeterRegistry.class)
					.get("delayqueue.scheduled")
					.tag("outcome", outcome)
					.counter()
					.count()).as(outcome).isOne();
			}
		});
	}

	@Test
	void countsWhatIsScheduledToTooManyQueuesTogether() {
		this.contextRunner.withPropertyValues("delay-queue.metrics.max-queues=1").run((context) -> {
			DelayQueueTemplate template = context.getBean(DelayQueueTemplate.class);
			for (int i = 0; i < 5; i++) {
				template.schedule("queue-" + i, "x", Duration.ofDays(1));
			}
			assertThat(context.getBean(MeterRegistry.class).get("delayqueue.scheduled").counters()).hasSize(2);
			assertThat(context.getBean(MeterRegistry.class)
				.get("delayqueue.scheduled")
				.tag("queue", "_others")
				.counter()
				.count()).isEqualTo(4);
		});
	}

	@Test
	void keepsHistogramsWhereTheyAreSwitchedOn() {
		this.contextRunner.withUserConfiguration(Listening.class)
			.withBean(MeterRegistry.class, () -> new PrometheusMeterRegistry(PrometheusConfig.DEFAULT))
			.withPropertyValues("management.metrics.distribution.percentiles-histogram.delayqueue.lateness=true")
			.run((context) -> {
				MeterRegistry registry = context.getBean(MeterRegistry.class);
				assertThat(registry.get("delayqueue.lateness").timer().takeSnapshot().histogramCounts()).isNotEmpty();
				assertThat(handled(registry).takeSnapshot().histogramCounts()).isEmpty();
			});
	}

	@Test
	void makesTimersOfObservations() {
		this.contextRunner.withConfiguration(AutoConfigurations.of(ObservationAutoConfiguration.class))
			.withUserConfiguration(Listening.class)
			.withPropertyValues("delay-queue.listener.observation-enabled=true",
					"delay-queue.template.observation-enabled=true")
			.run((context) -> {
				context.getBean(DelayQueueTemplate.class).schedule("orders", "x", Duration.ZERO);
				MeterRegistry registry = context.getBean(MeterRegistry.class);
				Awaitility.await()
					.until(() -> registry.find("delayqueue.listener")
						.tags("messaging.destination.name", "orders", "error", "none")
						.timer() != null);
				assertThat(registry.get("delayqueue.template")
					.tags("messaging.destination.name", "orders", "delayqueue.outcome", "scheduled", "error", "none")
					.timer()
					.count()).isOne();
			});
	}

	@Test
	void metersNothingThatIsSwitchedOff() {
		this.contextRunner.withUserConfiguration(Listening.class)
			.withPropertyValues("management.metrics.enable.delayqueue=false")
			.run((context) -> assertThat(context.getBean(MeterRegistry.class).getMeters())
				.noneMatch((meter) -> meter.getId().getName().startsWith("delayqueue")));
	}

	@Test
	void metersNothingWithoutARegistry() {
		this.withoutMeters.withUserConfiguration(Listening.class)
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(DelayQueueMetricsAutoConfiguration.class)
				.doesNotHaveBean(ListenerMetrics.class));
	}

	@Test
	void listensWithoutMicrometer() {
		this.withoutMeters.withUserConfiguration(Listening.class)
			.withClassLoader(new FilteredClassLoader("io.micrometer.core"))
			.run((context) -> {
				assertThat(context).hasNotFailed().doesNotHaveBean(ListenerMetrics.class);
				context.getBean(DelayQueueTemplate.class).schedule("orders", "x", Duration.ZERO);
				Awaitility.await().until(() -> context.getBean(Listening.class).handled);
			});
	}

	@Test
	void givesWayToTheApplicationsOwn() {
		this.contextRunner.withBean(ListenerMetrics.class, () -> (listenerId, queue) -> ConsumerMetrics.NONE)
			.withBean(TemplateMetrics.class, () -> TemplateMetrics.NONE)
			.run((context) -> assertThat(context).hasSingleBean(ListenerMetrics.class)
				.hasSingleBean(TemplateMetrics.class));
	}

	@Test
	void refusesAnIntervalOfNothing() {
		this.contextRunner.withPropertyValues("delay-queue.metrics.interval=0")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("delay-queue.metrics.interval"));
	}

	@Test
	void refusesANegativeNumberOfQueues() {
		this.contextRunner.withPropertyValues("delay-queue.metrics.max-queues=-1")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("delay-queue.metrics.max-queues"));
	}

	private static Timer handled(MeterRegistry registry) {
		return registry.get("delayqueue.handling").tags("queue", "orders", "outcome", "success").timer();
	}

	private static DelayMessage<String> message(DuplicatePolicy policy) {
		return DelayMessage.to("unheard").payload("x").delay(Duration.ofDays(1)).id("a").onDuplicate(policy).build();
	}

	@Configuration(proxyBeanMethods = false)
	static class Listening {

		private volatile boolean handled;

		@DelayListener("orders")
		void order(String order) {
			this.handled = true;
		}

	}

}
