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

import io.delayqueue.DelayQueueException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown by a handler that no retry can help: the message goes to the dead letters at
 * once.
 *
 * @since 0.1.0
 */
public class DoNotRetryException extends DelayQueueException {

	private static final long serialVersionUID = 1L;

	/**
	 * Create the exception.
	 * @param message what went wrong
	 */
	public DoNotRetryException(String message) {
		this(message, null);
	}

	/**
	 * Create the exception.
	 * @param message what went wrong
	 * @param cause what went wrong
	 */
	public DoNotRetryException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
