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
import io.delayqueue.listener.ListenerSettings;

/**
 * Sets a container factory up as the auto-configured one is. With it an application makes
 * a second factory that differs from the first in what it needs to:
 *
 * <pre class="code">
 * &#64;Bean
 * DefaultDelayListenerContainerFactory slowFactory(DelayQueueStore store,
 *         DelayListenerContainerFactoryConfigurer configurer) {
 *     var factory = new DefaultDelayListenerContainerFactory(store, configurer.getSettings());
 *     configurer.configure(factory);
 *     factory.setAutoStartup(false);
 *     return factory;
 * }
 * </pre>
 *
 * @since 0.1.0
 */
public final class DelayListenerContainerFactoryConfigurer {

	private final ListenerSettingsMapper mapper;

	private final ListenerSettings settings;

	private final boolean autoStartup;

	private final boolean virtualThreads;

	private final Instrumentation instrumentation;

	private final ListenerExtensions extensions;

	DelayListenerContainerFactoryConfigurer(DelayQueueProperties properties, boolean virtualThreads,
			Instrumentation instrumentation, ListenerExtensions extensions) {
		this.mapper = new ListenerSettingsMapper(properties);
		this.settings = this.mapper.settings();
		this.autoStartup = properties.getListener().isAutoStartup();
		this.virtualThreads = virtualThreads;
		this.instrumentation = instrumentation;
		this.extensions = extensions;
	}

	/**
	 * Return the settings of listeners that set nothing else, as the properties say, to
	 * make a factory with.
	 * @return the settings
	 */
	public ListenerSettings getSettings() {
		return this.settings;
	}

	/**
	 * Set up a factory, and let the customizers change it.
	 * @param factory the factory
	 */
	public void configure(DefaultDelayListenerContainerFactory factory) {
		factory.setQueueOverrides(this.mapper.overrides());
		factory.setAutoStartup(this.autoStartup);
		factory.setVirtualThreads(this.virtualThreads);
		this.instrumentation.applyTo(factory);
		this.extensions.applyTo(factory);
	}

}
