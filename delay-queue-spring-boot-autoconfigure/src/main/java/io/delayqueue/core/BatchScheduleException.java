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

package io.delayqueue.core;

import java.util.List;

import io.delayqueue.DelayQueueException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when not all messages of a batch were scheduled.
 *
 * @since 0.1.0
 */
public class BatchScheduleException extends DelayQueueException {

	private static final long serialVersionUID = 1L;

	private final transient List<ScheduleResult> results;

	public BatchScheduleException(String message, List<ScheduleResult> results, @Nullable Throwable cause) {
		super(message, cause);
		this.results = List.copyOf(results);
	}

	/**
	 * Return what became of each message, in input order.
	 * @return the results
	 */
	public List<ScheduleResult> getResults() {
		return this.results;
	}

}
