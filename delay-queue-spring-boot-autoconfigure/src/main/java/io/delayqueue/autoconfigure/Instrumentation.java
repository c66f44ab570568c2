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

import io.delayqueue.config.DefaultDelayListenerContainerFactory;
import io.delayqueue.core.DelayQueueTemplate;
import io.delayqueue.observation.HandleConvention;
import io.delayqueue.observation.ListenerMetrics;
import io.delayqueue.observation.ScheduleConvention;
import io.delayqueue.observation.TemplateMetrics;
import io.micrometer.observation.ObservationRegistry;

import org.springframework.beans.factory.ObjectProvider;

/**
 * Makes producers and consumers seen from outside, as far as the application has what
 * sees them.
 */
class Instrumentation {

	private final DelayQueueProperties properties;

	private final ObjectProvider<ObservationRegistry> registry;

	private final ObjectProvider<ScheduleConvention> scheduleConvention;

	private final ObjectProvider<HandleConvention> handleConvention;

	private final ObjectProvider<TemplateMetrics> templateMetrics;

	private final ObjectProvider<ListenerMetrics> listenerMetrics;

	Instrumentation(DelayQueueProperties properties, ObjectProvider<ObservationRegistry> registry,
			ObjectProvider<ScheduleConvention> scheduleConvention, ObjectProvider<HandleConvention> handleConvention,
			ObjectProvider<TemplateMetrics> templateMetrics, ObjectProvider<ListenerMetrics> listenerMetrics) {
		this.properties = properties;
		this.registry = registry;
		this.scheduleConvention = scheduleConvention;
		this.handleConvention = handleConvention;
		this.templateMetrics = templateMetrics;
		this.listenerMetrics = listenerMetrics;
	}

	void applyTo(DelayQueueTemplate template) {
		template.setMetrics(this.templateMetrics.getIfAvailable(() -> TemplateMetrics.NONE));
		if (this.properties.getTemplate().isObservationEnabled()) {
			this.registry.ifAvailable(
					(registry) -> template.setObservationRegistry(registry, this.scheduleConvention.getIfAvailable()));
		}
	}

	void applyTo(DefaultDelayListenerContainerFactory factory) {
		factory.setMetrics(this.listenerMetrics.getIfAvailable(() -> ListenerMetrics.NONE));
		if (this.properties.getListener().isObservationEnabled()) {
			this.registry.ifAvailable(
					(registry) -> factory.setObservationRegistry(registry, this.handleConvention.getIfAvailable()));
		}
	}

}
