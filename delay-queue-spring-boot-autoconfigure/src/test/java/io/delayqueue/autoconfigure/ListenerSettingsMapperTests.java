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

package io.delayqueue.autoconfigure;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.delayqueue.listener.AckMode;
import io.delayqueue.listener.HandlingSettings;
import io.delayqueue.listener.ListenerSettings;
import io.delayqueue.store.RetryPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link ListenerSettingsMapper}.
 */
class ListenerSettingsMapperTests {

	@Test
	void hasTheDocumentedDefaults() {
		ListenerSettings settings = mapper(Map.of()).settings();
		assertThat(settings.concurrency()).isEqualTo(4);
		assertThat(settings.lease()).isEqualTo(Duration.ofSeconds(30));
		assertThat(settings.maxPollInterval()).isEqualTo(Duration.ofSeconds(5));
		assertThat(settings.shutdownTimeout()).isEqualTo(Duration.ofSeconds(20));
		RetryPolicy policy = settings.retryPolicy();
		assertThat(policy.maxRetries()).isEqualTo(5);
		assertThat(policy.pauseAfter(1)).isEqualTo(Duration.ofSeconds(1));
		assertThat(policy.pauseAfter(3)).isEqualTo(Duration.ofSeconds(4));
		assertThat(policy.pauseAfter(100)).isEqualTo(Duration.ofMinutes(5));
		assertThat(policy.jitter()).isEqualTo(Duration.ofMillis(200));
		assertThat(settings.handling()).isEqualTo(HandlingSettings.DEFAULTS);
	}

	@Test
	void setsHowClaimedMessagesAreHandled() {
		ListenerSettingsMapper mapper = mapper(Map.of("delay-queue.listener.ack-mode", "none",
				"delay-queue.listener.interrupt-on-lease-lost", "true", "delay-queue.listener.retry.not-retryable",
				"java.io.IOException,java.lang.IllegalArgumentException", "delay-queue.queues.orders.ack-mode",
				"manual", "delay-queue.queues.orders.retry.not-retryable[0]", "java.lang.Error",
				"delay-queue.queues.orders.interrupt-on-lease-lost", "false"));
		assertThat(mapper.settings().handling()).isEqualTo(
				new HandlingSettings(AckMode.NONE, List.of(IOException.class, IllegalArgumentException.class), true));
		assertThat(mapper.overrides().apply("orders").applyTo(mapper.settings()).handling())
			.isEqualTo(new HandlingSettings(AckMode.MANUAL, List.of(Error.class), false));
	}

	@Test
	void letsAQueueInheritWhichExceptionsAreNotRetried() {
		ListenerSettingsMapper mapper = mapper(Map.of("delay-queue.listener.retry.not-retryable", "java.io.IOException",
				"delay-queue.queues.orders.retry.max-retries", "1"));
		assertThat(mapper.overrides().apply("orders").applyTo(mapper.settings()).handling().notRetryable())
			.containsExactly(IOException.class);
	}

	@Test
	void refusesClassesThatDoNotExist() {
		assertThatExceptionOfType(BindException.class)
			.isThrownBy(() -> mapper(Map.of("delay-queue.listener.retry.not-retryable", "no.such.Exception")))
			.withStackTraceContaining("no.such.Exception");
	}

	@Test
	void letsAQueueSetWhatItDoesDifferently() {
		ListenerSettingsMapper mapper = mapper(
				Map.of("delay-queue.listener.retry.delay", "2s", "delay-queue.listener.concurrency", "3",
						"delay-queue.queues.orders.retry.max-retries", "10", "delay-queue.queues.orders.lease", "2m"));
		ListenerSettings settings = mapper.overrides().apply("orders").applyTo(mapper.settings());
		assertThat(settings.concurrency()).isEqualTo(3);
		assertThat(settings.lease()).isEqualTo(Duration.ofMinutes(2));
		assertThat(settings.retryPolicy().maxRetries()).isEqualTo(10);
		assertThat(settings.retryPolicy().pauseAfter(1)).isEqualTo(Duration.ofSeconds(2));
	}

	@Test
	void liftsTheCapWithALongerFirstPause() {
		ListenerSettingsMapper mapper = mapper(
				Map.of("delay-queue.listener.retry.delay", "10m", "delay-queue.queues.orders.retry.delay", "1h"));
		assertThat(mapper.settings().retryPolicy().pauses()).containsExactly(Duration.ofMinutes(10));
		assertThat(mapper.overrides().apply("orders").applyTo(mapper.settings()).retryPolicy().pauses())
			.containsExactly(Duration.ofHours(1));
	}

	@Test
	void leavesOtherQueuesAlone() {
		ListenerSettingsMapper mapper = mapper(Map.of("delay-queue.queues.orders.concurrency", "9"));
		assertThat(mapper.overrides().apply("others").applyTo(mapper.settings())).isEqualTo(mapper.settings());
	}

	@ParameterizedTest
	@CsvSource({ "listener.concurrency,0", "listener.lease,99ms", "listener.max-poll-interval,0",
			"listener.max-poll-interval,PT10000000000000H", "listener.lease,PT1000000000000000H",
			"listener.shutdown-timeout,-1s", "listener.retry.max-retries,-1", "listener.retry.delay,-1ms",
			"listener.retry.multiplier,0.5", "listener.retry.max-delay,10ms", "listener.retry.jitter,-1ms",
			"queues.orders.concurrency,0", "queues.orders.lease,-1s", "queues.orders.retry.max-retries,-1",
			"queues.orders.retry.max-delay,10ms", "listener.retry.not-retryable,java.lang.String",
			"queues.orders.retry.not-retryable,java.lang.String" })
	void refusesBadValuesByProperty(String property, String value) {
		ListenerSettingsMapper mapper = mapper(Map.of("delay-queue." + property, value));
		assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class).isThrownBy(() -> {
			mapper.settings();
			mapper.overrides();
		}).satisfies((ex) -> {
			assertThat(ex.getName()).isEqualTo("delay-queue." + property);
			assertThat(ex.getReason()).startsWith("It must");
		});
	}

	private static ListenerSettingsMapper mapper(Map<String, String> properties) {
		return new ListenerSettingsMapper(new Binder(new MapConfigurationPropertySource(properties))
			.bindOrCreate("delay-queue", Bindable.of(DelayQueueProperties.class)));
	}

}
