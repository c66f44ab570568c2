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

import java.util.Map;

import io.delayqueue.SpringCitizen;
import io.delayqueue.autoconfigure.metrics.DelayQueueMetricsProperties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what is said of properties that are wrong.
 */
@ExtendWith(OutputCaptureExtension.class)
class InvalidPropertiesTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DelayQueueAutoConfiguration.class,
				DelayListenerAutoConfiguration.class, BoundQueueAutoConfiguration.class))
		.withPropertyValues("delay-queue.store=memory");

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			delay-queue.store                             | postgres | REDIS
			delay-queue.max-payload-size                  | 0B       | It must be at least 1B.
			delay-queue.max-payload-size                  | much     | much
			delay-queue.listener.concurrency              | 0        | It must be
			delay-queue.listener.concurrency              | many     | many
			delay-queue.listener.ack-mode                 | record   | MANUAL
			delay-queue.listener.lease                    | 5ms      | It must be from 100ms to 365d.
			delay-queue.listener.max-poll-interval        | 0s       | It must be
			delay-queue.listener.shutdown-timeout         | -1s      | It must
			delay-queue.listener.retry.max-retries        | -1       | It must
			delay-queue.listener.retry.multiplier         | 0.5      | It must be
			delay-queue.listener.retry.not-retryable      | no.Such  | no.Such
			delay-queue.dead-letter.max-age               | -1s      | It must
			delay-queue.dead-letter.max-size              | -1       | It must
			delay-queue.template.transaction              | two-phase| OUTBOX
			delay-queue.queues.orders.concurrency         | 0        | It must be
			delay-queue.queues.orders.retry.delay         | -1s      | It must
			delay-queue.queues.orders.max-waiting         | -1       | It must not be negative.
			delay-queue.queues.orders.max-in-flight       | -1       | It must
			delay-queue.queues.orders.rate-limit.messages | -1       | It must
			delay-queue.queues.orders.rate-limit.period   | 1m       | must not be set without rate-limit.messages
			delay-queue.queues.orders.time-to-live        | 0ms      | It must be at least 1ms.
			""")
	@SpringCitizen("properties")
	void namesThePropertyAndWhatItMustBe(String property, String value, String rule, CapturedOutput output) {
		StartFailure failure = StartFailure.of(output, Map.of(property, value));
		assertThat(failure.description() + failure.action()).contains(property).contains(rule);
	}

	@ParameterizedTest
	@CsvSource({ "delay-queue.queues.orders.max-waitng,delay-queue.queues.orders.max-waitng",
			"delay-queue.queues.orders.maxWaitng,delay-queue.queues.orders.maxwaitng",
			"delay-queue.queues.order.timeout.concurrency,delay-queue.queues.order.timeout.concurrency",
			"delay-queue.lisener.concurrency,delay-queue.lisener.concurrency",
			"delay-queue.listener.retry.max-attempts,delay-queue.listener.retry.max-attempts" })
	@SpringCitizen("properties")
	void refusesUnknownProperties(String property, String name, CapturedOutput output) {
		StartFailure failure = StartFailure.of(output, Map.of(property, "5"));
		assertThat(failure.description()).contains("configuration property '" + name + "'")
			.contains("There is no such property.");
		assertThat(failure.action()).isNotBlank();
	}

	@Test
	void takesWhatOthersBindBelow() {
		this.contextRunner.withPropertyValues("delay-queue.outbox.batch-size=5", "delay-queue.metrics.interval=5s",
				"delay-queue.queues.[order.timeout].max-waiting=5", "delay-queue.queues.orders.rateLimit.messages=5")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void takesAPeriodWhoseRateIsSwitchedOff() {
		this.contextRunner
			.withPropertyValues("delay-queue.queues.orders.rate-limit.period=1m",
					"delay-queue.queues.orders.rate-limit.messages=0")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void refusesUnknownOnesBelowThese() {
		this.contextRunner.withUserConfiguration(WithMetrics.class)
			.withPropertyValues("delay-queue.metrics.intervall=5s")
			.run((context) -> assertThat(context).hasFailed()
				.getFailure()
				.hasStackTraceContaining("delay-queue.metrics.intervall"));
	}

	@Test
	void asksForNothingWhenSwitchedOff() {
		this.contextRunner.withPropertyValues("delay-queue.enabled=false", "delay-queue.lisener.concurrency=5")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@EnableConfigurationProperties(DelayQueueMetricsProperties.class)
	static class WithMetrics {

	}

}
