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

package io.delayqueue.observation;

import java.time.Duration;
import java.util.stream.Stream;

import io.delayqueue.SpringCitizen;
import io.delayqueue.annotation.DelayListener;
import io.delayqueue.testredis.RedisServer;
import io.delayqueue.testredis.RedisTest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A trace that one application begins and another, started later, goes on with.
 */
@RedisTest
class RedisTracingIntegrationTests {

	@ParameterizedTest
	@MethodSource
	@SpringCitizen("traces")
	void continuesTheTraceInAnotherApplication(TracingHarness tracing, RedisServer redis) {
		TracedApplication producer = application(tracing, redis);
		producer.run((context) -> producer.call(context,
				(template) -> template.schedule("orders", "x", Duration.ofMillis(100))));
		TracedApplication consumer = application(tracing, redis);
		consumer.run((context) -> {
			FinishedSpan handle = consumer.span("handle orders");
			assertThat(handle.parentId()).isEqualTo(consumer.span("schedule orders").id());
			assertThat(handle.traceId()).isEqualTo(consumer.span("schedule orders").traceId());
		}, Listening.class);
	}

	static Stream<TracingHarness> continuesTheTraceInAnotherApplication() {
		return Stream.of(new BraveHarness(), new OpenTelemetryHarness());
	}

	private static TracedApplication application(TracingHarness tracing, RedisServer redis) {
		return new TracedApplication(tracing)
			.with((runner) -> runner.withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class))
				.withPropertyValues("delay-queue.store=redis", "delay-queue.key-prefix=" + redis.keyPrefix(),
						"spring.data.redis.host=" + redis.host(), "spring.data.redis.port=" + redis.port()));
	}

	@Configuration(proxyBeanMethods = false)
	static class Listening {

		@DelayListener("orders")
		void order(String order) {
		}

	}

}
