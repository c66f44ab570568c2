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
 * A stored message as it was at one moment.
 *
 * @param id the id
 * @param state where it is
 * @param time waiting: when it is due; in flight: when its lease ends or has ended; dead:
 * when it died
 * @param deliveries how often it has been handed out, the present delivery included
 * @param failures how often it has failed
 * @param message the message, or {@code null} if what is stored can't be read
 * @param cause why it is dead, if it is
 * @param priority from 0 to {@link ScheduleCommand#HIGHEST_PRIORITY}
 * @since 0.1.0
 */
public record MessageSnapshot(String id, MessageState state, Instant time, int deliveries, int failures,
		@Nullable StoredMessage message, @Nullable DeathCause cause, int priority) {

	/**
	 * Create a snapshot of a message without priority.
	 * @param id the id
	 * @param state where it is
	 * @param time when it is due, its lease ends, or it died
	 * @param deliveries how often it has been handed out
	 * @param failures how often it has failed
	 * @param message the message, or {@code null}
	 * @param cause why it is dead, if it is
	 */
	public MessageSnapshot(String id, MessageState state, Instant time, int deliveries, int failures,
			@Nullable StoredMessage message, @Nullable DeathCause cause) {
		this(id, state, time, deliveries, failures, message, cause, 0);
	}

}
