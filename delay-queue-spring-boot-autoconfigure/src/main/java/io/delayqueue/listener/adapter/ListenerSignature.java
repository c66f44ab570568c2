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

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import io.delayqueue.listener.Acknowledgment;
import io.delayqueue.listener.Delivery;

import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageHeaders;
import org.springframework.messaging.handler.HandlerMethod;
import org.springframework.messaging.handler.annotation.Payload;
import org.springframework.messaging.handler.annotation.support.MessageHandlerMethodFactory;
import org.springframework.util.Assert;

/**
 * The rules for the parameters of listener methods.
 */
final class ListenerSignature {

	// What comes with a payload but never out of one.
	private static final Set<Class<?>> NEVER_DECODED = Set.of(Message.class, MessageHeaders.class, Delivery.class,
			Acknowledgment.class);

	// Types may name themselves among their arguments.
	private static final int MAX_DEPTH = 8;

	private ListenerSignature() {
	}

	/**
	 * Check that a method can be called like any other, which suspend functions of Kotlin
	 * can't.
	 * @param method the method
	 * @throws IllegalStateException if it can't
	 */
	static void checkCallable(HandlerMethod method) {
		Class<?>[] types = method.getMethod().getParameterTypes();
		Assert.state(types.length == 0 || !types[types.length - 1].getName().equals("kotlin.coroutines.Continuation"),
				"It is a suspend function, which is not supported. Make it an ordinary function that returns a Mono "
						+ "or a CompletableFuture, by 'mono { … }' or 'future { … }' of kotlinx-coroutines for example");
	}

	/**
	 * Check that a payload can be decoded to a type at all. Else every message would be
	 * taken for one that does not fit.
	 * @param parameter the parameter that is for the payload
	 * @param type the type
	 * @throws IllegalStateException if it can't
	 */
	static void checkDecodable(MethodParameter parameter, ResolvableType type) {
		ResolvableType payload = (type.toClass() == Message.class) ? type.as(Message.class).getGeneric() : type;
		Assert.state(!namesWhatIsNeverDecoded(payload, 0), () -> "Parameter " + parameter.getParameterIndex() + " ("
				+ parameter.getGenericParameterType().getTypeName() + ") would get the payload, which is never "
				+ "decoded to a Message, Delivery or Acknowledgment. Take these as parameters of their own; to take "
				+ "several messages at a time, set batch to true and take a List of payloads or messages, a "
				+ "List<Delivery>, or both");
	}

	private static boolean namesWhatIsNeverDecoded(ResolvableType type, int depth) {
		if (depth > MAX_DEPTH) {
			return false;
		}
		if (type.isArray()) {
			return namesWhatIsNeverDecoded(type.getComponentType(), depth + 1);
		}
		return NEVER_DECODED.contains(type.toClass())
				|| Arrays.stream(type.getGenerics()).anyMatch((generic) -> namesWhatIsNeverDecoded(generic, depth + 1));
	}

	static void check(HandlerMethod method, MessageHandlerMethodFactory factory) {
		List<MethodParameter> payloads = new ArrayList<>();
		boolean takesProvided = takes(method, Delivery.class) || takes(method, Acknowledgment.class);
		for (MethodParameter parameter : method.getMethodParameters()) {
			if (isPayload(parameter, factory)) {
				payloads.add(parameter);
			}
			if (isPayload(parameter, factory) || parameter.getParameterType() == Message.class) {
				checkDecodable(parameter, ResolvableType.forMethodParameter(parameter));
			}
			Assert.state(!takesProvided || parameter.getParameterType() != Object.class,
					() -> describe(parameter) + " could be the payload as well as the Delivery or Acknowledgment. "
							+ "Declare the type of the payload");
			Assert.state(!(factory instanceof DelayHandlerMethodFactory own) || own.canValidate(parameter),
					() -> describe(parameter) + " is to be validated, but there is no validator. "
							+ "Set one with a DelayListenerConfigurer, or with Spring Boot add "
							+ "spring-boot-starter-validation");
		}
		Assert.state(payloads.size() <= 1, () -> "Parameters " + payloads.get(0).getParameterIndex() + " and "
				+ payloads.get(1).getParameterIndex() + " could both be the payload. Annotate those that are headers "
				+ "with @Header, and make one parameter of what is in the payload");
	}

	static boolean takes(HandlerMethod method, Class<?> type) {
		for (MethodParameter parameter : method.getMethodParameters()) {
			if (parameter.getParameterType() == type) {
				return true;
			}
		}
		return false;
	}

	static boolean isProvided(MethodParameter parameter) {
		return parameter.getParameterType() == Delivery.class || parameter.getParameterType() == Acknowledgment.class;
	}

	// What other factories take for the payload is not known.
	private static boolean isPayload(MethodParameter parameter, MessageHandlerMethodFactory factory) {
		return (factory instanceof DelayHandlerMethodFactory own) ? own.isPayload(parameter)
				: parameter.hasParameterAnnotation(Payload.class);
	}

	static String describe(String id, HandlerMethod method) {
		return Arrays.stream(method.getMethod().getParameterTypes())
			.map(Class::getSimpleName)
			.collect(Collectors.joining(", ",
					id + " [" + method.getBeanType().getName() + "." + method.getMethod().getName() + "(", ")]"));
	}

	private static String describe(MethodParameter parameter) {
		return "Parameter " + parameter.getParameterIndex() + " (" + parameter.getParameterType().getTypeName() + ")";
	}

}
