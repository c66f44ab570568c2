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

import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import io.delayqueue.listener.DelayListenerContainer;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Stops containers all at the same time and calls back once, when the last has stopped.
 */
class ParallelStop {

	private static final Log logger = LogFactory.getLog(ParallelStop.class);

	private final Collection<DelayListenerContainer> containers;

	private final Runnable callback;

	// The one more is this object itself: nothing is called back before all are asked.
	private final AtomicInteger pending;

	ParallelStop(Collection<DelayListenerContainer> containers, Runnable callback) {
		this.containers = List.copyOf(containers);
		this.callback = callback;
		this.pending = new AtomicInteger(this.containers.size() + 1);
	}

	void run() {
		this.containers.forEach(this::stop);
		countDown();
	}

	private void stop(DelayListenerContainer container) {
		AtomicBoolean stopped = new AtomicBoolean();
		Runnable once = () -> {
			if (stopped.compareAndSet(false, true)) {
				countDown();
			}
		};
		try {
			container.stop(once);
		}
		catch (RuntimeException ex) {
			logger.warn("Listener '" + container.getId() + "' could not be stopped in order", ex);
			once.run();
		}
	}

	private void countDown() {
		if (this.pending.decrementAndGet() == 0) {
			this.callback.run();
		}
	}

}
