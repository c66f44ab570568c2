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
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

import io.delayqueue.listener.Acknowledgment;
import io.delayqueue.listener.Delivery;
import io.delayqueue.listener.ListenerExecutionFailedException;
import io.delayqueue.listener.MessageRejectedException;
import io.delayqueue.support.DelayHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

import org.springframework.messaging.Message;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.validation.Errors;
import org.springframework.validation.Validator;
import org.springframework.validation.annotation.Validated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link BatchMethodDelayMessageListener}.
 */
class BatchMethodDelayMessageListenerTests {

	private final Handler handler = new Handler();

	@Test
	void takesPayloadsOfTheirType() {
		call("orders", TestDelivery.json("{\"id\":1}"), TestDelivery.json("{\"id\":2}"));
		assertThat(this.handler.received).containsExactly(new Order(1), new Order(2));
	}

	@Test
	void takesGenericPayloads() {
		call("maps", TestDelivery.json("{\"a\":[{\"id\":1}]}"));
		assertThat(this.handler.received).containsExactly(Map.of("a", List.of(new Order(1))));
	}

	@Test
	void takesPayloadsWhoseTypeTheSubclassKnows() {
		Typed typed = new Typed();
		call(listener(typed, Generic.class, "typed", null), TestDelivery.json("{\"id\":1}"));
		assertThat(typed.received).containsExactly(new Order(1));
	}

	@Test
	void takesTextAsItIs() {
		call("texts", TestDelivery.text("one"), TestDelivery.text(""));
		assertThat(this.handler.received).containsExactly("one", "");
	}

	@Test
	void takesMessagesAndDeliveriesInTheSameOrder() {
		TestDelivery first = TestDelivery.json("{\"id\":1}");
		TestDelivery second = TestDelivery.json("{\"id\":2}");
		call("messages", first, second);
		assertThat(this.handler.received).containsExactly(first, second, "m-1 Order[id=1]", "m-1 Order[id=2]");
	}

	@Test
	void takesListsOfWildcardsAsOtherLanguagesHaveThem() {
		TestDelivery delivery = TestDelivery.json("{\"id\":1}");
		call("wildcards", delivery);
		assertThat(this.handler.received).containsExactly(delivery, new Order(1));
	}

	@Test
	void takesDeliveriesAlone() {
		TestDelivery delivery = TestDelivery.text("one");
		call("deliveries", delivery);
		assertThat(this.handler.received).containsExactly(delivery);
	}

	@Test
	void sharesAFactoryWithAMethodThatTakesTheSameListForAPayload() throws Exception {
		DelayHandlerMethodFactory factory = Listeners.factory(null);
		Listeners.of(this.handler, "orders", factory).onMessage(TestDelivery.json("[{\"id\":1}]"));
		call(new BatchMethodDelayMessageListener("b", this.handler, Listeners.find(Handler.class, "orders"), factory,
				10), TestDelivery.json("{\"id\":2}"));
		Listeners.of(this.handler, "orders", factory).onMessage(TestDelivery.json("[{\"id\":3}]"));
		assertThat(this.handler.received).containsExactly(new Order(1), new Order(2), new Order(3));
	}

	@Test
	void rejectsOneThatDoesNotFit() {
		BatchMethodDelayMessageListener listener = listener("orders", null);
		assertThatExceptionOfType(MessageRejectedException.class)
			.isThrownBy(() -> listener.prepare(TestDelivery.json("[]")));
		assertThat(this.handler.received).isEmpty();
	}

	@Test
	void validatesEach() {
		BatchMethodDelayMessageListener listener = listener("validated", new OddRefusing());
		assertThat(listener.prepare(TestDelivery.json("{\"id\":2}")).argument()).isEqualTo(new Order(2));
		assertThatExceptionOfType(MessageRejectedException.class)
			.isThrownBy(() -> listener.prepare(TestDelivery.json("{\"id\":1}")));
	}

	@Test
	void saysWhichMessagesFailed() {
		assertThatExceptionOfType(ListenerExecutionFailedException.class)
			.isThrownBy(() -> call("failing", TestDelivery.text("1"), TestDelivery.text("2"), TestDelivery.text("3"),
					TestDelivery.text("4")))
			.withMessageContaining("failed on message 'm-1', 'm-1', 'm-1', …' of queue 'orders'")
			.havingCause()
			.withMessage("boom");
	}

	@Test
	void awaitsAMono() {
		CompletionStage<?> stage = call("mono", TestDelivery.text("1"));
		assertThat(stage).isNotNull();
		assertThat(stage.toCompletableFuture()).isCompletedExceptionally();
	}

	@ParameterizedTest
	@ValueSource(strings = { "none", "single", "withHeader", "twoLists" })
	void refusesOtherParameters(String method) {
		assertThatIllegalStateException().isThrownBy(() -> listener(method, null))
			.withMessage("A batch listener takes a List of payloads or messages, a List<Delivery>, or both, but no "
					+ "other parameters");
	}

	@ParameterizedTest
	@ValueSource(strings = { "acknowledgments", "nestedMessages" })
	void refusesPayloadsThatCannotBeDecoded(String method) {
		assertThatIllegalStateException().isThrownBy(() -> listener(method, null))
			.withMessageContaining(
					") would get the payload, which is never decoded to a Message, Delivery or " + "Acknowledgment.");
	}

	@Test
	void canSettleWhatItGetsTheDeliveriesOf() {
		assertThat(listener("messages", null).canSettle()).isTrue();
		assertThat(listener("orders", null).canSettle()).isFalse();
	}

	@Test
	void refusesReturnValues() {
		assertThatIllegalStateException().isThrownBy(() -> listener("returning", null))
			.withMessageContaining("nobody would receive");
	}

	@Test
	void refusesValidationWithoutValidator() {
		assertThatIllegalStateException().isThrownBy(() -> listener("validated", null))
			.withMessage("Its payloads are to be validated, but there is no validator");
	}

	private CompletionStage<?> call(String method, Delivery... deliveries) {
		return call(listener(method, null), deliveries);
	}

	private static CompletionStage<?> call(BatchMethodDelayMessageListener listener, Delivery... deliveries) {
		return listener.onMessages(List.of(deliveries).stream().map(listener::prepare).toList());
	}

	private BatchMethodDelayMessageListener listener(String method, Validator validator) {
		return listener(this.handler, Handler.class, method, validator);
	}

	private static BatchMethodDelayMessageListener listener(Object bean, Class<?> type, String method,
			Validator validator) {
		return new BatchMethodDelayMessageListener("batch", bean, Listeners.find(type, method),
				Listeners.factory(validator), 10);
	}

	record Order(int id) {

	}

	abstract static class Generic<T> {

		final List<Object> received = new ArrayList<>();

		void typed(List<T> payloads) {
			this.received.addAll(payloads);
		}

	}

	static class Typed extends Generic<Order> {

	}

	static class Handler {

		private final List<Object> received = new ArrayList<>();

		void orders(List<Order> orders) {
			this.received.addAll(orders);
		}

		void maps(List<Map<String, List<Order>>> maps) {
			this.received.addAll(maps);
		}

		void texts(List<String> texts) {
			this.received.addAll(texts);
		}

		void messages(List<Message<Order>> messages, List<Delivery> deliveries) {
			this.received.addAll(deliveries);
			messages.forEach((message) -> this.received
				.add(message.getHeaders().get(DelayHeaders.ID) + " " + message.getPayload()));
		}

		void wildcards(List<? extends Message<? extends Order>> messages, List<? extends Delivery> deliveries) {
			this.received.addAll(deliveries);
			messages.forEach((message) -> this.received.add(message.getPayload()));
		}

		void acknowledgments(List<Acknowledgment> acknowledgments) {
		}

		void nestedMessages(List<Message<Message<Order>>> messages) {
		}

		void deliveries(List<Delivery> deliveries) {
			this.received.addAll(deliveries);
		}

		void validated(@Validated List<Order> orders) {
		}

		void failing(List<String> texts) {
			throw new IllegalStateException("boom");
		}

		Mono<Void> mono(List<String> texts) {
			return Mono.error(new IllegalStateException("boom"));
		}

		void none() {
		}

		void single(String text) {
		}

		void withHeader(List<String> texts, @Header String name) {
		}

		void twoLists(List<String> texts, List<Integer> numbers) {
		}

		List<String> returning(List<String> texts) {
			return texts;
		}

	}

	private static final class OddRefusing implements Validator {

		@Override
		public boolean supports(Class<?> type) {
			return type == Order.class;
		}

		@Override
		public void validate(Object target, Errors errors) {
			if (((Order) target).id() % 2 != 0) {
				errors.reject("odd");
			}
		}

	}

}
