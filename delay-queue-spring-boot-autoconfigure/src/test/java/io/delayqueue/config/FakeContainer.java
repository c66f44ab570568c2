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

import io.delayqueue.listener.DelayListenerContainer;
import org.jspecify.annotations.Nullable;

/**
 * Container that only remembers what it was told.
 */
public class FakeContainer implements DelayListenerContainer {

	private final DelayListenerEndpoint endpoint;

	private boolean running;

	private boolean paused;

	private boolean stopsAtOnce = true;

	private @Nullable RuntimeException stopFailure;

	private @Nullable Runnable stopCallback;

	public FakeContainer(DelayListenerEndpoint endpoint) {
		this.endpoint = endpoint;
	}

	/**
	 * Let the container stop only when it is told to complete the stop.
	 */
	void stopLater() {
		this.stopsAtOnce = false;
	}

	void failToStop(RuntimeException failure) {
		this.stopFailure = failure;
	}

	void completeStop() {
		if (this.stopCallback != null) {
			this.stopCallback.run();
		}
	}

	public DelayListenerEndpoint getEndpoint() {
		return this.endpoint;
	}

	@Override
	public String getId() {
		return this.endpoint.getId();
	}

	@Override
	public Set<String> getQueues() {
		return this.endpoint.getQueues();
	}

	@Override
	public boolean isAutoStartup() {
		return !Boolean.FALSE.equals(this.endpoint.getAutoStartup());
	}

	@Override
	public void start() {
		this.running = true;
	}

	@Override
	public void stop() {
		this.running = false;
	}

	@Override
	public void stop(Runnable callback) {
		this.running = false;
		this.stopCallback = callback;
		if (this.stopFailure != null) {
			throw this.stopFailure;
		}
		if (this.stopsAtOnce) {
			callback.run();
		}
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	@Override
	public Set<String> getFailingQueues() {
		return Set.of();
	}

	@Override
	public void pause() {
		this.paused = true;
	}

	@Override
	public void resume() {
		this.paused = false;
	}

	@Override
	public boolean isPaused() {
		return this.paused;
	}

}
