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

package io.delayqueue.actuate;

import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

import io.delayqueue.MessageState;
import io.delayqueue.core.MessagePayload;
import io.delayqueue.core.MessageView;
import io.delayqueue.store.DeathCause;
import io.delayqueue.support.Recurrence;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.SanitizableData;

/**
 * A message.
 *
 * @param id the id
 * @param state where it is
 * @param time waiting: when it is due; in flight: when its lease ends; dead: when it died
 * @param deliveries how often it has been handed out
 * @param failures how often it has failed
 * @param priority its priority, from 0 to 9, the highest
 * @param scheduledTime when it was scheduled, by the producer's clock; {@code null} if
 * what is stored can't be read
 * @param recurrence when it recurs; {@code null} if it does not
 * @param headers the user's headers, masked unless payloads are shown
 * @param contentType the payload's MIME type; {@code null} if what is stored can't be
 * read
 * @param payload the payload, in Base64 if it is no text; {@code null} unless payloads
 * are shown
 * @param deathCause why it is dead; {@code null} unless it is
 * @since 0.1.0
 */
public record MessageDescriptor(String id, MessageState state, Instant time, int deliveries, int failures, int priority,
		@Nullable Instant scheduledTime, @Nullable String recurrence, Map<String, String> headers,
		@Nullable String contentType, @Nullable String payload,
		@Nullable CauseDescriptor deathCause) implements OperationResponseBody {

	static MessageDescriptor of(MessageView message, boolean shown, boolean withStackTrace) {
		Recurrence recurrence = message.recurrence();
		MessagePayload payload = message.payload();
		DeathCause cause = message.deathCause();
		return new MessageDescriptor(message.id(), message.state(), message.time(), message.deliveries(),
				message.failures(), message.priority(), message.scheduledTime(),
				(recurrence != null) ? recurrence.toString() : null, headers(message, shown),
				(payload != null) ? payload.contentType() : null, (shown && payload != null) ? payload.asText() : null,
				(cause != null) ? CauseDescriptor.of(cause, shown, withStackTrace) : null);
	}

	private static Map<String, String> headers(MessageView message, boolean shown) {
		Map<String, String> headers = new TreeMap<>(message.headers());
		if (!shown) {
			headers.replaceAll((name, value) -> SanitizableData.SANITIZED_VALUE);
		}
		return headers;
	}

	/**
	 * Why a message is dead.
	 *
	 * @param reason the kind of reason
	 * @param attempt the number of the last delivery, from 1; 0 if there was none
	 * @param exception the class name of the exception, if there was one
	 * @param message the exception's message, or another explanation; of a payload that
	 * can't be decoded it may quote the payload, and is masked unless payloads are shown
	 * @param stackTrace the trimmed stack trace, of a single message and if payloads are
	 * shown
	 */
	public record CauseDescriptor(DeathCause.Reason reason, int attempt, @Nullable String exception,
			@Nullable String message, @Nullable String stackTrace) {

		static CauseDescriptor of(DeathCause cause, boolean shown, boolean withStackTrace) {
			boolean masked = !shown && cause.reason() == DeathCause.Reason.UNDECODABLE;
			return new CauseDescriptor(cause.reason(), cause.attempt(), cause.exception(),
					masked ? SanitizableData.SANITIZED_VALUE : cause.message(),
					(shown && withStackTrace) ? cause.stackTrace() : null);
		}

	}

}
