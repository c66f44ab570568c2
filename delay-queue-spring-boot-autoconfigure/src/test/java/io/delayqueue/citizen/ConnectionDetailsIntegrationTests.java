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

package io.delayqueue.citizen;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import io.delayqueue.SpringCitizen;
import io.delayqueue.annotation.DelayListener;
import io.delayqueue.testapplication.TestApplication;
import io.delayqueue.testredis.RedisServer;
import io.delayqueue.testredis.RedisTest;
import org.junit.jupiter.api.Test;

import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for an application whose Redis is named by a bean, as containers for development
 * and tests are.
 */
@RedisTest
class ConnectionDetailsIntegrationTests {

	@Test
	@SpringCitizen("connection properties")
	void connectsToWhatTheDetailsName(RedisServer redis) {
		try (TestApplication application = TestApplication.start(redis,
				Map.of("spring.data.redis.port", 1, "details.port", redis.port()), Details.class, Listener.class)) {
			application.template().schedule("orders", "42", Duration.ZERO);
			Listener listener = application.get(Listener.class);
			Listening.await(() -> assertThat(listener.received).containsExactly("42"));
		}
	}

	static class Listener {

		private final List<String> received = new CopyOnWriteArrayList<>();

		@DelayListener("orders")
		void handle(String payload) {
			this.received.add(payload);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Details {

		@Bean
		DataRedisConnectionDetails details(Environment environment) {
			DataRedisConnectionDetails.Standalone standalone = DataRedisConnectionDetails.Standalone.of(
					environment.getRequiredProperty("spring.data.redis.host"),
					environment.getRequiredProperty("details.port", Integer.class));
			return new DataRedisConnectionDetails() {

				@Override
				public Standalone getStandalone() {
					return standalone;
				}

			};
		}

	}

}
