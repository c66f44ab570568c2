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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import io.delayqueue.support.EventPublication;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.context.ApplicationEventPublisher;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * Publishes events, normally on a thread of its own, so that what listens to them can't
 * hold up a poller. Never throws.
 */
final class EventDispatcher {

	private static final Log logger = LogFactory.getLog(EventDispatcher.class);

	private static final int MAX_WAITING = 10_000;

	private static final Duration KEEP_ALIVE = Duration.ofSeconds(10);

	private final @Nullable ApplicationEventPublisher publisher;

	private final Executor executor;

	private final @Nullable ExecutorService ownThread;

	EventDispatcher(@Nullable ApplicationEventPublisher publisher, String listenerId) {
		this(publisher, newThread(listenerId));
	}

	private EventDispatcher(@Nullable ApplicationEventPublisher publisher, ExecutorService ownThread) {
		this(publisher, ownThread, ownThread);
	}

	private EventDispatcher(@Nullable ApplicationEventPublisher publisher, Executor executor,
			@Nullable ExecutorService ownThread) {
		this.publisher = publisher;
		this.executor = executor;
		this.ownThread = ownThread;
	}

	/**
	 * Return a dispatcher that publishes on the caller's thread.
	 * @param publisher the publisher, or {@code null} for none
	 * @return the dispatcher
	 */
	static EventDispatcher direct(@Nullable ApplicationEventPublisher publisher) {
		return new EventDispatcher(publisher, Runnable::run, null);
	}

	private static ExecutorService newThread(String listenerId) {
		CustomizableThreadFactory threadFactory = new CustomizableThreadFactory(listenerId + "-events-");
		threadFactory.setDaemon(true);
		ThreadPoolExecutor executor = new ThreadPoolExecutor(1, 1, TimeUnit.MILLISECONDS.convert(KEEP_ALIVE),
				TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>(MAX_WAITING), threadFactory);
		executor.allowCoreThreadTimeOut(true);
		return executor;
	}

	/**
	 * Publish an event soon, after those before it.
	 * @param event the event
	 */
	void dispatch(Object event) {
		ApplicationEventPublisher publisher = this.publisher;
		if (publisher == null) {
			return;
		}
		try {
			this.executor.execute(() -> EventPublication.publish(publisher, event));
		}
		catch (Throwable ex) {
			logger.warn("An event is not published: " + event.getClass().getSimpleName());
		}
	}

	/**
	 * Take no more events, and wait a moment for those under way.
	 * @param patience how long to wait at most
	 */
	void close(Duration patience) {
		ExecutorService ownThread = this.ownThread;
		if (ownThread == null) {
			return;
		}
		ownThread.shutdown();
		try {
			ownThread.awaitTermination(TimeUnit.MILLISECONDS.convert(patience), TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
