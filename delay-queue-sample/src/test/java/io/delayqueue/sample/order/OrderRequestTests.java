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

package io.delayqueue.sample.order;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;

import io.delayqueue.sample.web.InvalidFieldException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Tests for {@link OrderRequest}.
 */
class OrderRequestTests {

	private static final Instant NOW = Instant.parse("2030-01-31T07:00:00Z");

	private static final Duration DEFAULT = Duration.ofSeconds(30);

	@Test
	void isDueAfterTheDefaultIfItIsSilent() {
		NewOrder order = request("Tea", "4.5", null, null).check(NOW, DEFAULT);
		assertThat(order).isEqualTo(new NewOrder("Tea", new BigDecimal("4.50"), NOW, NOW.plusSeconds(30)));
	}

	@ParameterizedTest
	@CsvSource({ "90s, 90000", "2m, 120000", "1500ms, 1500", "PT1H30M, 5400000", "0s, 0", "1ns, 1",
			"3650d, 315360000000" })
	void takesDurations(String payWithin, long millis) {
		NewOrder order = request("Tea", "1", payWithin, null).check(NOW, DEFAULT);
		assertThat(order.dueAt()).isEqualTo(NOW.plusMillis(millis));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "30", "-5", "-5s", "soon", "3651d", "PT999999999999999H", "9999999999999999999d" })
	void refusesOtherDurations(String payWithin) {
		assertThat(refusedField(request("Tea", "1", payWithin, null))).isEqualTo("payWithin");
	}

	@Test
	void takesInstant() {
		Instant payBy = NOW.plusSeconds(3600);
		assertThat(request("Tea", "1", null, payBy).check(NOW, DEFAULT).dueAt()).isEqualTo(payBy);
	}

	@Test
	void roundsDueTimeUpToMilliseconds() {
		NewOrder order = request("Tea", "1", null, NOW.plusNanos(5_000_001)).check(NOW, DEFAULT);
		assertThat(order.dueAt()).isEqualTo(NOW.plusMillis(6));
	}

	@ParameterizedTest
	@ValueSource(strings = { "2030-01-31T06:59:59Z", "1970-01-01T00:00:00Z", "-1000000000-01-01T00:00:00Z" })
	void takesThePastForNow(Instant payBy) {
		assertThat(request("Tea", "1", null, payBy).check(NOW, DEFAULT).dueAt()).isEqualTo(NOW);
	}

	@Test
	void refusesInstantThatIsTooFarAway() {
		assertThat(refusedField(request("Tea", "1", null, Instant.MAX))).isEqualTo("payBy");
	}

	@Test
	void refusesDurationTogetherWithInstant() {
		assertThat(refusedField(request("Tea", "1", "30s", NOW))).isEqualTo("payBy");
	}

	@ParameterizedTest
	@ValueSource(strings = { "0", "-1", "0.001", "10000000000", "1e999999999", "1e-999999999" })
	void refusesAmount(String amount) {
		assertThat(refusedField(request("Tea", amount, null, null))).isEqualTo("amount");
	}

	@Test
	void refusesMissingAmount() {
		assertThat(refusedField(new OrderRequest("Tea", null, null, null))).isEqualTo("amount");
	}

	@Test
	void takesLargestAmount() {
		assertThat(request("Tea", "9999999999.990", null, null).check(NOW, DEFAULT).amount())
			.isEqualTo("9999999999.99");
	}

	@Test
	void refusesItem() {
		assertThat(refusedField(request(null, "1", null, null))).isEqualTo("item");
		assertThat(refusedField(request(" ", "1", null, null))).isEqualTo("item");
		assertThat(refusedField(request("x".repeat(201), "1", null, null))).isEqualTo("item");
	}

	private static OrderRequest request(String item, String amount, String payWithin, Instant payBy) {
		return new OrderRequest(item, new BigDecimal(amount), payWithin, payBy);
	}

	private static String refusedField(OrderRequest request) {
		return catchThrowableOfType(InvalidFieldException.class, () -> request.check(NOW, DEFAULT)).getField();
	}

}
