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

package io.delayqueue.endtoend;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.delayqueue.KnownFault;
import io.delayqueue.annotation.DelayListener;
import io.delayqueue.core.DelayMessage;
import io.delayqueue.support.DelayHeaders;
import io.delayqueue.testapplication.TestApplication;
import io.delayqueue.testredis.RedisServer;
import io.delayqueue.testredis.RedisTest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.messaging.Message;
import org.springframework.messaging.handler.annotation.Header;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every kind of payload reaches its listener method as it was.
 */
@Tag("compat")
@RedisTest
class PayloadKindsIntegrationTests {

	private static final LocalDateTime MEETING = LocalDateTime.of(2026, 2, 28, 23, 59, 59, 123_456_789);

	private TestApplication application;

	@BeforeEach
	void start(RedisServer redis) {
		this.application = TestApplication.start(redis, Map.of(), Listeners.class);
	}

	@AfterEach
	void stop() {
		this.application.close();
	}

	static Stream<Arguments> payloads() {
		Money money = new Money(new BigDecimal("12.30"), "EUR");
		return Stream.of(Arguments.of("record", new Appointment("dentist", MEETING, money)),
				Arguments.of("generics", List.of(Map.of("total", money), Map.of())), Arguments.of("date-time", MEETING),
				Arguments.of("text", "plain text"), Arguments.of("text", "{\"text\":\"that is JSON itself\"}"),
				Arguments.of("text", "\"quoted\""), Arguments.of("text", ""), Arguments.of("text", "emoji 🎉 and 漢字"),
				Arguments.of("text", "x".repeat(900 * 1024)), Arguments.of("bytes", new byte[] { 0, 10, 13, -1 }),
				Arguments.of("bytes", new byte[900 * 1024]), Arguments.of("number", 123_456_789_012_345_678L),
				Arguments.of("number", Long.MAX_VALUE));
	}

	@ParameterizedTest
	@MethodSource("payloads")
	@KnownFault("rqueue#48")
	void reachesTheMethodAsItWas(String queue, Object payload) throws InterruptedException {
		this.application.template().schedule(queue, payload, Duration.ofMillis(1));
		assertThat(next()).isEqualTo(payload);
	}

	@Test
	void bringsIdsAndHeadersAlong() throws InterruptedException {
		Instant before = Instant.now();
		this.application.template()
			.schedule(DelayMessage.to("message")
				.payload(List.of(1L, 2L))
				.delay(Duration.ofMillis(20))
				.id("order 🎉 42")
				.header("tenant", "eü=&\n")
				.header("empty", "")
				.build());
		Message<?> message = (Message<?>) next();
		assertThat(message.getPayload()).isEqualTo(List.of(1L, 2L));
		assertThat(message.getHeaders()).containsEntry(DelayHeaders.ID, "order 🎉 42")
			.containsEntry(DelayHeaders.QUEUE, "message")
			.containsEntry(DelayHeaders.ATTEMPT, 1)
			.containsEntry("tenant", "eü=&\n")
			.containsEntry("empty", "");
		assertThat(message.getHeaders().get(DelayHeaders.DUE_TIME, Instant.class)).isAfter(before);
		assertThat(message.getHeaders().get(DelayHeaders.SCHEDULED_TIME, Instant.class))
			.isBetween(before.minusMillis(1), Instant.now());
		assertThat(message.getHeaders().get(DelayHeaders.LATENESS, Duration.class)).isBetween(Duration.ZERO,
				Duration.ofSeconds(30));
	}

	@Test
	void givesHeadersToParameters() throws InterruptedException {
		String id = this.application.template().schedule("headers", "x", Duration.ZERO);
		assertThat(next()).isEqualTo(List.of("x", id, 1, "none"));
	}

	private Object next() throws InterruptedException {
		return this.application.get(Listeners.class).received.poll(30, TimeUnit.SECONDS);
	}

	record Money(BigDecimal amount, String currency) {

	}

	record Appointment(String title, LocalDateTime at, Money price) {

	}

	static class Listeners {

		private final BlockingQueue<Object> received = new LinkedBlockingQueue<>();

		@DelayListener("record")
		void appointment(Appointment appointment) {
			this.received.add(appointment);
		}

		@DelayListener("generics")
		void amounts(List<Map<String, Money>> amounts) {
			// Fails with a cast if the elements were decoded as plain maps.
			amounts.forEach((map) -> map.values().forEach((money) -> assertThat(money.amount()).isNotNull()));
			this.received.add(amounts);
		}

		@DelayListener("date-time")
		void dateTime(LocalDateTime dateTime) {
			this.received.add(dateTime);
		}

		@DelayListener("text")
		void text(String text) {
			this.received.add(text);
		}

		@DelayListener("bytes")
		void bytes(byte[] bytes) {
			this.received.add(bytes);
		}

		@DelayListener("number")
		void number(long number) {
			this.received.add(number);
		}

		@DelayListener("message")
		void message(Message<List<Long>> message) {
			assertThat(message.getPayload().get(0)).isEqualTo(1L);
			this.received.add(message);
		}

		@DelayListener("headers")
		void headers(String payload, @Header(DelayHeaders.ID) String id, @Header(DelayHeaders.ATTEMPT) int attempt,
				@Header(name = "tenant", defaultValue = "none") String tenant) {
			this.received.add(List.of(payload, id, attempt, tenant));
		}

	}

}
