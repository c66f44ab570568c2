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

import io.delayqueue.DuplicateMessageException;
import io.delayqueue.OutcomeUnknownException;
import io.delayqueue.QueueOperation;

/**
 * Told of operations that were deferred until a transaction had committed and failed
 * then, when their caller could not be told any more. Beans of this type are called, in
 * their order, in addition to what is logged and published as an event. They may schedule
 * messages; one that throws keeps nobody else from being told.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface DeferredOperationFailureHandler {

	/**
	 * Take note of a failure.
	 * @param queue the queue
	 * @param operation what was to be done
	 * @param ids the ids of the messages
	 * @param cause why it failed: a {@link DuplicateMessageException} if an id is taken,
	 * an {@link OutcomeUnknownException} if it may have been done nevertheless
	 */
	void handleFailure(String queue, QueueOperation operation, List<String> ids, RuntimeException cause);

}
