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

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

import io.delayqueue.KnownFault;
import io.delayqueue.listener.Acknowledgment;
import io.delayqueue.listener.Delivery;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
	@ValueSource(strings = { "nothing", "boxedVoid", "future", "unambiguous", "onlyAcknowledgment" })
	void takesLegalMethods(String method) {
		assertThatNoException().isThrownBy(() -> Listeners.of(this.handler, method));
	}

	@Test
	@KnownFault("rqueue return value")
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

		void validated(@Validated String payload) {
		}

	}

}
