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

import java.util.Set;
import java.util.concurrent.Executor;

import io.delayqueue.listener.DelayListenerErrorHandler;
import io.delayqueue.listener.DelayMessageListener;
import org.jspecify.annotations.Nullable;

/**
 * Describes a listener, from which a {@link DelayListenerContainerFactory} makes a
 * container. What an endpoint leaves open is the factory's to set.
 *
 * @since 0.1.0
 * @see SimpleDelayListenerEndpoint
 * @see MethodDelayListenerEndpoint
 */
public interface DelayListenerEndpoint {

	/**
	 * Return the id of the listener.
	 * @return the id, unique in the application; threads are named after it
	 */
	String getId();

	/**
	 * Return the queues to consume.
	 * @return the names of the queues, at least one
	 */
	Set<String> getQueues();

	/**
	 * Return whether the listener takes the dead letters of its queues instead of the
	 * messages that are due.
	 * @return whether it takes dead letters
	 */
	default boolean isDeadLetters() {
		return false;
	}

	/**
	 * Return what this listener sets differently from its queues and its factory.
	 * @return the settings of this listener
	 */
	ListenerSettingsOverrides getOverrides();

	/**
	 * Return whether the container starts with the application.
	 * @return whether it starts by itself, or {@code null} for the factory's value
	 */
	@Nullable Boolean getAutoStartup();

	/**
	 * Return the executor that runs the handlers.
	 * @return the executor, or {@code null} for the factory's
	 */
	@Nullable Executor getExecutor();

	/**
	 * Return what sees the failures of this listener first.
	 * @return the error handler, or {@code null} for the factory's
	 */
	@Nullable DelayListenerErrorHandler getErrorHandler();

	/**
	 * Return the listener that handles the deliveries.
	 * @return the listener
	 * @throws IllegalStateException if there is none that could be called
	 */
	DelayMessageListener getListener();

}
