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

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import io.delayqueue.config.DelayListenerBeanNames;
import io.delayqueue.config.DelayListenerEndpointRegistry;
import io.delayqueue.config.FakeContainer;
import io.delayqueue.config.FakeContainerFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.MapPropertySource;

/**
 * An application context that listens with containers that do nothing.
 */
final class ListenerContext implements AutoCloseable {

	private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();

	private final FakeContainerFactory factory = new FakeContainerFactory();

	ListenerContext(Consumer<AnnotationConfigApplicationContext> setUp) {
		this(null, setUp);
	}

	ListenerContext(@Nullable ApplicationContext parent, Consumer<AnnotationConfigApplicationContext> setUp) {
		try {
			if (parent != null) {
				this.context.setParent(parent);
			}
			this.context.registerBean(DelayListenerBeanNames.CONTAINER_FACTORY, FakeContainerFactory.class,
					() -> this.factory);
			this.context.register(EnableConfiguration.class);
			setUp.accept(this.context);
			this.context.refresh();
		}
		catch (RuntimeException ex) {
			this.context.close();
			throw ex;
		}
	}

	static ListenerContext of(Class<?> bean) {
		return new ListenerContext((context) -> context.registerBean("bean", bean));
	}

	static void properties(AnnotationConfigApplicationContext context, Map<String, Object> properties) {
		context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("test", properties));
	}

	AnnotationConfigApplicationContext context() {
		return this.context;
	}

	FakeContainerFactory factory() {
		return this.factory;
	}

	List<String> ids() {
		return this.factory.getIds();
	}

	List<String> queues() {
		return this.factory.getContainers().stream().flatMap((container) -> container.getQueues().stream()).toList();
	}

	FakeContainer only() {
		return this.factory.getContainers().stream().reduce((first, second) -> {
			throw new IllegalStateException("More than one listener: " + ids());
		}).orElseThrow();
	}

	DelayListenerEndpointRegistry registry() {
		return this.context.getBean(DelayListenerEndpointRegistry.class);
	}

	@Override
	public void close() {
		this.context.close();
	}

	@EnableDelayListeners
	@Configuration(proxyBeanMethods = false)
	static class EnableConfiguration {

	}

}
