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

package io.delayqueue.sample.importing;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;

import io.delayqueue.sample.order.NewOrder;
import io.delayqueue.sample.order.OrderRequest;
import io.delayqueue.sample.order.OrderService;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link OrderLineParser}.
 */
class OrderLineParserTests {

	private static final Instant NOW = Instant.parse("2030-01-31T07:00:00Z");

	private final OrderService orders = mock(OrderService.class);

	private final OrderLineParser parser = new OrderLineParser(JsonMapper.builder().build(), this.orders);

	@BeforeEach
	void checkAsTheShopDoes() {
		given(this.orders.check(any()))
			.willAnswer((invocation) -> invocation.<OrderRequest>getArgument(0).check(NOW, Duration.ofSeconds(30)));
	}

	@Test
	void parsesOrder() throws BadLineException {
		assertThat(this.parser.parse(line("{\"item\":\"Tea 🍵\",\"amount\":4.5,\"payWithin\":\"90s\"}\r")))
			.hasValue(new NewOrder("Tea 🍵", new BigDecimal("4.50"), NOW, NOW.plusSeconds(90)));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "   ", "\r", "\uFEFF" })
	void skipsBlankLine(String text) throws BadLineException {
		assertThat(this.parser.parse(line(text))).isEmpty();
	}

	@Test
	void skipsByteOrderMark() throws BadLineException {
		assertThat(this.parser.parse(line("\uFEFF{\"item\":\"Tea\",\"amount\":1}"))).isPresent();
	}

	@Test
	void namesFieldOfWrongType() {
		BadLine bad = parseBad("{\"item\":\"Tea\",\"amount\":\"much\"}");
		assertThat(bad).isEqualTo(new BadLine(1, "amount", "'amount' is not a number"));
	}

	@Test
	void namesFieldThatIsNotAnInstant() {
		BadLine bad = parseBad("{\"item\":\"Tea\",\"amount\":1,\"payBy\":\"tomorrow\"}");
		assertThat(bad.field()).isEqualTo("payBy");
		assertThat(bad.reason()).contains("is not an instant");
	}

	@Test
	void namesFieldThatBreaksRule() {
		BadLine bad = parseBad("{\"amount\":1}");
		assertThat(bad.field()).isEqualTo("item");
	}

	@ParameterizedTest
	@ValueSource(strings = { "{\"item\":", "no json", "{} trailing", "{\"item\":\"Tea\"" })
	void refusesMalformedJson(String text) {
		assertThat(parseBad(text).reason()).startsWith("Malformed JSON at line 1");
	}

	@ParameterizedTest
	@ValueSource(strings = { "{\"item\":\"Tea\",\"amount\":1}{\"item\":\"Milk\",\"amount\":1}", "{} {}", "{} 5",
			"null null" })
	void refusesSecondValueOnTheLine(String text) {
		assertThat(parseBad(text)).isEqualTo(new BadLine(1, null, "There is more than one JSON value on the line"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "[]", "null", "42", "\"Tea\"" })
	void refusesWhatIsNoObject(String text) {
		assertThat(parseBad(text).reason()).doesNotContain("io.delayqueue");
	}

	@Test
	void refusesBrokenCharacters() {
		BadLineException exception = catchThrowableOfType(BadLineException.class,
				() -> this.parser.parse(new LineReader.Line(7, new byte[] { '"', (byte) 0xC3, '"' })));
		assertThat(exception.getLine()).isEqualTo(new BadLine(7, null, "The line is not UTF-8"));
	}

	@Test
	void refusesTooLongLine() {
		BadLineException exception = catchThrowableOfType(BadLineException.class,
				() -> this.parser.parse(new LineReader.Line(7, null)));
		assertThat(exception.getLine().reason()).contains("longer than 65536 bytes");
	}

	@Test
	void refusesDeeplyNestedJson() {
		assertThat(parseBad("{\"item\":" + "[".repeat(10_000)).line()).isEqualTo(1);
	}

	private BadLine parseBad(String text) {
		return catchThrowableOfType(BadLineException.class, () -> this.parser.parse(line(text))).getLine();
	}

	private static LineReader.Line line(String text) {
		return new LineReader.Line(1, text.getBytes(StandardCharsets.UTF_8));
	}

}
