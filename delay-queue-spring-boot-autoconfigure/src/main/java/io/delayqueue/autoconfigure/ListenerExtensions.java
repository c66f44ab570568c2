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
import io.delayqueue.config.DelayListenerBeanNames;
import io.delayqueue.config.DelayListenerContainerCustomizer;
import io.delayqueue.listener.DelayListenerErrorHandler;
import io.delayqueue.listener.DelayMessageInterceptor;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;

/**
 * What the application adds to listeners by beans.
 */
class ListenerExtensions {

	private final ObjectProvider<DelayMessageInterceptor> interceptors;

	private final ObjectProvider<DelayListenerErrorHandler> errorHandler;

	private final ObjectProvider<DelayListenerContainerCustomizer> containers;

	private final ObjectProvider<DelayListenerContainerFactoryCustomizer> factories;

	ListenerExtensions(ObjectProvider<DelayMessageInterceptor> interceptors,
			@Qualifier(DelayListenerBeanNames.ERROR_HANDLER) ObjectProvider<DelayListenerErrorHandler> errorHandler,
			ObjectProvider<DelayListenerContainerCustomizer> containers,
			ObjectProvider<DelayListenerContainerFactoryCustomizer> factories) {
		this.interceptors = interceptors;
		this.errorHandler = errorHandler;
		this.containers = containers;
		this.factories = factories;
	}

	void applyTo(DefaultDelayListenerContainerFactory factory) {
		factory.setInterceptors(this.interceptors.orderedStream().toList());
		factory.setErrorHandler(this.errorHandler.getIfAvailable());
		factory.setContainerCustomizers(this.containers.orderedStream().toList());
		this.factories.orderedStream().forEach((customizer) -> customizer.customize(factory));
	}

}
