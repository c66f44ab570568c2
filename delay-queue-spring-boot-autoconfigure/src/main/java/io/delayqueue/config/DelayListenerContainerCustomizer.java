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

import io.delayqueue.listener.DefaultDelayListenerContainer;

/**
 * Changes the container of a listener after its factory has set it up, when nothing else
 * can: what the listener's annotation or its queue sets is already in place. By the id
 * and the queues of a container it can tell whether it is meant.
 *
 * @since 0.1.0
 * @see DefaultDelayListenerContainerFactory#setContainerCustomizers
 */
@FunctionalInterface
public interface DelayListenerContainerCustomizer {

	/**
	 * Change a container; it is not started yet.
	 * @param container the container
	 */
	void customize(DefaultDelayListenerContainer container);

}
