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

package io.delayqueue.event;

import java.util.List;

import io.delayqueue.QueueOperation;

/**
 * What was deferred until a transaction had committed, and its caller could not be told
 * of, has failed.
 *
 * @param queue the queue
 * @param operation what was to be done
 * @param ids the ids of the messages
 * @param cause why it failed
 * @since 0.1.0
 */
public record DeferredOperationFailedEvent(String queue, QueueOperation operation, List<String> ids,
		RuntimeException cause) {

	public DeferredOperationFailedEvent {
		ids = List.copyOf(ids);
	}

}
