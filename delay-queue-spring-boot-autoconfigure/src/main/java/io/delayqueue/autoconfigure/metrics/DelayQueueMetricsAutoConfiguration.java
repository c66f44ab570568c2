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
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import io.delayqueue.autoconfigure.DelayQueueAutoConfiguration;
import io.delayqueue.config.DelayListenerEndpointRegistry;
import io.delayqueue.core.DelayQueueAdmin;
import io.delayqueue.observation.ListenerMetrics;
import io.delayqueue.observation.MicrometerListenerMetrics;
import io.delayqueue.observation.MicrometerTemplateMetrics;
import io.delayqueue.observation.TagValues;
import io.delayqueue.observation.TemplateMetrics;
import io.delayqueue.store.DeathCause;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of the meters of producers, consumers and queues.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = DelayQueueAutoConfiguration.class, afterName = {
		"org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
		"org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration" })
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean(MeterRegistry.class)
@ConditionalOnBooleanProperty(name = "delay-queue.enabled", matchIfMissing = true)
@EnableConfigurationProperties(DelayQueueMetricsProperties.class)
public final class DelayQueueMetricsAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean(ListenerMetrics.class)
	MicrometerListenerMetrics delayQueueListenerMetrics(MeterRegistry registry) {
		return new MicrometerListenerMetrics(registry,
				Arrays.stream(DeathCause.Reason.values()).map(TagValues::of).toList());
	}

	@Bean
	@ConditionalOnMissingBean(TemplateMetrics.class)
	MicrometerTemplateMetrics delayQueueTemplateMetrics(MeterRegistry registry,
			DelayQueueMetricsProperties properties) {
		return new MicrometerTemplateMetrics(registry, maxQueues(properties));
	}

	@Bean
	@ConditionalOnBean(DelayQueueAdmin.class)
	@ConditionalOnMissingBean
	QueueMetrics delayQueueQueueMetrics(DelayQueueAdmin admin, ObjectProvider<DelayListenerEndpointRegistry> listeners,
			DelayQueueMetricsProperties properties) {
		Duration interval = properties.getInterval();
		if (interval.isNegative() || interval.isZero()) {
			throw new InvalidConfigurationPropertyValueException("delay-queue.metrics.interval", interval,
					"It must be positive.");
		}
		return new QueueMetrics(new QueueSampler(admin, () -> queuesOf(listeners), interval, maxQueues(properties)));
	}

	private static Set<String> queuesOf(ObjectProvider<DelayListenerEndpointRegistry> listeners) {
		return listeners.stream()
			.flatMap((registry) -> registry.getContainers().stream())
			.flatMap((container) -> container.getQueues().stream())
			.collect(Collectors.toCollection(TreeSet::new));
	}

	private static int maxQueues(DelayQueueMetricsProperties properties) {
		if (properties.getMaxQueues() < 0) {
			throw new InvalidConfigurationPropertyValueException("delay-queue.metrics.max-queues",
					properties.getMaxQueues(), "It must not be negative.");
		}
		return properties.getMaxQueues();
	}

}
