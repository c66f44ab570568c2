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
 * Publishes events on a thread of its own, so that what listens to them can't hold up a
 * poller. Never throws.
 */
final class EventDispatcher {

	private static final Log logger = LogFactory.getLog(EventDispatcher.class);

	private static final int MAX_WAITING = 10_000;

	private static final Duration KEEP_ALIVE = Duration.ofSeconds(10);

	private final @Nullable ApplicationEventPublisher publisher;

	private final ThreadPoolExecutor executor;

	EventDispatcher(@Nullable ApplicationEventPublisher publisher, String listenerId) {
		this.publisher = publisher;
		CustomizableThreadFactory threadFactory = new CustomizableThreadFactory(listenerId + "-events-");
		threadFactory.setDaemon(true);
		this.executor = new ThreadPoolExecutor(1, 1, TimeUnit.MILLISECONDS.convert(KEEP_ALIVE), TimeUnit.MILLISECONDS,
				new LinkedBlockingQueue<>(MAX_WAITING), threadFactory);
		this.executor.allowCoreThreadTimeOut(true);
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
		this.executor.shutdown();
		try {
			this.executor.awaitTermination(TimeUnit.MILLISECONDS.convert(patience), TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
