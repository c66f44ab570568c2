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

package io.delayqueue.config;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

import io.delayqueue.listener.adapter.DelayHandlerMethodFactory;
import io.delayqueue.support.PayloadMessageConverter;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.convert.ConversionService;
import org.springframework.format.support.DefaultFormattingConversionService;
import org.springframework.messaging.converter.MessageConverter;
import org.springframework.messaging.handler.annotation.support.MessageHandlerMethodFactory;
import org.springframework.messaging.handler.invocation.HandlerMethodArgumentResolver;
import org.springframework.util.Assert;
import org.springframework.validation.Validator;

/**
 * Collects how listener methods are called and which listeners there are, then registers
 * them. Configured by {@link DelayListenerConfigurer} beans.
 *
 * @since 0.1.0
 */
public class DelayListenerEndpointRegistrar {

	private final DelayListenerEndpointRegistry registry;

	private final BeanFactory beanFactory;

	private final List<HandlerMethodArgumentResolver> argumentResolvers = new ArrayList<>();

	private final ReentrantLock lock = new ReentrantLock();

	private final List<Runnable> pending = new ArrayList<>();

	private ConversionService conversionService = new DefaultFormattingConversionService();

	private @Nullable MessageConverter messageConverter;

	private @Nullable Validator validator;

	private @Nullable MessageHandlerMethodFactory handlerMethodFactory;

	private volatile @Nullable MessageHandlerMethodFactory defaultHandlerMethodFactory;

	private volatile @Nullable DelayListenerContainerFactory<?> containerFactory;

	private volatile boolean complete;

	/**
	 * Create a registrar.
	 * @param registry keeps the containers
	 * @param beanFactory holds the default container factory and converter
	 */
	public DelayListenerEndpointRegistrar(DelayListenerEndpointRegistry registry, BeanFactory beanFactory) {
		this.registry = registry;
		this.beanFactory = beanFactory;
	}

	/**
	 * Set the converter from payloads to what listener methods take. By default the bean
	 * of type {@link PayloadMessageConverter} is used if there is one.
	 * @param messageConverter the converter
	 */
	public void setMessageConverter(MessageConverter messageConverter) {
		Assert.notNull(messageConverter, "'messageConverter' must not be null");
		checkConfigurable();
		this.messageConverter = messageConverter;
	}

	/**
	 * Set the conversion service from headers to what listener methods take.
	 * @param conversionService the conversion service
	 */
	public void setConversionService(ConversionService conversionService) {
		Assert.notNull(conversionService, "'conversionService' must not be null");
		checkConfigurable();
		this.conversionService = conversionService;
	}

	/**
	 * Set the validator of payloads that are annotated so.
	 * @param validator the validator
	 */
	public void setValidator(Validator validator) {
		Assert.notNull(validator, "'validator' must not be null");
		checkConfigurable();
		this.validator = validator;
	}

	/**
	 * Add a resolver for a further kind of parameters of listener methods.
	 * @param argumentResolver the resolver
	 */
	public void addArgumentResolver(HandlerMethodArgumentResolver argumentResolver) {
		Assert.notNull(argumentResolver, "'argumentResolver' must not be null");
		checkConfigurable();
		this.argumentResolvers.add(argumentResolver);
	}

	/**
	 * Replace what makes listener methods callable. Converter, conversion service,
	 * validator and argument resolvers of this registrar are then not used. Only methods
	 * of a {@link DelayHandlerMethodFactory} notice a lease that is lost while their
	 * arguments are resolved.
	 * @param handlerMethodFactory the factory
	 */
	public void setHandlerMethodFactory(MessageHandlerMethodFactory handlerMethodFactory) {
		Assert.notNull(handlerMethodFactory, "'handlerMethodFactory' must not be null");
		checkConfigurable();
		this.handlerMethodFactory = handlerMethodFactory;
	}

	/**
	 * Set the container factory of listeners that name no other. By default it is the
	 * bean named {@value DelayListenerBeanNames#CONTAINER_FACTORY}.
	 * @param containerFactory the container factory
	 */
	public void setContainerFactory(DelayListenerContainerFactory<?> containerFactory) {
		Assert.notNull(containerFactory, "'containerFactory' must not be null");
		checkConfigurable();
		this.containerFactory = containerFactory;
	}

	/**
	 * Register a listener whose container is made by the default factory.
	 * @param endpoint the listener
	 */
	public void registerEndpoint(DelayListenerEndpoint endpoint) {
		registerEndpoint(endpoint, null);
	}

	/**
	 * Register a listener: at once if all listeners known at start are registered, or
	 * else with them.
	 * @param endpoint the listener
	 * @param factory makes its container, or {@code null} for the default factory
	 */
	public void registerEndpoint(DelayListenerEndpoint endpoint, @Nullable DelayListenerContainerFactory<?> factory) {
		Assert.notNull(endpoint, "'endpoint' must not be null");
		if (!isPending(() -> register(endpoint, factory))) {
			register(endpoint, factory);
		}
	}

	// Beans may be created by other threads while the first listeners are registered.
	private boolean isPending(Runnable registration) {
		this.lock.lock();
		try {
			return !this.complete && this.pending.add(registration);
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Register what was collected. From now on listeners are registered at once, and
	 * nothing else can be configured.
	 */
	public void registerAll() {
		checkConfigurable();
		List<Runnable> registrations;
		this.lock.lock();
		try {
			this.complete = true;
			registrations = List.copyOf(this.pending);
			this.pending.clear();
		}
		finally {
			this.lock.unlock();
		}
		registrations.forEach(Runnable::run);
	}

	private void checkConfigurable() {
		Assert.state(!this.complete, "The registrar can be configured by a DelayListenerConfigurer only, at start");
	}

	private void register(DelayListenerEndpoint endpoint, @Nullable DelayListenerContainerFactory<?> factory) {
		// First, since where there is none the default converter may be missing too.
		DelayListenerContainerFactory<?> containerFactory = (factory != null) ? factory
				: defaultContainerFactory(endpoint);
		if (endpoint instanceof MethodDelayListenerEndpoint method && method.getHandlerMethodFactory() == null) {
			method.setHandlerMethodFactory(handlerMethodFactory(method));
		}
		this.registry.register(endpoint, containerFactory);
	}

	private MessageHandlerMethodFactory handlerMethodFactory(MethodDelayListenerEndpoint endpoint) {
		MessageConverter ownConverter = endpoint.getMessageConverter();
		if (this.handlerMethodFactory != null) {
			Assert.state(ownConverter == null, () -> "A message converter is set on " + endpoint
					+ ", but the application's own factory for handler methods would not use it");
			return this.handlerMethodFactory;
		}
		if (ownConverter != null) {
			return newHandlerMethodFactory(ownConverter);
		}
		if (this.defaultHandlerMethodFactory == null) {
			this.defaultHandlerMethodFactory = newHandlerMethodFactory(
					(this.messageConverter != null) ? this.messageConverter : defaultConverter());
		}
		return this.defaultHandlerMethodFactory;
	}

	private MessageHandlerMethodFactory newHandlerMethodFactory(MessageConverter converter) {
		return new DelayHandlerMethodFactory(converter, this.conversionService, this.argumentResolvers, this.validator,
				(this.beanFactory instanceof ConfigurableBeanFactory configurable) ? configurable : null);
	}

	private MessageConverter defaultConverter() {
		return this.beanFactory.getBeanProvider(PayloadMessageConverter.class)
			.getIfUnique(() -> new PayloadMessageConverter(this.beanFactory.getBeanProvider(JsonMapper.class)
				.getIfUnique(() -> JsonMapper.builder().build())));
	}

	private DelayListenerContainerFactory<?> defaultContainerFactory(DelayListenerEndpoint endpoint) {
		if (this.containerFactory == null) {
			try {
				this.containerFactory = this.beanFactory.getBean(DelayListenerBeanNames.CONTAINER_FACTORY,
						DelayListenerContainerFactory.class);
			}
			catch (NoSuchBeanDefinitionException ex) {
				throw new InvalidDelayListenerException("There is no container factory for " + endpoint,
						"Define a bean of type DelayListenerContainerFactory named '"
								+ DelayListenerBeanNames.CONTAINER_FACTORY + "', or name another one",
						ex);
			}
		}
		return this.containerFactory;
	}

}
