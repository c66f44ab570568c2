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

package io.delayqueue.autoconfigure.health;

import io.delayqueue.actuate.DelayQueueHealthIndicator;
import io.delayqueue.autoconfigure.DelayListenerAutoConfiguration;
import io.delayqueue.config.DelayListenerBeanNames;
import io.delayqueue.config.DelayListenerEndpointRegistry;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of the health of the listeners.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = DelayListenerAutoConfiguration.class)
@ConditionalOnClass({ HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class })
@ConditionalOnBean(name = DelayListenerBeanNames.ENDPOINT_REGISTRY)
@ConditionalOnEnabledHealthIndicator("delay-queue")
@EnableConfigurationProperties(DelayQueueHealthProperties.class)
public final class DelayQueueHealthContributorAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean(name = { "delayQueueHealthIndicator", "delayQueueHealthContributor" })
	DelayQueueHealthIndicator delayQueueHealthContributor(
			@Qualifier(DelayListenerBeanNames.ENDPOINT_REGISTRY) DelayListenerEndpointRegistry registry,
			DelayQueueHealthProperties properties) {
		if (properties.getThreshold().isNegative()) {
			throw new InvalidConfigurationPropertyValueException("management.health.delay-queue.threshold",
					properties.getThreshold(), "It must not be negative.");
		}
		return new DelayQueueHealthIndicator(registry, properties.getThreshold());
	}

}
