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

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Takes it for a rejection if an executor would run a task on the thread that hands it
 * over: on the poller's own thread a handler would hold up all renewals and settlements,
 * also those that it waits for itself.
 */
final class OtherThreadExecutor implements Executor {

	private final Executor executor;

	OtherThreadExecutor(Executor executor) {
		this.executor = executor;
	}

	@Override
	public void execute(Runnable task) {
		Thread poller = Thread.currentThread();
		AtomicBoolean onPoller = new AtomicBoolean();
		this.executor.execute(() -> {
			if (Thread.currentThread() == poller) {
				onPoller.set(true);
			}
			else {
				task.run();
			}
		});
		if (onPoller.get()) {
			throw new RejectedExecutionException("It runs tasks on the thread that hands them over, which is the "
					+ "poller's. Let it reject what its own threads can't take");
		}
	}

}
