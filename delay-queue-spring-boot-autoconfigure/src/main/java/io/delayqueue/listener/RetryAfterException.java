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

import io.delayqueue.DelayQueueException;
import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;

/**
 * Thrown by a handler that knows how long to wait before the next try, by the answer of a
 * server that is busy, say. Counts as a failure like any other: without retries left the
 * message goes to the dead letters.
 *
 * @since 0.1.0
 */
public class RetryAfterException extends DelayQueueException {

	private static final long serialVersionUID = 1L;

	private final Duration pause;

	/**
	 * Create the exception.
	 * @param pause how long to wait, instead of the pause that the settings give
	 */
	public RetryAfterException(Duration pause) {
		this(pause, "To be tried again after " + pause, null);
	}

	/**
	 * Create the exception.
	 * @param pause how long to wait, instead of the pause that the settings give
	 * @param cause what went wrong
	 */
	public RetryAfterException(Duration pause, @Nullable Throwable cause) {
		this(pause, "To be tried again after " + pause, cause);
	}

	/**
	 * Create the exception.
	 * @param pause how long to wait, instead of the pause that the settings give
	 * @param message what went wrong
	 * @param cause what went wrong
	 */
	public RetryAfterException(Duration pause, String message, @Nullable Throwable cause) {
		super(message, cause);
		Assert.notNull(pause, "'pause' must not be null");
		Assert.isTrue(!pause.isNegative(), () -> "'pause' must not be negative, but is " + pause);
		this.pause = pause;
	}

	/**
	 * Return how long to wait.
	 * @return the pause
	 */
	public Duration getPause() {
		return this.pause;
	}

}
