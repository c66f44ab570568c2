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

package io.delayqueue.listener;

import java.util.Map;
import java.util.Set;

/**
 * Consumes one or more queues for one listener. All methods may be called by any thread.
 *
 * @since 0.1.0
 */
public interface DelayListenerContainer {

	/**
	 * Return the id of the listener.
	 * @return the id, unique in the application
	 */
	String getId();

	/**
	 * Return the queues that this container consumes.
	 * @return the names of the queues
	 */
	Set<String> getQueues();

	/**
	 * Return whether the container is to be started with the application.
	 * @return whether it starts by itself
	 */
	boolean isAutoStartup();

	/**
	 * Begin to consume; returns at once, also when the store can't be reached. Does
	 * nothing if running. A stopped container may be started again.
	 */
	void start();

	/**
	 * Stop and wait: no more claims, then running handlers end, then what had not started
	 * is released and all settlements are written.
	 */
	void stop();

	/**
	 * Stop like {@link #stop()} without waiting.
	 * @param callback run exactly once when stopped, whatever happens
	 */
	void stop(Runnable callback);

	/**
	 * Return whether the container consumes: it was started, was not stopped, and none of
	 * its pollers has ended.
	 * @return whether it is running
	 */
	boolean isRunning();

	/**
	 * Return the queues on which the container can't do its work at present, because the
	 * store can't be reached, say. It goes on trying.
	 * @return the names of the queues, none if all is well or the container was stopped
	 */
	Set<String> getFailingQueues();

	/**
	 * Return how the pollers get on with the store, without asking it.
	 * @return the status of each queue's poller by the queue's name; none if the
	 * container was not started, was stopped, or does not know
	 */
	default Map<String, PollStatus> getPollStatus() {
		return Map.of();
	}

	/**
	 * Claim no more until resumed; what is in flight goes on.
	 */
	void pause();

	/**
	 * Claim again after {@link #pause()}.
	 */
	void resume();

	/**
	 * Return whether {@link #pause()} was called last.
	 * @return whether it is paused
	 */
	boolean isPaused();

}
