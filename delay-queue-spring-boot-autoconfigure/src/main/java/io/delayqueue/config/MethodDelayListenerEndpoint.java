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

import java.lang.reflect.Method;
import java.util.Collection;

import io.delayqueue.listener.DelayMessageListener;
import io.delayqueue.listener.adapter.BatchMethodDelayMessageListener;
import io.delayqueue.listener.adapter.DelayHandlerMethodFactory;
import io.delayqueue.listener.adapter.MethodDelayMessageListener;
import org.jspecify.annotations.Nullable;

import org.springframework.messaging.converter.MessageConverter;
import org.springframework.messaging.handler.annotation.support.MessageHandlerMethodFactory;
import org.springframework.util.Assert;

/**
 * An endpoint whose listener is a method of a bean.
 *
 * @since 0.1.0
 */
public class MethodDelayListenerEndpoint extends AbstractDelayListenerEndpoint {

	/**
	 * How many messages a method takes at a time that takes batches and does not say
	 * more.
	 */
	public static final int DEFAULT_BATCH_SIZE = 10;

	private final Object bean;

	private final Method method;

	private @Nullable String beanName;

	private @Nullable Integer batchSize;

	private @Nullable MessageConverter messageConverter;

	private @Nullable MessageHandlerMethodFactory handlerMethodFactory;

	/**
	 * Create an endpoint.
	 * @param id the id of the listener
	 * @param queues the names of the queues
	 * @param bean the object to call, may be a proxy
	 * @param method the method to call, one that can be called on the object
	 */
	public MethodDelayListenerEndpoint(String id, Collection<String> queues, Object bean, Method method) {
		super(id, queues);
		Assert.notNull(bean, "'bean' must not be null");
		Assert.notNull(method, "'method' must not be null");
		this.bean = bean;
		this.method = method;
	}

	/**
	 * Set the name of the object, by which messages tell it from others of its class.
	 * @param beanName the name, or {@code null} if it has none
	 */
	public void setBeanName(@Nullable String beanName) {
		this.beanName = beanName;
	}

	/**
	 * Set how many messages the method takes at a time, in a {@link java.util.List}.
	 * @param batchSize the largest number of messages, or {@code null} if it takes one
	 */
	public void setBatchSize(@Nullable Integer batchSize) {
		this.batchSize = batchSize;
	}

	/**
	 * Return the converter of this listener.
	 * @return the converter, or {@code null} for the registrar's
	 */
	public @Nullable MessageConverter getMessageConverter() {
		return this.messageConverter;
	}

	/**
	 * Set the converter of this listener.
	 * @param messageConverter the converter, or {@code null} for the registrar's
	 */
	public void setMessageConverter(@Nullable MessageConverter messageConverter) {
		this.messageConverter = messageConverter;
	}

	/**
	 * Return what makes the method callable.
	 * @return the factory, or {@code null} for the registrar's
	 */
	public @Nullable MessageHandlerMethodFactory getHandlerMethodFactory() {
		return this.handlerMethodFactory;
	}

	/**
	 * Set what makes the method callable. Only methods of a
	 * {@link DelayHandlerMethodFactory} notice a lease that is lost while their arguments
	 * are resolved.
	 * @param handlerMethodFactory the factory, or {@code null} for the registrar's
	 */
	public void setHandlerMethodFactory(@Nullable MessageHandlerMethodFactory handlerMethodFactory) {
		this.handlerMethodFactory = handlerMethodFactory;
	}

	@Override
	public DelayMessageListener getListener() {
		Assert.state(this.handlerMethodFactory != null,
				() -> this
						+ " has no factory for handler methods. Register it through a DelayListenerEndpointRegistrar, "
						+ "or set one");
		if (this.batchSize != null) {
			Assert.state(this.handlerMethodFactory instanceof DelayHandlerMethodFactory,
					() -> this + " takes batches, which only a DelayHandlerMethodFactory can provide it with");
			return new BatchMethodDelayMessageListener(getId(), this.bean, this.method,
					(DelayHandlerMethodFactory) this.handlerMethodFactory, this.batchSize);
		}
		return new MethodDelayMessageListener(getId(), this.bean, this.method, this.handlerMethodFactory);
	}

	@Override
	public String toString() {
		String bean = (this.beanName != null) ? " of bean '" + this.beanName + "'" : "";
		return super.toString() + " on method " + this.method.toGenericString() + bean;
	}

}
