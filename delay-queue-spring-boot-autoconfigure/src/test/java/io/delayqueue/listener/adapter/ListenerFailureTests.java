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

import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

import io.delayqueue.SpringCitizen;
import io.delayqueue.listener.DelayMessageListener;
import io.delayqueue.listener.Delivery;
import io.delayqueue.listener.ListenerExecutionFailedException;
import io.delayqueue.listener.MessageRejectedException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.messaging.converter.MessageConversionException;
import org.springframework.messaging.handler.annotation.support.MethodArgumentNotValidException;
import org.springframework.messaging.handler.invocation.MethodArgumentResolutionException;
import org.springframework.validation.Validator;
import org.springframework.validation.annotation.Validated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Tests for what {@link MethodDelayMessageListener} makes of failures.
 */
class ListenerFailureTests {

	private static final TestDelivery DELIVERY = TestDelivery.text("p");

	private final Handler handler = new Handler();

	@Test
	@SpringCitizen("wrapped once")
	void wrapsWhatTheMethodThrows() {
		this.handler.failure = new IOException("Printer on fire");
		assertThatExceptionOfType(ListenerExecutionFailedException.class).isThrownBy(() -> onMessage("handle"))
			.withMessage("Listener 'closer [" + Handler.class.getName()
					+ ".handle(String)]' failed on message 'm-1' of queue 'orders'")
			.havingCause()
			.isSameAs(this.handler.failure);
	}

	@Test
	void takesConversionExceptionOfTheMethodForAFailureOfTheMethod() {
		this.handler.failure = new MessageConversionException("Elsewhere");
		assertThatExceptionOfType(ListenerExecutionFailedException.class).isThrownBy(() -> onMessage("handle"))
			.withCause(this.handler.failure);
	}

	@Test
	void takesIllegalArgumentExceptionOfTheMethodForAFailureOfTheMethod() {
		this.handler.failure = new IllegalArgumentException("argument type mismatch");
		assertThatExceptionOfType(ListenerExecutionFailedException.class).isThrownBy(() -> onMessage("handle"))
			.withCause(this.handler.failure);
	}

	@Test
	@SpringCitizen("wrapped once")
	void doesNotWrapTwice() {
		this.handler.failure = new ListenerExecutionFailedException("inner", "orders", "m-1", null);
		assertThatException().isThrownBy(() -> onMessage("handle")).isSameAs(this.handler.failure);
	}

	@Test
	void letsTheMethodReject() {
		this.handler.failure = new MessageRejectedException("No such order", null);
		assertThatException().isThrownBy(() -> onMessage("handle")).isSameAs(this.handler.failure);
	}

	@Test
	void passesErrorsOn() {
		this.handler.failure = new StackOverflowError();
		assertThat(catchThrowable(() -> onMessage("handle"))).isSameAs(this.handler.failure);
	}

	@Test
	void returnsStageOfTheMethod() throws Exception {
		CompletionStage<?> stage = onMessage("later");
		assertThat(stage).isNotNull();
		assertThat(stage.toCompletableFuture()).isNotDone();
		this.handler.future.complete("done");
		assertThat(stage.toCompletableFuture()).isCompleted();
	}

	@Test
	void wrapsFailureOfStage() throws Exception {
		CompletionStage<?> stage = onMessage("later");
		IOException failure = new IOException("Printer on fire");
		this.handler.future.completeExceptionally(failure);
		assertStageFailedWith(stage, failure);
	}

	@Test
	void wrapsCauseOfFailureThatWentThroughStages() throws Exception {
		IOException failure = new IOException("Printer on fire");
		this.handler.future.completeExceptionally(new CompletionException(failure));
		assertStageFailedWith(onMessage("later"), failure);
	}

	@Test
	void takesNoStageForHandled() throws Exception {
		assertThat(onMessage("never")).isNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "valid", "validated" })
	void rejectsWhatIsNotValid(String method) throws Exception {
		Validator validator = Validator.forInstanceOf(String.class, (value, errors) -> {
			if (value.isEmpty()) {
				errors.reject("empty");
			}
		});
		DelayMessageListener listener = Listeners.of(this.handler, method, Listeners.factory(validator));
		assertThatExceptionOfType(MessageRejectedException.class)
			.isThrownBy(() -> listener.onMessage(TestDelivery.text("")))
			.withCauseInstanceOf(MethodArgumentNotValidException.class);
		assertThat(listener.onMessage(DELIVERY)).isNull();
		assertThat(this.handler.received).isEqualTo("p");
	}

	@Test
	void rejectsWhatAReplacedFactoryCannotConvert() {
		DelayMessageListener listener = Listeners.of(this.handler, "number", Listeners.springsOwnFactory());
		assertThatExceptionOfType(MessageRejectedException.class).isThrownBy(() -> listener.onMessage(DELIVERY))
			.withCauseInstanceOf(MessageConversionException.class);
	}

	@Test
	void rejectsWhatAReplacedFactoryCannotResolve() {
		DelayMessageListener listener = Listeners.of(this.handler, "handle", Listeners.springsOwnFactory());
		assertThatExceptionOfType(MessageRejectedException.class)
			.isThrownBy(() -> listener.onMessage(TestDelivery.text("")))
			.withCauseInstanceOf(MethodArgumentResolutionException.class);
	}

	@Test
	void wrapsWhatAMethodOfAReplacedFactoryThrows() {
		this.handler.failure = new MessageConversionException("Elsewhere");
		DelayMessageListener listener = Listeners.of(this.handler, "handle", Listeners.springsOwnFactory());
		assertThatExceptionOfType(ListenerExecutionFailedException.class).isThrownBy(() -> listener.onMessage(DELIVERY))
			.withCause(this.handler.failure);
	}

	@Test
	void passesDeliveryThroughAReplacedFactory() throws Exception {
		Listeners.of(this.handler, "delivery", Listeners.springsOwnFactory()).onMessage(DELIVERY);
		assertThat(this.handler.received).isSameAs(DELIVERY);
	}

	private @Nullable CompletionStage<?> onMessage(String method) throws Exception {
		return Listeners.of(this.handler, method).onMessage(DELIVERY);
	}

	private static void assertStageFailedWith(@Nullable CompletionStage<?> stage, Throwable failure) {
		assertThat(stage).isNotNull();
		assertThat(stage.toCompletableFuture()).isCompletedExceptionally();
		assertThatExceptionOfType(CompletionException.class).isThrownBy(stage.toCompletableFuture()::join)
			.havingCause()
			.isInstanceOf(ListenerExecutionFailedException.class)
			.withCause(failure);
	}

	// Spring takes any annotation whose name begins with "Valid", and so jakarta's
	// @Valid.
	@Retention(RetentionPolicy.RUNTIME)
	@interface ValidText {

	}

	static class Handler {

		private final CompletableFuture<String> future = new CompletableFuture<>();

		private @Nullable Throwable failure;

		private @Nullable Object received;

		void handle(String payload) throws Throwable {
			if (this.failure != null) {
				throw this.failure;
			}
		}

		CompletableFuture<String> later(String payload) {
			return this.future;
		}

		@Nullable CompletionStage<Void> never(String payload) {
			return null;
		}

		void valid(@ValidText String payload) {
			this.received = payload;
		}

		void validated(@Validated String payload) {
			this.received = payload;
		}

		void number(Integer payload) {
			this.received = payload;
		}

		void delivery(String payload, Delivery delivery) {
			this.received = delivery;
		}

	}

}
