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

package io.delayqueue.support;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.messaging.Message;
import org.springframework.messaging.MessageHeaders;
import org.springframework.messaging.converter.JacksonJsonMessageConverter;
import org.springframework.messaging.converter.MessageConversionException;
import org.springframework.messaging.converter.SmartMessageConverter;
import org.springframework.messaging.support.MessageBuilder;
import org.springframework.util.MimeType;
import org.springframework.util.MimeTypeUtils;

/**
 * Converts payloads to bytes and back: {@code byte[]} and {@link String} as they are, all
 * else as JSON. What comes back is decided by the type that the receiver asks for, never
 * by anything on the wire; only a receiver that asks for {@link Object} is given what the
 * content type names. Safe for use by many threads.
 *
 * @since 0.1.0
 */
public class PayloadMessageConverter implements SmartMessageConverter {

	private static final MimeType TEXT = MimeTypeUtils.TEXT_PLAIN;

	private static final MimeType BYTES = MimeTypeUtils.APPLICATION_OCTET_STREAM;

	private final JsonMapper jsonMapper;

	private final JacksonJsonMessageConverter json;

	/**
	 * Create a converter.
	 * @param jsonMapper converts what is neither {@code byte[]} nor {@link String};
	 * normally the application's own
	 */
	public PayloadMessageConverter(JsonMapper jsonMapper) {
		this.jsonMapper = jsonMapper;
		this.json = new JacksonJsonMessageConverter(jsonMapper);
		// A String that holds JSON may be read as an object, so the stored type is not
		// asked.
		this.json.setContentTypeResolver((headers) -> MimeTypeUtils.APPLICATION_JSON);
	}

	@Override
	public Message<?> toMessage(Object payload, @Nullable MessageHeaders headers) {
		return toMessage(payload, headers, null);
	}

	@Override
	public Message<?> toMessage(Object payload, @Nullable MessageHeaders headers, @Nullable Object conversionHint) {
		if (payload instanceof byte[] bytes) {
			return message(bytes, BYTES, headers);
		}
		if (payload instanceof CharSequence text) {
			return message(encode(text), TEXT, headers);
		}
		Message<?> converted = this.json.toMessage(payload, null, conversionHint);
		if (converted == null || !(converted.getPayload() instanceof byte[] bytes)) {
			throw new MessageConversionException("Payload of " + payload.getClass() + " can't be written as JSON");
		}
		return message(bytes, MimeTypeUtils.APPLICATION_JSON, headers);
	}

	@Override
	public @Nullable Object fromMessage(Message<?> message, Class<?> targetClass) {
		return fromMessage(message, targetClass, null);
	}

	@Override
	public @Nullable Object fromMessage(Message<?> message, Class<?> targetClass, @Nullable Object conversionHint) {
		if (!(message.getPayload() instanceof byte[] bytes)) {
			return targetClass.isInstance(message.getPayload()) ? message.getPayload() : null;
		}
		if (targetClass == byte[].class) {
			return bytes;
		}
		if (targetClass == String.class || targetClass == CharSequence.class) {
			return decode(bytes, message);
		}
		return (targetClass != Object.class) ? this.json.fromMessage(message, targetClass, conversionHint)
				: fromContentType(message, bytes);
	}

	private Object fromContentType(Message<?> message, byte[] bytes) {
		if (hasType(message, BYTES)) {
			return bytes;
		}
		if (hasType(message, TEXT)) {
			return decode(bytes, message);
		}
		try {
			// Not the JSON converter, which takes the bytes for the object that is asked
			// for.
			return this.jsonMapper.readValue(bytes, Object.class);
		}
		catch (JacksonException ex) {
			throw new MessageConversionException(message, "Payload is no legal JSON", ex);
		}
	}

	private static boolean hasType(Message<?> message, MimeType type) {
		Object contentType = message.getHeaders().get(MessageHeaders.CONTENT_TYPE);
		return contentType != null && type.isCompatibleWith(MimeType.valueOf(contentType.toString()));
	}

	private static Message<byte[]> message(byte[] payload, MimeType contentType, @Nullable MessageHeaders headers) {
		return MessageBuilder.withPayload(payload)
			.copyHeaders(headers)
			.setHeader(MessageHeaders.CONTENT_TYPE, contentType)
			.build();
	}

	// Strict in both directions: a silent replacement character would change the payload.

	private static byte[] encode(CharSequence text) {
		try {
			ByteBuffer buffer = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
			byte[] bytes = new byte[buffer.remaining()];
			buffer.get(bytes);
			return bytes;
		}
		catch (CharacterCodingException ex) {
			throw new MessageConversionException("Text payload has an unpaired surrogate and is no legal UTF-8", ex);
		}
	}

	private static String decode(byte[] bytes, Message<?> message) {
		try {
			return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
		}
		catch (CharacterCodingException ex) {
			throw new MessageConversionException(message, "Payload is no legal UTF-8 text", ex);
		}
	}

}
