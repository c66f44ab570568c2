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

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;

import io.delayqueue.SpringCitizen;
import io.delayqueue.listener.MessageRejectedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.messaging.Message;
import org.springframework.validation.Validator;
import org.springframework.validation.annotation.Validated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for payloads that are validated, wherever the annotation stands that asks for it.
 */
class PayloadValidationTests {

	private final Validator positive = Validator.forInstanceOf(Order.class, (order, errors) -> {
		if (order.id() < 0) {
			errors.reject("negative");
		}
	});

	private final Handler handler = new Handler();

	@ParameterizedTest
	@ValueSource(strings = { "payload", "message", "payloadOfMessage" })
	@SpringCitizen("what does not fit")
	void rejectsWhatIsNotValid(String method) throws Exception {
		MethodDelayMessageListener listener = new MethodDelayMessageListener("single", this.handler,
				Listeners.find(Handler.class, method), Listeners.factory(this.positive));
		listener.onMessage(TestDelivery.json("{\"id\":1}"));
		assertThat(this.handler.calls).isOne();
		assertThatExceptionOfType(MessageRejectedException.class)
			.isThrownBy(() -> listener.onMessage(TestDelivery.json("{\"id\":-1}")));
		assertThat(this.handler.calls).isOne();
	}

	@ParameterizedTest
	@ValueSource(strings = { "batch", "elements", "messages", "payloadsOfMessages" })
	@SpringCitizen("what does not fit")
	void rejectsWhatIsNotValidFromABatch(String method) {
		BatchMethodDelayMessageListener listener = batch(method, this.positive);
		assertThat(listener.prepare(TestDelivery.json("{\"id\":1}")).argument()).isNotNull();
		assertThatExceptionOfType(MessageRejectedException.class)
			.isThrownBy(() -> listener.prepare(TestDelivery.json("{\"id\":-1}")));
	}

	@ParameterizedTest
	@ValueSource(strings = { "payload", "message", "payloadOfMessage" })
	void isRefusedWithoutAValidator(String method) {
		assertThatIllegalStateException()
			.isThrownBy(() -> new MethodDelayMessageListener("single", this.handler,
					Listeners.find(Handler.class, method), Listeners.factory(null)))
			.withMessageContaining("is to be validated, but there is no validator");
	}

	@ParameterizedTest
	@ValueSource(strings = { "batch", "elements", "messages", "payloadsOfMessages" })
	void isRefusedWithoutAValidatorInABatch(String method) {
		assertThatIllegalStateException().isThrownBy(() -> batch(method, null))
			.withMessageContaining("are to be validated, but there is no validator");
	}

	@Test
	void isLeftAloneWhereNothingAsksForIt() throws Exception {
		new MethodDelayMessageListener("single", this.handler, Listeners.find(Handler.class, "unasked"),
				Listeners.factory(this.positive))
			.onMessage(TestDelivery.json("{\"id\":-1}"));
		assertThat(this.handler.calls).isOne();
	}

	private BatchMethodDelayMessageListener batch(String method, Validator validator) {
		return new BatchMethodDelayMessageListener("batch", this.handler, Listeners.find(Handler.class, method),
				Listeners.factory(validator), 10);
	}

	record Order(int id) {

	}

	// Like that of Jakarta, which is known by the beginning of its name.
	@Retention(RetentionPolicy.RUNTIME)
	@Target({ ElementType.PARAMETER, ElementType.TYPE_USE })
	@interface Valid {

	}

	static class Handler {

		private int calls;

		void payload(@Validated Order order) {
			this.calls++;
		}

		void message(@Validated Message<Order> order) {
			this.calls++;
		}

		void payloadOfMessage(Message<@Valid Order> order) {
			this.calls++;
		}

		void unasked(Message<Order> order) {
			this.calls++;
		}

		void batch(@Validated List<Order> orders) {
		}

		void elements(List<@Valid Order> orders) {
		}

		void messages(@Validated List<Message<Order>> orders) {
		}

		void payloadsOfMessages(List<Message<@Valid Order>> orders) {
		}

	}

}
