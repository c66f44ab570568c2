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
import java.util.stream.Collectors;

import io.delayqueue.listener.Acknowledgment;
import io.delayqueue.listener.Delivery;

import org.springframework.core.MethodParameter;
import org.springframework.messaging.handler.HandlerMethod;
import org.springframework.messaging.handler.annotation.Payload;
import org.springframework.messaging.handler.annotation.support.MessageHandlerMethodFactory;
import org.springframework.util.Assert;

/**
 * The rules for the parameters of listener methods.
 */
final class ListenerSignature {

	private ListenerSignature() {
	}

	static void check(HandlerMethod method, MessageHandlerMethodFactory factory) {
		List<MethodParameter> payloads = new ArrayList<>();
		boolean takesProvided = takes(method, Delivery.class) || takes(method, Acknowledgment.class);
		for (MethodParameter parameter : method.getMethodParameters()) {
			if (isPayload(parameter, factory)) {
				payloads.add(parameter);
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
