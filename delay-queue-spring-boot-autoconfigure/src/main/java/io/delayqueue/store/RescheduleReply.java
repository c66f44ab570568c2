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

package io.delayqueue.store;

import java.time.Instant;

import io.delayqueue.MessageState;
import org.jspecify.annotations.Nullable;

/**
 * What {@link DelayQueueStore#reschedule} found and did.
 *
 * @param found the state of the message, or {@code null} if it was absent; it was moved
 * if it was {@link MessageState#WAITING}
 * @param dueTime when it is due now, or {@code null} if it was not moved
 * @since 0.1.0
 */
public record RescheduleReply(@Nullable MessageState found, @Nullable Instant dueTime) {

}
