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

import java.time.Instant;
import java.util.Map;

import io.delayqueue.MessageState;
import io.delayqueue.store.DeathCause;
import io.delayqueue.store.MessageSnapshot;
import io.delayqueue.store.StoredMessage;
import io.delayqueue.support.DelayHeaders;
import io.delayqueue.support.Recurrence;
import org.jspecify.annotations.Nullable;

/**
 * A stored message as it was at one moment.
 *
 * @param queue the queue
 * @param id the id
 * @param state where the message is
 * @param time waiting: when it is due; in flight: when its lease ends; dead: when it died
 * @param deliveries how often it has been handed out
 * @param failures how often it has failed
 * @param scheduledTime when it was scheduled, by the producer's clock; {@code null} if
 * what is stored can't be read
 * @param headers the user's headers; empty if what is stored can't be read
 * @param deathCause why it is dead; {@code null} unless it is
 * @param recurrence when it recurs, if it is a recurring message or an occurrence of one
 * that failed for good
 * @param payload the payload; {@code null} if what is stored can't be read
 * @param priority from 0 to 9, the highest
 * @since 0.1.0
 */
public record MessageView(String queue, String id, MessageState state, Instant time, int deliveries, int failures,
		@Nullable Instant scheduledTime, Map<String, String> headers, @Nullable DeathCause deathCause,
		@Nullable Recurrence recurrence, @Nullable MessagePayload payload, int priority) {

	static MessageView of(String queue, MessageSnapshot snapshot) {
		StoredMessage message = snapshot.message();
		return new MessageView(queue, snapshot.id(), snapshot.state(), snapshot.time(), snapshot.deliveries(),
				snapshot.failures(), (message != null) ? message.scheduledTime() : null,
				(message != null) ? message.once().headers() : Map.of(), snapshot.cause(), recurrence(message),
				(message != null) ? new MessagePayload(message.payload(), message.contentType()) : null,
				snapshot.priority());
	}

	private static @Nullable Recurrence recurrence(@Nullable StoredMessage message) {
		String text = (message != null) ? message.headers().get(DelayHeaders.RECURRENCE) : null;
		try {
			return (text != null) ? Recurrence.parse(text) : null;
		}
		catch (IllegalArgumentException ex) {
			return null;
		}
	}

}
