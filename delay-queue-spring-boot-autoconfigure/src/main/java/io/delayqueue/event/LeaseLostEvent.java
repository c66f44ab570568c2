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

/**
 * A message that a listener was handed is no longer its own: the lease ended, or the
 * message was cancelled or replaced, or the dead letter replayed, replaced or removed, be
 * it by its handler. What a handler still does with it changes nothing in the queue.
 *
 * @param listenerId the listener's id
 * @param queue the queue
 * @param messageId the message's id
 * @since 0.1.0
 */
public record LeaseLostEvent(String listenerId, String queue, String messageId) {

}
