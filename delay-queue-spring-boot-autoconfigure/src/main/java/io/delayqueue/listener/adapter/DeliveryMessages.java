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

package io.delayqueue.listener.adapter;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

import io.delayqueue.listener.Delivery;
import io.delayqueue.store.ClaimedMessage;
import io.delayqueue.store.DeathCause;
import io.delayqueue.store.StoredMessage;
import io.delayqueue.support.DelayHeaders;
import org.jspecify.annotations.Nullable;

import org.springframework.messaging.Message;
import org.springframework.messaging.MessageHeaders;
import org.springframework.messaging.support.GenericMessage;

/**
 * Turns deliveries into the messages that listener methods see.
 */
final class DeliveryMessages {

	private DeliveryMessages() {
	}

	static Message<byte[]> toMessage(Delivery delivery) {
		StoredMessage stored = delivery.getMessage();
		Map<String, Object> headers = new HashMap<>(stored.headers());
		headers.put(MessageHeaders.CONTENT_TYPE, stored.contentType());
		headers.put(DelayHeaders.ID, delivery.getId());
		headers.put(DelayHeaders.QUEUE, delivery.getQueue());
		headers.put(DelayHeaders.DUE_TIME, delivery.getDueTime());
		headers.put(DelayHeaders.SCHEDULED_TIME, stored.scheduledTime());
		headers.put(DelayHeaders.ATTEMPT, delivery.getAttempt());
		headers.put(DelayHeaders.LATENESS, delivery.getLateness());
		headers.put(DelayHeaders.TOKEN, delivery.getToken());
		Instant occurrence = delivery.getOccurrence();
		if (occurrence != null) {
			headers.put(DelayHeaders.OCCURRENCE, occurrence);
		}
		ClaimedMessage.Death death = delivery.getDeath();
		if (death != null) {
			addDeath(headers, death);
		}
		return new GenericMessage<>(stored.payload(), headers);
	}

	private static void addDeath(Map<String, Object> headers, ClaimedMessage.Death death) {
		headers.put(DelayHeaders.DEATH_TIME, death.time());
		DeathCause cause = death.cause();
		if (cause != null) {
			headers.put(DelayHeaders.DEATH_REASON, cause.reason().name());
			headers.put(DelayHeaders.DEATH_ATTEMPT, cause.attempt());
			addIfPresent(headers, DelayHeaders.DEATH_EXCEPTION, cause.exception());
			addIfPresent(headers, DelayHeaders.DEATH_MESSAGE, cause.message());
			addIfPresent(headers, DelayHeaders.DEATH_STACK_TRACE, cause.stackTrace());
		}
	}

	private static void addIfPresent(Map<String, Object> headers, String name, @Nullable String value) {
		if (value != null) {
			headers.put(name, value);
		}
	}

}
