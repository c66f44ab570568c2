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

package io.delayqueue.support;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;

import io.delayqueue.KnownFault;
import io.delayqueue.SpringCitizen;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.messaging.Message;
import org.springframework.messaging.MessageHeaders;
import org.springframework.messaging.converter.MessageConversionException;
import org.springframework.messaging.support.MessageBuilder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link PayloadMessageConverter}.
 */
class PayloadMessageConverterTests {

	private final PayloadMessageConverter converter = new PayloadMessageConverter(JsonMapper.builder().build());

	@Test
	@SpringCitizen("converters")
	void keepsBytesAsTheyAre() {
		byte[] payload = { 0, -1, 10, 13 };
		Message<?> message = write(payload);
		assertThat(message.getPayload()).isEqualTo(payload);
		assertThat(contentType(message)).isEqualTo("application/octet-stream");
		assertThat(this.converter.fromMessage(message, byte[].class)).isEqualTo(payload);
	}

	@Test
	@SpringCitizen("converters")
	void keepsTextAsItIs() {
		Message<?> message = write("{\"a\":1} 🎉");
		assertThat(message.getPayload()).isEqualTo("{\"a\":1} 🎉".getBytes(StandardCharsets.UTF_8));
		assertThat(contentType(message)).isEqualTo("text/plain");
		assertThat(this.converter.fromMessage(message, String.class)).isEqualTo("{\"a\":1} 🎉");
	}

	@Test
	void writesObjectsAsJson() {
		Message<?> message = write(new Money(new BigDecimal("1.50"), LocalDateTime.of(2026, 1, 2, 3, 4)));
		assertThat(new String((byte[]) message.getPayload(), StandardCharsets.UTF_8))
			.isEqualTo("{\"amount\":1.50,\"at\":\"2026-01-02T03:04:00\"}");
		assertThat(contentType(message)).isEqualTo("application/json");
		assertThat(this.converter.fromMessage(message, Money.class))
			.isEqualTo(new Money(new BigDecimal("1.50"), LocalDateTime.of(2026, 1, 2, 3, 4)));
	}

	@Test
	void keepsNumbersOf18Digits() {
		Message<?> message = write(123456789012345678L);
		assertThat(this.converter.fromMessage(message, Long.class)).isEqualTo(123456789012345678L);
	}

	@Test
	void readsJsonThatCameAsText() {
		assertThat(this.converter.fromMessage(write("{\"amount\":2,\"at\":null}"), Money.class))
			.isEqualTo(new Money(new BigDecimal("2"), null));
	}

	@Test
	void readsJsonAsText() {
		assertThat(this.converter.fromMessage(write(Map.of("a", 1)), String.class)).isEqualTo("{\"a\":1}");
	}

	@Test
	void givesObjectWhatTheContentTypeNames() {
		assertThat(this.converter.fromMessage(write("[1]"), Object.class)).isEqualTo("[1]");
		assertThat(this.converter.fromMessage(write(new byte[] { 1 }), Object.class)).isEqualTo(new byte[] { 1 });
		assertThat(this.converter.fromMessage(write(Map.of("a", 1)), Object.class)).isEqualTo(Map.of("a", 1));
	}

	@Test
	@KnownFault("rqueue any class")
	void takesNoClassNameFromTheWire() {
		for (String property : List.of("@class", "@type", "@c", "class")) {
			Map<String, String> payload = Map.of(property, Trap.class.getName());
			assertThat(this.converter.fromMessage(write(payload), Object.class)).isEqualTo(payload);
			assertThat(this.converter.fromMessage(write(payload), Money.class)).isEqualTo(new Money(null, null));
		}
		List<Object> payload = List.of(Trap.class.getName(), Map.of());
		assertThat(this.converter.fromMessage(write(payload), Object.class)).isEqualTo(payload);
		Message<?> named = MessageBuilder.withPayload("{}".getBytes(StandardCharsets.UTF_8))
			.setHeader(MessageHeaders.CONTENT_TYPE, "application/json;type=" + Trap.class.getName())
			.setHeader("__TypeId__", Trap.class.getName())
			.build();
		assertThat(this.converter.fromMessage(named, Object.class)).isEqualTo(Map.of());
	}

	@Test
	void refusesWhatIsNotOfTheType() {
		Message<?> message = write("hello");
		assertThatExceptionOfType(MessageConversionException.class)
			.isThrownBy(() -> this.converter.fromMessage(message, Money.class));
	}

	@Test
	void refusesBytesThatAreNoText() {
		Message<?> message = write(new byte[] { (byte) 0xC3, 0x28 });
		assertThatExceptionOfType(MessageConversionException.class)
			.isThrownBy(() -> this.converter.fromMessage(message, String.class));
	}

	@Test
	void refusesTextThatHasNoBytes() {
		assertThatExceptionOfType(MessageConversionException.class).isThrownBy(() -> write("a\ud83c"));
	}

	@Test
	void refusesPayloadsThatCannotBeWritten() {
		assertThatExceptionOfType(MessageConversionException.class).isThrownBy(() -> write(new Unwritable()));
	}

	@Test
	void leavesConvertedPayloadsAlone() {
		Money money = new Money(BigDecimal.ONE, null);
		Message<?> message = MessageBuilder.withPayload(money).build();
		assertThat(this.converter.fromMessage(message, Money.class)).isSameAs(money);
		assertThat(this.converter.fromMessage(message, String.class)).isNull();
	}

	@Test
	void keepsHeaders() {
		MessageHeaders headers = new MessageHeaders(Map.of("k", "v"));
		assertThat(this.converter.toMessage("x", headers).getHeaders()).containsEntry("k", "v");
	}

	private Message<?> write(Object payload) {
		return this.converter.toMessage(payload, null);
	}

	private static String contentType(Message<?> message) {
		return String.valueOf(message.getHeaders().get(MessageHeaders.CONTENT_TYPE));
	}

	record Money(BigDecimal amount, LocalDateTime at) {

	}

	static class Trap {

	}

	static class Unwritable {

		public String getValue() {
			throw new IllegalStateException("no value");
		}

	}

}
