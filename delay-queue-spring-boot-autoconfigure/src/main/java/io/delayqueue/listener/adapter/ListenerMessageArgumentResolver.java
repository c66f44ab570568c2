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

import org.jspecify.annotations.Nullable;

import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.messaging.Message;
import org.springframework.messaging.converter.MessageConverter;
import org.springframework.messaging.handler.annotation.support.MessageMethodArgumentResolver;

/**
 * Lets the converter judge an empty payload, which is legal text, knows the type of the
 * payload also where it is a type variable, and lets it be validated.
 */
class ListenerMessageArgumentResolver extends MessageMethodArgumentResolver {

	private final ListenerPayloadArgumentResolver payloads;

	ListenerMessageArgumentResolver(MessageConverter converter, ListenerPayloadArgumentResolver payloads) {
		super(converter);
		this.payloads = payloads;
	}

	@Override
	public Object resolveArgument(MethodParameter parameter, Message<?> message) throws Exception {
		Object resolved = super.resolveArgument(parameter, message);
		this.payloads.validate((Message<?>) resolved, parameter);
		return resolved;
	}

	@Override
	protected Class<?> getPayloadType(MethodParameter parameter, Message<?> message) {
		return ResolvableType.forMethodParameter(parameter).as(Message.class).getGeneric().toClass();
	}

	@Override
	protected boolean isEmptyPayload(@Nullable Object payload) {
		return payload == null;
	}

}
