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

import io.delayqueue.DelayQueueException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown at start when a listener can't be set up the way it is declared. The message
 * says which listener, what is wrong and what to do.
 *
 * @since 0.1.0
 */
public class InvalidDelayListenerException extends DelayQueueException {

	private static final long serialVersionUID = 1L;

	private final String problem;

	private final @Nullable String action;

	public InvalidDelayListenerException(String problem) {
		this(problem, null, null);
	}

	public InvalidDelayListenerException(String problem, @Nullable Throwable cause) {
		this(problem, null, cause);
	}

	/**
	 * Create an exception.
	 * @param problem what is wrong with which listener; ends without a full stop
	 * @param action what to do about it, if the problem does not say so itself
	 * @param cause the cause, if there is one
	 */
	public InvalidDelayListenerException(String problem, @Nullable String action, @Nullable Throwable cause) {
		super((action != null) ? problem + ". " + action : problem, cause);
		this.problem = problem;
		this.action = action;
	}

	/**
	 * Return what is wrong.
	 * @return the message without the action
	 */
	public String getProblem() {
		return this.problem;
	}

	/**
	 * Return what to do about it.
	 * @return the action, or {@code null} if the problem says so itself
	 */
	public @Nullable String getAction() {
		return this.action;
	}

}
