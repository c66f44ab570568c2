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

package io.delayqueue.support;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.context.ApplicationEventPublisher;

/**
 * Publishes events of what has happened, which no listener can undo by failing.
 *
 * @since 0.1.0
 */
public final class EventPublication {

	private static final Log logger = LogFactory.getLog(EventPublication.class);

	private EventPublication() {
	}

	/**
	 * Publish an event. Never throws.
	 * @param publisher publishes it, or {@code null} if nobody is to hear of it
	 * @param event the event
	 */
	public static void publish(@Nullable ApplicationEventPublisher publisher, Object event) {
		if (publisher == null) {
			return;
		}
		try {
			publisher.publishEvent(event);
		}
		catch (Throwable ex) {
			logger.warn("What listens to " + event.getClass().getSimpleName() + " failed: " + ex.getClass().getName());
			logger.debug("It failed with", ex);
		}
	}

}
