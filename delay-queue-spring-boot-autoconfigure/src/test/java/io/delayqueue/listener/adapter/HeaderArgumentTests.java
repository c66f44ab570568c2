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

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

import io.delayqueue.SpringCitizen;
import io.delayqueue.listener.MessageRejectedException;
import io.delayqueue.support.DelayHeaders;
import org.junit.jupiter.api.Test;

import org.springframework.core.MethodParameter;
import org.springframework.core.convert.ConversionFailedException;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageHandlingException;
import org.springframework.messaging.MessageHeaders;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.messaging.handler.annotation.Headers;
import org.springframework.messaging.handler.invocation.HandlerMethodArgumentResolver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for the headers that {@link MethodDelayMessageListener} passes to methods.
 */
class HeaderArgumentTests {

	private final Handler handler = new Handler();

	@Test
	void passesHeadersOfTheDelivery() throws Exception {
		Listeners.of(this.handler, "own").onMessage(TestDelivery.text("p"));
		assertThat(this.handler.received).containsEntry("id", "m-1")
			.containsEntry("queue", "orders")
			.containsEntry("due", TestDelivery.DUE_TIME)
			.containsEntry("scheduled", TestDelivery.SCHEDULED_TIME)
			.containsEntry("attempt", 3)
			.containsEntry("lateness", Duration.ofMillis(12))
			.containsEntry("token", 7L);
	}

	@Test
	void convertsHeadersOfUsers() throws Exception {
		Map<String, String> headers = Map.of("name", "n", "count", "7", "at", "2026-01-02T03:04:05Z", "timeout",
				"PT5S");
		Listeners.of(this.handler, "converted").onMessage(TestDelivery.of(new byte[] { 'p' }, "text/plain", headers));
		assertThat(this.handler.received).containsEntry("name", "n")
			.containsEntry("count", 7)
			.containsEntry("at", Instant.parse("2026-01-02T03:04:05Z"))
			.containsEntry("timeout", Duration.ofSeconds(5));
	}

	@Test
	void passesAllHeaders() throws Exception {
		Listeners.of(this.handler, "all")
			.onMessage(TestDelivery.of(new byte[] { 'p' }, "text/plain", Map.of("name", "n")));
		assertThat(this.handler.received).containsEntry("name", "n")
			.containsEntry(DelayHeaders.ID, "m-1")
			.containsEntry(MessageHeaders.CONTENT_TYPE, "text/plain");
	}

	@Test
	void passesMessageHeaders() throws Exception {
		Listeners.of(this.handler, "messageHeaders").onMessage(TestDelivery.text("p"));
		assertThat(this.handler.received).containsEntry(DelayHeaders.ATTEMPT, 3);
	}

	@Test
	void passesWhatCustomResolversGive() throws Exception {
		DelayHandlerMethodFactory factory = Listeners.factory(null, new TenantResolver());
		Listeners.of(this.handler, "custom", factory).onMessage(TestDelivery.text("p"));
		assertThat(this.handler.received).containsEntry("tenant", new Tenant("acme")).containsEntry("payload", "p");
	}

	@Test
	@SpringCitizen("what does not fit")
	void rejectsMessageWithoutRequiredHeader() {
		assertThatExceptionOfType(MessageRejectedException.class)
			.isThrownBy(() -> Listeners.of(this.handler, "converted").onMessage(TestDelivery.text("p")))
			.withCauseInstanceOf(MessageHandlingException.class);
	}

	@Test
	void rejectsMessageWhoseHeaderCannotBeConverted() {
		Map<String, String> headers = Map.of("name", "n", "count", "seven");
		TestDelivery delivery = TestDelivery.of(new byte[] { 'p' }, "text/plain", headers);
		assertThatExceptionOfType(MessageRejectedException.class)
			.isThrownBy(() -> Listeners.of(this.handler, "converted").onMessage(delivery))
			.withCauseInstanceOf(ConversionFailedException.class);
	}

	record Tenant(String name) {

	}

	static class TenantResolver implements HandlerMethodArgumentResolver {

		@Override
		public boolean supportsParameter(MethodParameter parameter) {
			return parameter.getParameterType() == Tenant.class;
		}

		@Override
		public Object resolveArgument(MethodParameter parameter, Message<?> message) {
			return new Tenant("acme");
		}

	}

	static class Handler {

		private final Map<String, Object> received = new HashMap<>();

		void own(@Header(DelayHeaders.ID) String id, @Header(DelayHeaders.QUEUE) String queue,
				@Header(DelayHeaders.DUE_TIME) Instant due, @Header(DelayHeaders.SCHEDULED_TIME) Instant scheduled,
				@Header(DelayHeaders.ATTEMPT) Integer attempt, @Header(DelayHeaders.LATENESS) Duration lateness,
				@Header(DelayHeaders.TOKEN) Long token) {
			this.received.putAll(Map.of("id", id, "queue", queue, "due", due, "scheduled", scheduled, "attempt",
					attempt, "lateness", lateness, "token", token));
		}

		void converted(String payload, @Header String name, @Header int count, @Header Instant at,
				@Header Duration timeout) {
			this.received.putAll(Map.of("name", name, "count", count, "at", at, "timeout", timeout));
		}

		void all(@Headers Map<String, Object> headers) {
			this.received.putAll(headers);
		}

		void messageHeaders(MessageHeaders headers) {
			this.received.putAll(headers);
		}

		void custom(String payload, Tenant tenant) {
			this.received.putAll(Map.of("payload", payload, "tenant", tenant));
		}

	}

}
