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

package io.delayqueue.sample.redis;

import java.nio.file.Path;

import io.delayqueue.sample.ShopProperties;

import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

/**
 * Starts a Redis of the shop's own and points Spring Data Redis at it, unless another one
 * is named.
 */
@Configuration(proxyBeanMethods = false)
@Conditional(OnNoRedisNamedCondition.class)
class EmbeddedRedisConfiguration {

	@Bean
	EmbeddedRedis embeddedRedis(ShopProperties properties) {
		return EmbeddedRedis.start(Path.of(properties.dataDir(), "redis"), properties.redisPort());
	}

	// Depends on the server: so the connections are closed before it is.
	@Bean
	DataRedisConnectionDetails embeddedRedisConnectionDetails(EmbeddedRedis redis) {
		return new DataRedisConnectionDetails() {

			@Override
			public Standalone getStandalone() {
				return Standalone.of(EmbeddedRedis.HOST, redis.getPort());
			}

		};
	}

}
