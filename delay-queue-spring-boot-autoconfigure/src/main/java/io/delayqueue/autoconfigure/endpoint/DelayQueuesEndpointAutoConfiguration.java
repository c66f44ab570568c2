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

package io.delayqueue.autoconfigure.endpoint;

import io.delayqueue.actuate.DelayQueuesEndpoint;
import io.delayqueue.actuate.DelayQueuesEndpointJmxExtension;
import io.delayqueue.actuate.DelayQueuesEndpointWebExtension;
import io.delayqueue.autoconfigure.DelayListenerAutoConfiguration;
import io.delayqueue.autoconfigure.DelayQueueAutoConfiguration;
import io.delayqueue.config.DelayListenerBeanNames;
import io.delayqueue.config.DelayListenerEndpointRegistry;
import io.delayqueue.core.DelayQueueAdmin;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.autoconfigure.endpoint.expose.EndpointExposure;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of the {@link DelayQueuesEndpoint}.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = { DelayQueueAutoConfiguration.class, DelayListenerAutoConfiguration.class })
@ConditionalOnClass({ Endpoint.class, ConditionalOnAvailableEndpoint.class })
@ConditionalOnBean(DelayQueueAdmin.class)
@ConditionalOnAvailableEndpoint(DelayQueuesEndpoint.class)
@EnableConfigurationProperties(DelayQueuesEndpointProperties.class)
public final class DelayQueuesEndpointAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	DelayQueuesEndpoint delayQueuesEndpoint(DelayQueueAdmin admin,
			@Qualifier(DelayListenerBeanNames.ENDPOINT_REGISTRY) ObjectProvider<DelayListenerEndpointRegistry> registry,
			DelayQueuesEndpointProperties properties) {
		return new DelayQueuesEndpoint(admin, registry.getIfAvailable(), properties.getShowPayload());
	}

	@Bean
	@ConditionalOnMissingBean
	@ConditionalOnBean(DelayQueuesEndpoint.class)
	@ConditionalOnAvailableEndpoint(exposure = EndpointExposure.WEB)
	DelayQueuesEndpointWebExtension delayQueuesEndpointWebExtension(DelayQueuesEndpoint endpoint,
			DelayQueuesEndpointProperties properties) {
		return new DelayQueuesEndpointWebExtension(endpoint, properties.getRoles());
	}

	@Bean
	@ConditionalOnMissingBean
	@ConditionalOnBean(DelayQueuesEndpoint.class)
	@ConditionalOnAvailableEndpoint(exposure = EndpointExposure.JMX)
	DelayQueuesEndpointJmxExtension delayQueuesEndpointJmxExtension(DelayQueuesEndpoint endpoint) {
		return new DelayQueuesEndpointJmxExtension(endpoint);
	}

}
