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

import io.delayqueue.annotation.EnableDelayListeners;
import io.delayqueue.config.DefaultDelayListenerContainerFactory;
import io.delayqueue.config.DelayListenerBeanNames;
import io.delayqueue.config.DelayListenerConfigurer;
import io.delayqueue.store.DelayQueueStore;
import org.slf4j.MDC;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnThreading;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.boot.thread.Threading;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.convert.ConversionService;
import org.springframework.core.env.Environment;
import org.springframework.messaging.converter.MessageConverter;
import org.springframework.validation.Validator;

/**
 * Auto-configuration of what consumers need: annotated listener methods and the factory
 * of their containers.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = DelayQueueAutoConfiguration.class)
@ConditionalOnBooleanProperty(name = "delay-queue.enabled", matchIfMissing = true)
@EnableConfigurationProperties(DelayQueueProperties.class)
@Import({ Instrumentation.class, ListenerExtensions.class })
public final class DelayListenerAutoConfiguration {

	@Bean
	@ConditionalOnBean(DelayQueueStore.class)
	@ConditionalOnMissingBean
	@ConditionalOnThreading(Threading.PLATFORM)
	DelayListenerContainerFactoryConfigurer delayListenerContainerFactoryConfigurer(DelayQueueProperties properties,
			Instrumentation instrumentation, ListenerExtensions extensions) {
		return new DelayListenerContainerFactoryConfigurer(properties, false, instrumentation, extensions);
	}

	@Bean("delayListenerContainerFactoryConfigurer")
	@ConditionalOnBean(DelayQueueStore.class)
	@ConditionalOnMissingBean
	@ConditionalOnThreading(Threading.VIRTUAL)
	DelayListenerContainerFactoryConfigurer delayListenerContainerFactoryConfigurerVirtualThreads(
			DelayQueueProperties properties, Instrumentation instrumentation, ListenerExtensions extensions) {
		return new DelayListenerContainerFactoryConfigurer(properties, true, instrumentation, extensions);
	}

	@Bean(DelayListenerBeanNames.CONTAINER_FACTORY)
	@ConditionalOnBean(DelayQueueStore.class)
	@ConditionalOnMissingBean(name = DelayListenerBeanNames.CONTAINER_FACTORY)
	DefaultDelayListenerContainerFactory delayListenerContainerFactory(DelayQueueStore store,
			DelayListenerContainerFactoryConfigurer configurer) {
		DefaultDelayListenerContainerFactory factory = new DefaultDelayListenerContainerFactory(store,
				configurer.getSettings());
		configurer.configure(factory);
		return factory;
	}

	// First, so that the application's own configurers have the last word.
	@Bean
	@Order(Ordered.HIGHEST_PRECEDENCE)
	DelayListenerConfigurer delayListenerDefaultsConfigurer(
			@Qualifier(DelayQueueAutoConfiguration.MESSAGE_CONVERTER) ObjectProvider<MessageConverter> converter,
			ObjectProvider<Validator> validator, ListableBeanFactory beanFactory) {
		return (registrar) -> {
			converter.ifAvailable(registrar::setMessageConverter);
			validator.ifUnique(registrar::setValidator);
			registrar.setConversionService(conversionService(beanFactory));
		};
	}

	// Knows what the application has taught Spring MVC too.
	private static ConversionService conversionService(ListableBeanFactory beanFactory) {
		ApplicationConversionService conversionService = new ApplicationConversionService();
		ApplicationConversionService.addBeans(conversionService, beanFactory);
		return conversionService;
	}

	@Bean
	static UnknownPropertiesCheck delayQueueUnknownPropertiesCheck(Environment environment) {
		return new UnknownPropertiesCheck(environment);
	}

	// With lazy initialization nobody would ask for a bean that only listens.
	@Bean
	static DelayListenerLazyInitializationExcludeFilter delayListenerLazyInitializationExcludeFilter(
			BeanFactory beanFactory) {
		return new DelayListenerLazyInitializationExcludeFilter(beanFactory);
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(MDC.class)
	static class MdcConfiguration {

		@Bean
		@ConditionalOnMissingBean(name = "delayQueueMdcInterceptor")
		MdcMessageInterceptor delayQueueMdcInterceptor() {
			return new MdcMessageInterceptor();
		}

	}

	// A post-processor of a parent context does not see the beans of this one.
	@Configuration(proxyBeanMethods = false)
	@EnableDelayListeners
	@ConditionalOnMissingBean(name = DelayListenerBeanNames.ANNOTATION_PROCESSOR, search = SearchStrategy.CURRENT)
	static class EnableDelayListenersConfiguration {

	}

}
