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

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * What the handlers of one container run on.
 */
final class HandlerExecutor implements Executor {

	private static final Duration KEEP_ALIVE = Duration.ofSeconds(60);

	private final Executor executor;

	private final Runnable shutdown;

	private HandlerExecutor(Executor executor, Runnable shutdown) {
		this.executor = executor;
		this.shutdown = shutdown;
	}

	/**
	 * Return an executor with threads of its own, created when needed.
	 * @param listenerId what the threads are named after
	 * @param threads how many at most
	 * @return the executor
	 */
	static HandlerExecutor ofPlatformThreads(String listenerId, int threads) {
		CustomizableThreadFactory threadFactory = new CustomizableThreadFactory(listenerId + "-");
		// The pollers keep the JVM alive while the container runs; a handler that hangs
		// must not do so when it has stopped.
		threadFactory.setDaemon(true);
		// The queue is for the moment in which a thread has given its permit back but not
		// itself.
		ThreadPoolExecutor executor = new ThreadPoolExecutor(threads, threads,
				TimeUnit.MILLISECONDS.convert(KEEP_ALIVE), TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>(),
				threadFactory);
		executor.allowCoreThreadTimeOut(true);
		return new HandlerExecutor(executor, executor::shutdown);
	}

	/**
	 * Return an executor with a virtual thread for each delivery.
	 * @param listenerId what the threads are named after
	 * @return the executor
	 */
	static HandlerExecutor ofVirtualThreads(String listenerId) {
		SimpleAsyncTaskExecutor executor = new SimpleAsyncTaskExecutor(listenerId + "-");
		executor.setVirtualThreads(true);
		return new HandlerExecutor(executor, executor::close);
	}

	/**
	 * Return an executor that is somebody else's to shut down.
	 * @param executor the executor
	 * @return the executor
	 */
	static HandlerExecutor of(Executor executor) {
		return new HandlerExecutor(executor, () -> {
		});
	}

	@Override
	public void execute(Runnable task) {
		this.executor.execute(task);
	}

	void close() {
		this.shutdown.run();
	}

}
