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

package io.delayqueue.testredis;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RedisExtension} when a whole test class shares what is injected.
 */
@RedisTest
class RedisTestClassScopeIntegrationTests {

	private static RedisServer redisOfClass;

	private static LettuceConnectionFactory connectionFactory;

	@BeforeAll
	static void prepare(RedisServer redis) {
		redisOfClass = redis;
		connectionFactory = redis.lettuce();
	}

	@AfterAll
	static void isStillConnected() {
		assertThat(connectionFactory.isRunning()).isTrue();
	}

	@RepeatedTest(2)
	void keepsDataAndConnections(RedisServer redis, RepetitionInfo repetition) {
		assertThat(redis).isSameAs(redisOfClass);
		assertThat(new StringRedisTemplate(connectionFactory).opsForValue().increment(redis.keyPrefix() + ":counter"))
			.isEqualTo(repetition.getCurrentRepetition());
	}

}
