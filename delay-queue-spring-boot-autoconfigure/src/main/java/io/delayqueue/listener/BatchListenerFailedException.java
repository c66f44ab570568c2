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

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

import io.delayqueue.DelayQueueException;
import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;

/**
 * Thrown by a batch listener, or what its stage fails with, when a part of the messages
 * failed: those are retried or go to the dead letters, each by itself, and the others
 * count as handled. Any other exception stands for all messages of the batch, and so does
 * this one if it names an id that is not in the batch.
 *
 * @since 0.1.0
 */
public class BatchListenerFailedException extends DelayQueueException {

	private static final long serialVersionUID = 1L;

	private final LinkedHashSet<String> ids;

	/**
	 * Create the exception.
	 * @param ids the ids of the messages that failed, at least one
	 * @param cause what went wrong; whether to retry is judged by it
	 */
	public BatchListenerFailedException(Collection<String> ids, @Nullable Throwable cause) {
		super("Messages " + ids + " failed", cause);
		Assert.notEmpty(ids, "'ids' must not be empty");
		this.ids = new LinkedHashSet<>(ids);
	}

	/**
	 * Return which messages failed.
	 * @return the ids
	 */
	public Set<String> getIds() {
		return Collections.unmodifiableSet(this.ids);
	}

}
