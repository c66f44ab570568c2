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

package io.delayqueue.store.redis;

import java.time.Duration;

import io.delayqueue.testredis.RedisServer;
import io.delayqueue.testredis.RedisTest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Subscriptions end when they have hardly begun, and the application goes on with the
 * same connections.
 */
@RedisTest
class BriefSubscriptionIntegrationTests {

	private static final int TIMES = 300;

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void spoilsNoConnection(boolean single, RedisServer redis) {
		JedisConnectionFactory factory = JedisFactories
			.start(new RedisStandaloneConfiguration(redis.host(), redis.port()), 8, single);
		StringRedisTemplate own = new StringRedisTemplate(factory);
		try (RedisDelayQueueStore store = new RedisDelayQueueStore(factory, redis.keyPrefix())) {
			for (int i = 0; i < TIMES; i++) {
				store.subscribe((queue, untilDue) -> {
				}).close();
				StoreCalls.schedule(store, "m" + i, Duration.ofDays(1).minusMillis(i));
				own.opsForValue().set(redis.keyPrefix() + ":own", "value " + i);
				assertThat(own.opsForValue().get(redis.keyPrefix() + ":own")).isEqualTo("value " + i);
				assertThat(store.find(StoreCalls.QUEUE, "m" + i)).isPresent();
			}
		}
		finally {
			factory.destroy();
		}
	}

}
