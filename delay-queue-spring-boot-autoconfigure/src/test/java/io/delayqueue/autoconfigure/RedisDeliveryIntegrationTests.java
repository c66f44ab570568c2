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

import io.delayqueue.testredis.RedisProcess;

import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.DynamicPropertyRegistrar;

/**
 * The way of a message through Redis.
 */
@Import(RedisDeliveryIntegrationTests.Connection.class)
class RedisDeliveryIntegrationTests extends AbstractDeliveryIntegrationTests {

	// Beans, so that Redis ends after everything that uses it.
	@TestConfiguration(proxyBeanMethods = false)
	static class Connection {

		@Bean(destroyMethod = "close")
		RedisProcess redisProcess() {
			return RedisProcess.start();
		}

		@Bean
		DynamicPropertyRegistrar redisProperties(RedisProcess redis) {
			return (properties) -> {
				properties.add("spring.data.redis.host", redis::host);
				properties.add("spring.data.redis.port", redis::port);
			};
		}

	}

}
