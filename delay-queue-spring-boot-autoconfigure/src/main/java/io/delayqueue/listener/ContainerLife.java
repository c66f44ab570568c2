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

import io.delayqueue.store.DelayQueueStore;

/**
 * The life of a container from one start to its stop.
 */
interface ContainerLife {

	void start(DelayQueueStore store);

	boolean isRunning();

	Set<String> failingQueues();

	/**
	 * Return how the pollers get on with the store.
	 * @return the status of each queue's poller; none while stopping, or if there are
	 * none
	 */
	Map<String, PollStatus> pollStatus();

	/**
	 * Look again at what there is to do.
	 */
	void signal();

	/**
	 * Stop, unless that is under way.
	 * @param callback run exactly once when stopped
	 */
	void stop(Runnable callback);

	/**
	 * Wait until stopped, unless the current thread is one of those that are waited for.
	 */
	void awaitStopped();

}
