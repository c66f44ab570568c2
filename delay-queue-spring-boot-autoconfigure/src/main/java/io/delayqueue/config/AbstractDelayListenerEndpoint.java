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

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.Executor;

import io.delayqueue.listener.DelayListenerErrorHandler;
import io.delayqueue.support.QueueNames;
import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;

/**
 * What all endpoints have in common.
 *
 * @since 0.1.0
 */
public abstract class AbstractDelayListenerEndpoint implements DelayListenerEndpoint {

	private final String id;

	private final Set<String> queues;

	private ListenerSettingsOverrides overrides = ListenerSettingsOverrides.NONE;

	private boolean deadLetters;

	private @Nullable Boolean autoStartup;

	private @Nullable Executor executor;

	private @Nullable DelayListenerErrorHandler errorHandler;

	AbstractDelayListenerEndpoint(String id, Collection<String> queues) {
		Assert.hasText(id, "'id' must not be blank");
		Assert.notEmpty(queues, () -> "Listener '" + id + "' has no queue");
		queues.forEach(QueueNames::checkQueue);
		this.id = id;
		this.queues = Collections.unmodifiableSet(new LinkedHashSet<>(queues));
	}

	AbstractDelayListenerEndpoint(String id, String... queues) {
		this(id, Arrays.asList(queues));
	}

	@Override
	public String getId() {
		return this.id;
	}

	@Override
	public Set<String> getQueues() {
		return this.queues;
	}

	@Override
	public boolean isDeadLetters() {
		return this.deadLetters;
	}

	/**
	 * Set whether the listener takes the dead letters of its queues instead of the
	 * messages that are due.
	 * @param deadLetters whether it takes dead letters
	 */
	public void setDeadLetters(boolean deadLetters) {
		this.deadLetters = deadLetters;
	}

	@Override
	public ListenerSettingsOverrides getOverrides() {
		return this.overrides;
	}

	/**
	 * Set what this listener sets differently from its queues and its factory.
	 * @param overrides the settings of this listener
	 */
	public void setOverrides(ListenerSettingsOverrides overrides) {
		Assert.notNull(overrides, "'overrides' must not be null");
		this.overrides = overrides;
	}

	@Override
	public @Nullable Boolean getAutoStartup() {
		return this.autoStartup;
	}

	/**
	 * Set whether the container starts with the application.
	 * @param autoStartup whether it starts by itself, or {@code null} for the factory's
	 * value
	 */
	public void setAutoStartup(@Nullable Boolean autoStartup) {
		this.autoStartup = autoStartup;
	}

	@Override
	public @Nullable Executor getExecutor() {
		return this.executor;
	}

	/**
	 * Set the executor that runs the handlers.
	 * @param executor the executor, or {@code null} for the factory's
	 */
	public void setExecutor(@Nullable Executor executor) {
		this.executor = executor;
	}

	@Override
	public @Nullable DelayListenerErrorHandler getErrorHandler() {
		return this.errorHandler;
	}

	/**
	 * Set what sees the failures of this listener first.
	 * @param errorHandler the error handler, or {@code null} for the factory's
	 */
	public void setErrorHandler(@Nullable DelayListenerErrorHandler errorHandler) {
		this.errorHandler = errorHandler;
	}

	@Override
	public String toString() {
		return "listener '" + this.id + "' of " + (this.deadLetters ? "the dead letters of " : "") + this.queues;
	}

}
