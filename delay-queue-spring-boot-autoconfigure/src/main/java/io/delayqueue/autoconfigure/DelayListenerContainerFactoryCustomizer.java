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

/**
 * Implemented by beans that change what properties can't of the container factories that
 * are set up by a {@link DelayListenerContainerFactoryConfigurer}, the auto-configured
 * one among them. Called in their order.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface DelayListenerContainerFactoryCustomizer {

	/**
	 * Change a factory that is set up from the properties.
	 * @param factory the factory
	 */
	void customize(DefaultDelayListenerContainerFactory factory);

}
