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

import java.lang.annotation.Annotation;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import org.springframework.core.MethodParameter;
import org.springframework.messaging.Message;
import org.springframework.messaging.converter.MessageConverter;
import org.springframework.messaging.handler.annotation.Payload;
import org.springframework.messaging.handler.annotation.support.PayloadMethodArgumentResolver;
import org.springframework.messaging.support.MessageBuilder;
import org.springframework.validation.Validator;

/**
 * Lets the converter judge an empty payload, which is legal text, unless the parameter
 * says what empty means.
 */
class ListenerPayloadArgumentResolver extends PayloadMethodArgumentResolver {

	private final MessageConverter converter;

	ListenerPayloadArgumentResolver(MessageConverter converter, @Nullable Validator validator) {
		super(converter, validator);
		this.converter = converter;
	}

	@Override
	public @Nullable Object resolveArgument(MethodParameter parameter, Message<?> message) throws Exception {
		if (message.getPayload() instanceof byte[] bytes && bytes.length == 0) {
			if (parameter.getParameterType() == Optional.class) {
				return Optional.empty();
			}
			Payload payload = parameter.getParameterAnnotation(Payload.class);
			if (payload != null && !payload.required()) {
				return null;
			}
		}
		return super.resolveArgument(parameter,
				(parameter.getParameterType() == Object.class) ? decode(message) : message);
	}

	// Bytes are an Object too, and would be passed on as they are.
	private Message<?> decode(Message<?> message) {
		Object payload = this.converter.fromMessage(message, Object.class);
		return (payload != null) ? MessageBuilder.createMessage(payload, message.getHeaders()) : message;
	}

	/**
	 * Validate the payload of a message that is passed on as such, if it is to be.
	 * @param message the message
	 * @param parameter the parameter that gets it
	 */
	void validate(Message<?> message, MethodParameter parameter) {
		validate(message, new MethodParameter(parameter) {

			@Override
			public Annotation[] getParameterAnnotations() {
				return PayloadAnnotations.of(parameter, Message.class);
			}

		}, message.getPayload());
	}

	@Override
	protected boolean isEmptyPayload(@Nullable Object payload) {
		return payload == null;
	}

}
