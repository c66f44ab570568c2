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

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

import io.delayqueue.KnownFault;
import io.delayqueue.SpringCitizen;
import io.delayqueue.listener.Acknowledgment;
import io.delayqueue.listener.Delivery;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.modifier.Visibility;
import net.bytebuddy.implementation.FixedValue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.BeanUtils;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageHeaders;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.messaging.handler.annotation.Headers;
import org.springframework.messaging.handler.annotation.Payload;
import org.springframework.validation.annotation.Validated;

import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * Tests for {@link ListenerSignature}.
 */
class ListenerSignatureTests {

	private final Handler handler = new Handler();

	@ParameterizedTest
	@ValueSource(strings = { "nothing", "boxedVoid", "future", "unambiguous", "onlyAcknowledgment", "ofItself" })
	void takesLegalMethods(String method) {
		assertThatNoException().isThrownBy(() -> Listeners.of(this.handler, method));
	}

	@Test
	@KnownFault("rqueue return value")
	@SpringCitizen("return types")
	void refusesReturnValue() {
		assertThatIllegalStateException().isThrownBy(() -> Listeners.of(this.handler, "text"))
			.withMessage("It returns java.lang.String, which nobody would receive. Return void, or a CompletionStage "
					+ "such as CompletableFuture or a Mono to let the message count as handled when that completes");
	}

	@Test
	@KnownFault("rqueue return value")
	void refusesFutureThatCannotBeAwaited() {
		assertThatIllegalStateException().isThrownBy(() -> Listeners.of(this.handler, "plainFuture"))
			.withMessageStartingWith("It returns java.util.concurrent.Future, ");
	}

	@Test
	void refusesTwoPayloads() {
		assertThatIllegalStateException().isThrownBy(() -> Listeners.of(this.handler, "two"))
			.withMessage("Parameters 0 and 2 could both be the payload. Annotate those that are headers with @Header, "
					+ "and make one parameter of what is in the payload");
	}

	@Test
	void refusesAnnotatedPayloadBesideAnotherThatCouldBeIt() {
		assertThatIllegalStateException().isThrownBy(() -> Listeners.of(this.handler, "annotatedAndPlain"))
			.withMessageStartingWith("Parameters 0 and 1 could both be the payload");
	}

	@Test
	void refusesTwoAnnotatedPayloadsAlsoWithAReplacedFactory() {
		assertThatIllegalStateException()
			.isThrownBy(() -> Listeners.of(this.handler, "twoAnnotated", Listeners.springsOwnFactory()))
			.withMessageStartingWith("Parameters 0 and 1 could both be the payload");
	}

	@Test
	void leavesPlainParametersToAReplacedFactory() {
		assertThatNoException().isThrownBy(() -> Listeners.of(this.handler, "two", Listeners.springsOwnFactory()));
	}

	@Test
	void refusesObjectBesideDelivery() {
		assertThatIllegalStateException().isThrownBy(() -> Listeners.of(this.handler, "objectAndDelivery"))
			.withMessage("Parameter 0 (java.lang.Object) could be the payload as well as the Delivery or "
					+ "Acknowledgment. Declare the type of the payload");
	}

	@ParameterizedTest
	@ValueSource(strings = { "messages", "deliveries", "optionalAcknowledgment", "nestedMessage", "arrays" })
	void refusesPayloadThatCannotBeDecoded(String method) {
		assertThatIllegalStateException().isThrownBy(() -> Listeners.of(this.handler, method))
			.withMessageContaining(
					") would get the payload, which is never decoded to a Message, Delivery or " + "Acknowledgment.");
	}

	@Test
	void saysHowToTakeSeveralMessages() {
		assertThatIllegalStateException().isThrownBy(() -> Listeners.of(this.handler, "messages"))
			.withMessage("Parameter 0 (java.util.List<org.springframework.messaging.Message<java.lang.String>>) would "
					+ "get the payload, which is never decoded to a Message, Delivery or Acknowledgment. Take these "
					+ "as parameters of their own; to take several messages at a time, set batch to true and take a "
					+ "List of payloads or messages, a List<Delivery>, or both");
	}

	@Test
	@SpringCitizen("Kotlin")
	void refusesSuspendFunctions() {
		assertThatIllegalStateException().isThrownBy(() -> Listeners.of(suspending(), "handle"))
			.withMessage("It is a suspend function, which is not supported. Make it an ordinary function that returns "
					+ "a Mono or a CompletableFuture, by 'mono { … }' or 'future { … }' of kotlinx-coroutines for "
					+ "example");
	}

	// As the Kotlin compiler makes them.
	private static Object suspending() {
		Class<?> continuation = new ByteBuddy().makeInterface()
			.name("kotlin.coroutines.Continuation")
			.make()
			.load(ListenerSignatureTests.class.getClassLoader())
			.getLoaded();
		return BeanUtils.instantiateClass(new ByteBuddy().subclass(Object.class)
			.defineMethod("handle", Object.class, Visibility.PUBLIC)
			.withParameters(String.class, continuation)
			.intercept(FixedValue.nullValue())
			.make()
			.load(continuation.getClassLoader())
			.getLoaded());
	}

	@Test
	void refusesValidationWithoutValidator() {
		assertThatIllegalStateException().isThrownBy(() -> Listeners.of(this.handler, "validated"))
			.withMessage("Parameter 0 (java.lang.String) is to be validated, but there is no validator. Set one with a "
					+ "DelayListenerConfigurer, or with Spring Boot add spring-boot-starter-validation");
	}

	static class Handler {

		void nothing() {
		}

		@Nullable Void boxedVoid(String payload) {
			return null;
		}

		CompletableFuture<String> future(String payload) {
			return new CompletableFuture<>();
		}

		void unambiguous(String payload, @Header String name, @Headers Map<String, Object> headers,
				MessageHeaders messageHeaders, Message<String> message, Delivery delivery,
				Acknowledgment acknowledgment) {
		}

		String text(String payload) {
			return payload;
		}

		Future<String> plainFuture(String payload) {
			return new CompletableFuture<>();
		}

		void two(String payload, @Header String name, String other) {
		}

		void annotatedAndPlain(@Payload String payload, String other) {
		}

		void twoAnnotated(@Payload String payload, @Payload String other) {
		}

		void onlyAcknowledgment(Acknowledgment acknowledgment) {
		}

		void objectAndDelivery(Object payload, Delivery delivery) {
		}

		void messages(List<Message<String>> messages) {
		}

		void deliveries(List<Delivery> deliveries) {
		}

		void optionalAcknowledgment(Optional<Acknowledgment> acknowledgment) {
		}

		void nestedMessage(Message<List<Delivery>> message) {
		}

		void arrays(Map<String, Message<String>[]> messages) {
		}

		<T extends Comparable<T>> void ofItself(List<T> payload) {
		}

		void validated(@Validated String payload) {
		}

	}

}
