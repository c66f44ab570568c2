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

package io.delayqueue.annotation;

import io.delayqueue.config.DelayListenerBeanNames;
import io.delayqueue.config.DelayListenerEndpointRegistry;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;

/**
 * Defines the beans that find and keep listeners.
 */
@Configuration(proxyBeanMethods = false)
@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
class DelayListenerBootstrapConfiguration {

	@Bean(DelayListenerBeanNames.ANNOTATION_PROCESSOR)
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static DelayListenerAnnotationBeanPostProcessor delayListenerAnnotationBeanPostProcessor() {
		return new DelayListenerAnnotationBeanPostProcessor();
	}

	@Bean(DelayListenerBeanNames.ENDPOINT_REGISTRY)
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static DelayListenerEndpointRegistry delayListenerEndpointRegistry() {
		return new DelayListenerEndpointRegistry();
	}

}
