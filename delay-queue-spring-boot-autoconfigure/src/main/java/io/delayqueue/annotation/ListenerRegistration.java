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

import java.lang.reflect.Method;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

import io.delayqueue.config.DelayListenerContainerFactory;
import io.delayqueue.config.DelayListenerEndpointRegistrar;
import io.delayqueue.config.DelayListenerEndpointRegistry;
import io.delayqueue.config.InvalidDelayListenerException;
import io.delayqueue.config.ListenerSettingsOverrides;
import io.delayqueue.config.MethodDelayListenerEndpoint;
import io.delayqueue.listener.DelayListenerErrorHandler;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.messaging.converter.MessageConverter;
import org.springframework.util.Assert;

/**
 * Makes an endpoint of each annotation of a method and registers it.
 */
class ListenerRegistration {

	private final ConfigurableListableBeanFactory beanFactory;

	private final DelayListenerEndpointRegistry registry;

	private final DelayListenerEndpointRegistrar registrar;

	private final Set<String> defaultIds = ConcurrentHashMap.newKeySet();

	ListenerRegistration(ConfigurableListableBeanFactory beanFactory, DelayListenerEndpointRegistry registry,
			DelayListenerEndpointRegistrar registrar) {
		this.beanFactory = beanFactory;
		this.registry = registry;
		this.registrar = registrar;
	}

	String register(Object processed, String beanName, Method method, DelayListener annotation) {
		Object bean = exposed(processed, beanName);
		Method invocable = invocable(bean, beanName, method);
		String place = place(beanName, method);
		AttributeResolver attributes = new AttributeResolver(this.beanFactory, place);
		try {
			Set<String> queues = attributes.resolveQueues("queues", annotation.queues());
			String id = attributes.resolve("id", annotation.id(), (text) -> text);
			MethodDelayListenerEndpoint endpoint = new MethodDelayListenerEndpoint(
					(id != null) ? id : defaultId(beanName, method), queues, bean, invocable);
			endpoint.setBeanName(beanName);
			configure(endpoint, annotation, attributes);
			this.registrar.registerEndpoint(endpoint, containerFactory(annotation, attributes));
			return endpoint.getId();
		}
		catch (InvalidDelayListenerException ex) {
			throw ex;
		}
		catch (RuntimeException ex) {
			throw failure(place, ex);
		}
	}

	/**
	 * Select the method to call on a bean.
	 * @param bean the bean, may be a proxy
	 * @param beanName the name of the bean
	 * @param method the method of the class behind it
	 * @return the method that can be called on the bean
	 * @throws InvalidDelayListenerException if there is none
	 */
	static Method invocable(Object bean, String beanName, Method method) {
		try {
			return InvocableMethods.select(bean, method);
		}
		catch (IllegalStateException ex) {
			throw failure(place(beanName, method), ex);
		}
	}

	private static String place(String beanName, Method method) {
		return "method " + method.toGenericString() + " of bean '" + beanName + "'";
	}

	private static InvalidDelayListenerException failure(String place, RuntimeException cause) {
		return new InvalidDelayListenerException("Can't listen with " + place + ": " + cause.getMessage(), cause);
	}

	// Of a bean in a circle of references, which got its proxy before it was complete,
	// only the bean factory knows the proxy.
	private Object exposed(Object bean, String beanName) {
		Object singleton = this.beanFactory.containsSingleton(beanName) ? this.beanFactory.getSingleton(beanName)
				: null;
		return (singleton != null && InvocableMethods.target(singleton) == InvocableMethods.target(bean)) ? singleton
				: bean;
	}

	void unregister(String id) {
		this.registry.unregister(id);
		this.defaultIds.remove(id);
	}

	private void configure(MethodDelayListenerEndpoint endpoint, DelayListener annotation,
			AttributeResolver attributes) {
		endpoint.setOverrides(new ListenerSettingsOverrides(
				attributes.resolve("concurrency", annotation.concurrency(), AttributeConversions::toConcurrency),
				attributes.resolve("lease", annotation.lease(), AttributeConversions::toLease),
				attributes.resolve("maxRetries", annotation.maxRetries(), AttributeConversions::toMaxRetries), null,
				null, attributes.resolve("ackMode", annotation.ackMode(), AttributeConversions::toAckMode), null, null,
				null));
		endpoint.setDeadLetters(Boolean.TRUE
			.equals(attributes.resolve("deadLetters", annotation.deadLetters(), AttributeConversions::toBoolean)));
		endpoint.setBatchSize(batchSize(annotation, attributes));
		endpoint.setAutoStartup(
				attributes.resolve("autoStartup", annotation.autoStartup(), AttributeConversions::toBoolean));
		endpoint.setExecutor(attributes.resolveBean("executor", annotation.executor(), Executor.class));
		endpoint.setErrorHandler(
				attributes.resolveBean("errorHandler", annotation.errorHandler(), DelayListenerErrorHandler.class));
		endpoint.setMessageConverter(
				attributes.resolveBean("messageConverter", annotation.messageConverter(), MessageConverter.class));
	}

	private static @Nullable Integer batchSize(DelayListener annotation, AttributeResolver attributes) {
		Boolean batch = attributes.resolve("batch", annotation.batch(), AttributeConversions::toBoolean);
		Integer size = attributes.resolve("batchSize", annotation.batchSize(), AttributeConversions::toBatchSize);
		if (batch == null || !batch) {
			Assert.state(size == null, "'batchSize' is set, but 'batch' is not true");
			return null;
		}
		return (size != null) ? size : MethodDelayListenerEndpoint.DEFAULT_BATCH_SIZE;
	}

	private @Nullable DelayListenerContainerFactory<?> containerFactory(DelayListener annotation,
			AttributeResolver attributes) {
		return attributes.resolveBean("containerFactory", annotation.containerFactory(),
				DelayListenerContainerFactory.class);
	}

	// A prototype, an overloaded or a repeatedly annotated method has several listeners.
	private String defaultId(String beanName, Method method) {
		String name = beanName + "." + method.getName();
		int count = 1;
		String id = name;
		while (!this.defaultIds.add(id) || this.registry.findContainer(id).isPresent()) {
			count++;
			id = name + "#" + count;
		}
		return id;
	}

}
