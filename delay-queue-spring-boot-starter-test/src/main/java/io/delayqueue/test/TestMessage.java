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

package io.delayqueue.test;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;

import io.delayqueue.MessageState;
import io.delayqueue.store.DeathCause;
import io.delayqueue.store.MessageSnapshot;
import io.delayqueue.store.StoredMessage;
import org.jspecify.annotations.Nullable;

import org.springframework.core.ParameterizedTypeReference;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageHeaders;
import org.springframework.messaging.converter.MessageConverter;
import org.springframework.messaging.converter.SmartMessageConverter;
import org.springframework.messaging.support.MessageBuilder;
import org.springframework.util.Assert;
import org.springframework.util.MimeTypeUtils;

/**
 * A stored message as it was at one moment.
 *
 * @since 0.1.0
 */
public final class TestMessage {

	private static final int SHOWN = 200;

	private final MessageSnapshot snapshot;

	private final StoredMessage message;

	private final MessageConverter converter;

	TestMessage(MessageSnapshot snapshot, MessageConverter converter) {
		StoredMessage message = snapshot.message();
		Assert.state(message != null, "A message in memory can always be read");
		this.snapshot = snapshot;
		this.message = message;
		this.converter = converter;
	}

	/**
	 * Return its id.
	 * @return the id
	 */
	public String id() {
		return this.snapshot.id();
	}

	/**
	 * Return where it is.
	 * @return the state
	 */
	public MessageState state() {
		return this.snapshot.state();
	}

	/**
	 * Return when it is due if it waits, when its lease ends if it is in flight, or when
	 * it died.
	 * @return the time
	 */
	public Instant time() {
		return this.snapshot.time();
	}

	/**
	 * Return how often it has been handed out.
	 * @return the number of deliveries
	 */
	public int deliveries() {
		return this.snapshot.deliveries();
	}

	/**
	 * Return how often it has failed.
	 * @return the number of failures
	 */
	public int failures() {
		return this.snapshot.failures();
	}

	/**
	 * Return the user's headers.
	 * @return the headers
	 */
	public Map<String, String> headers() {
		return this.message.once().headers();
	}

	/**
	 * Return whether it comes again and again.
	 * @return whether it recurs
	 */
	public boolean isRecurring() {
		return this.message.isRecurring();
	}

	/**
	 * Return why it is dead.
	 * @return the cause, or {@code null} unless it is dead
	 */
	public @Nullable DeathCause deathCause() {
		return this.snapshot.cause();
	}

	/**
	 * Return the payload, converted as for a listener.
	 * @param type the type that a listener would ask for
	 * @param <T> the type
	 * @return the payload
	 */
	public <T> T payload(Class<T> type) {
		return type.cast(convert(type, null));
	}

	/**
	 * Return the payload, converted as for a listener.
	 * @param type the type that a listener would ask for
	 * @param <T> the type
	 * @return the payload
	 */
	@SuppressWarnings("unchecked")
	public <T> T payload(ParameterizedTypeReference<T> type) {
		TypedParameter parameter = new TypedParameter(type.getType());
		return (T) convert(parameter.getParameterType(), parameter);
	}

	/**
	 * Return another payload as it would come back, had it been stored.
	 * @param payload the other payload
	 * @param type the type that a listener would ask for
	 * @return the other payload
	 */
	Object asIfStored(Object payload, Class<?> type) {
		Message<?> stored = this.converter.toMessage(payload, null);
		Assert.state(stored != null, () -> "A payload of " + payload.getClass() + " can't be converted");
		Object converted = this.converter.fromMessage(stored, type);
		Assert.state(converted != null, () -> "What a payload of " + payload.getClass()
				+ " is converted to can't be converted to " + type.getName());
		return converted;
	}

	private Object convert(Class<?> type, @Nullable TypedParameter hint) {
		Message<byte[]> stored = MessageBuilder.withPayload(this.message.payload())
			.copyHeaders(this.message.headers())
			.setHeader(MessageHeaders.CONTENT_TYPE, this.message.contentType())
			.build();
		Object payload = (this.converter instanceof SmartMessageConverter smart) ? smart.fromMessage(stored, type, hint)
				: this.converter.fromMessage(stored, type);
		Assert.state(payload != null, () -> "The payload of message '" + id() + "' can't be converted to "
				+ type.getName() + ": " + shownPayload());
		return payload;
	}

	/**
	 * Describe the payload for people.
	 * @return its text, shortened if need be, or how long it is if it is no text
	 */
	String shownPayload() {
		byte[] payload = this.message.payload();
		if (MimeTypeUtils.APPLICATION_OCTET_STREAM_VALUE.equals(this.message.contentType())) {
			return payload.length + " bytes";
		}
		String text = new String(payload, StandardCharsets.UTF_8);
		return (text.length() > SHOWN) ? text.substring(0, SHOWN) + "…" : text;
	}

	@Override
	public String toString() {
		return "'" + id() + "' " + state() + " " + time() + " " + shownPayload();
	}

}
