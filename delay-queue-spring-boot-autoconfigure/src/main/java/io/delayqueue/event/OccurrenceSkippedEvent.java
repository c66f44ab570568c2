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

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * An occurrence of a recurring message was not handled, since it was too late, as the
 * message's policy says.
 *
 * @param listenerId the id of the listener that found it so
 * @param queue the queue
 * @param messageId the message's id
 * @param occurrence when it was due
 * @param lateness how late it was
 * @param next when the next occurrence is due; all between them are skipped too.
 * {@code null} if there is none
 * @since 0.1.0
 */
public record OccurrenceSkippedEvent(String listenerId, String queue, String messageId, Instant occurrence,
		Duration lateness, @Nullable Instant next) {

}
