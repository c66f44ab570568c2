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

import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.delayqueue.KnownFault;
import io.delayqueue.SpringCitizen;
import io.delayqueue.listener.DelayMessageListener;
import io.delayqueue.listener.Delivery;
import io.delayqueue.listener.MessageRejectedException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.messaging.Message;
import org.springframework.messaging.converter.MessageConversionException;
import org.springframework.messaging.handler.annotation.Payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for the payload that {@link MethodDelayMessageListener} passes to methods.
 */
class PayloadArgumentTests {

	private final Handler handler = new Handler();

	@Test
	void passesRecord() throws Exception {
		assertThat(handle("record", TestDelivery.json("{\"amount\":9.99,\"currency\":\"EUR\"}")))
			.isEqualTo(new Money(new BigDecimal("9.99"), Currency.getInstance("EUR")));
	}

	@Test
	@SpringCitizen("converters")
	void passesGenericsByTheirFullType() throws Exception {
		assertThat(handle("generics", TestDelivery.json("[{\"a\":{\"amount\":1,\"currency\":\"EUR\"}}]")))
			.isEqualTo(List.of(Map.of("a", new Money(BigDecimal.ONE, Currency.getInstance("EUR")))));
	}

	@Test
	@KnownFault("rqueue#48")
	void passesLocalDateTime() throws Exception {
		assertThat(handle("localDateTime", TestDelivery.json("\"2026-03-01T07:00:00\"")))
			.isEqualTo(LocalDateTime.of(2026, 3, 1, 7, 0));
	}

	@Test
	void passesNumberOfEighteenDigits() throws Exception {
		assertThat(handle("number", TestDelivery.json("123456789012345678"))).isEqualTo(123456789012345678L);
	}

	@Test
	void passesStringAsItIs() throws Exception {
		assertThat(handle("string", TestDelivery.text("hello 🎉"))).isEqualTo("hello 🎉");
	}

	@Test
	void passesStringThatIsJsonAsItIs() throws Exception {
		assertThat(handle("string", TestDelivery.text("{\"a\": \"b\"}"))).isEqualTo("{\"a\": \"b\"}");
	}

	@Test
	void passesBytesAsTheyAre() throws Exception {
		byte[] payload = { 0, -1, 13, 10 };
		assertThat(handle("bytes", TestDelivery.of(payload, "application/octet-stream", Map.of()))).isEqualTo(payload);
	}

	@Test
	void passesMessageWithConvertedPayload() throws Exception {
		Message<?> message = (Message<?>) handle("message", TestDelivery.json("[{\"amount\":1,\"currency\":\"EUR\"}]"));
		assertThat(message.getPayload()).isEqualTo(List.of(new Money(BigDecimal.ONE, Currency.getInstance("EUR"))));
	}

	@Test
	void passesEmptyString() throws Exception {
		assertThat(handle("string", TestDelivery.text(""))).isEqualTo("");
	}

	@Test
	void passesEmptyBytes() throws Exception {
		assertThat(handle("bytes", TestDelivery.text(""))).isEqualTo(new byte[0]);
	}

	@Test
	void passesMessageWithEmptyString() throws Exception {
		Message<?> message = (Message<?>) handle("textMessage", TestDelivery.text(""));
		assertThat(message.getPayload()).isEqualTo("");
	}

	@Test
	void passesNothingForEmptyPayloadThatIsNotRequired() throws Exception {
		this.handler.received = "unset";
		assertThat(handle("notRequired", TestDelivery.text(""))).isNull();
	}

	@Test
	void passesEmptyOptionalForEmptyPayload() throws Exception {
		assertThat(handle("optional", TestDelivery.text(""))).isEqualTo(Optional.empty());
	}

	@Test
	void passesOptional() throws Exception {
		assertThat(handle("optional", TestDelivery.text("a"))).isEqualTo(Optional.of("a"));
	}

	@Test
	void passesTextToObject() throws Exception {
		assertThat(handle("object", TestDelivery.text("a"))).isEqualTo("a");
	}

	@Test
	void passesJsonToObject() throws Exception {
		assertThat(handle("object", TestDelivery.json("{\"a\":1}"))).isEqualTo(Map.of("a", 1));
	}

	@Test
	void passesDelivery() throws Exception {
		TestDelivery delivery = TestDelivery.text("a");
		assertThat(handle("delivery", delivery)).isSameAs(delivery);
	}

	@Test
	void passesTypeVariableOfSuperclass() throws Exception {
		MoneyHandler handler = new MoneyHandler();
		Method method = Listeners.find(Base.class, "handle");
		new MethodDelayMessageListener("closer", handler, method, Listeners.factory(null))
			.onMessage(TestDelivery.json("{\"amount\":1,\"currency\":\"EUR\"}"));
		assertThat(handler.received).isEqualTo(new Money(BigDecimal.ONE, Currency.getInstance("EUR")));
	}

	@Test
	void passesTypeVariableInMessageOfSuperclass() throws Exception {
		MoneyHandler handler = new MoneyHandler();
		Method method = Listeners.find(Base.class, "handleMessage");
		new MethodDelayMessageListener("closer", handler, method, Listeners.factory(null))
			.onMessage(TestDelivery.json("{\"amount\":1,\"currency\":\"EUR\"}"));
		assertThat(handler.received).isEqualTo(new Money(BigDecimal.ONE, Currency.getInstance("EUR")));
	}

	@Test
	void passesTypeVariableOfInterfaceThroughProxy() throws Exception {
		MoneyHandler handler = new MoneyHandler();
		ProxyFactory proxyFactory = new ProxyFactory(handler);
		proxyFactory.setInterfaces(GenericHandler.class);
		Method method = Listeners.find(GenericHandler.class, "accept");
		new MethodDelayMessageListener("closer", proxyFactory.getProxy(), method, Listeners.factory(null))
			.onMessage(TestDelivery.json("{\"amount\":1,\"currency\":\"EUR\"}"));
		assertThat(handler.received).isEqualTo(new Money(BigDecimal.ONE, Currency.getInstance("EUR")));
	}

	@Test
	void rejectsPayloadOfAnotherType() {
		DelayMessageListener listener = Listeners.of(this.handler, "record");
		assertThatExceptionOfType(MessageRejectedException.class)
			.isThrownBy(() -> listener.onMessage(TestDelivery.json("[1]")))
			.withMessage("Message 'm-1' of queue 'orders' does not fit the parameters of listener 'closer ["
					+ Handler.class.getName() + ".record(Money)]'")
			.withCauseInstanceOf(MessageConversionException.class);
	}

	@Test
	void rejectsEmptyPayloadThatIsNoJson() {
		DelayMessageListener listener = Listeners.of(this.handler, "record");
		assertThatExceptionOfType(MessageRejectedException.class)
			.isThrownBy(() -> listener.onMessage(TestDelivery.json("")))
			.withCauseInstanceOf(MessageConversionException.class);
	}

	private @Nullable Object handle(String method, Delivery delivery) throws Exception {
		assertThat(Listeners.of(this.handler, method).onMessage(delivery)).isNull();
		return this.handler.received;
	}

	record Money(BigDecimal amount, Currency currency) {

	}

	interface GenericHandler<T> {

		void accept(T payload);

	}

	abstract static class Base<T> implements GenericHandler<T> {

		@Nullable Object received;

		void handle(T payload) {
			this.received = payload;
		}

		void handleMessage(Message<T> message) {
			this.received = message.getPayload();
		}

	}

	static class MoneyHandler extends Base<Money> {

		@Override
		public void accept(Money payload) {
			this.received = payload;
		}

	}

	static class Handler {

		@Nullable Object received;

		void record(Money payload) {
			this.received = payload;
		}

		void generics(List<Map<String, Money>> payload) {
			this.received = payload;
		}

		void localDateTime(LocalDateTime payload) {
			this.received = payload;
		}

		void number(long payload) {
			this.received = payload;
		}

		void string(String payload) {
			this.received = payload;
		}

		void bytes(byte[] payload) {
			this.received = payload;
		}

		void message(Message<List<Money>> payload) {
			this.received = payload;
		}

		void textMessage(Message<String> payload) {
			this.received = payload;
		}

		void notRequired(@Payload(required = false) @Nullable String payload) {
			this.received = payload;
		}

		void optional(Optional<String> payload) {
			this.received = payload;
		}

		void object(Object payload) {
			this.received = payload;
		}

		void delivery(String payload, Delivery delivery) {
			this.received = delivery;
		}

	}

}
