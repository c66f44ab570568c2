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

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link RedisExtension}.
 */
@RedisTest
class RedisExtensionIntegrationTests {

	private final RedisServer redis;

	RedisExtensionIntegrationTests(RedisServer redis) {
		this.redis = redis;
	}

	@Test
	void givesOneTestOneServer(RedisServer redis) {
		assertThat(redis).isSameAs(this.redis);
		assertThat(redis.command("PING")).isEqualTo("PONG");
	}

	@RepeatedTest(2)
	void givesEachTestKeysOfItsOwn() {
		assertThat(this.redis.command("INCR", this.redis.keyPrefix() + ":counter")).isEqualTo(1L);
	}

	@RepeatedTest(2)
	void emptiesOwnServerBeforeEachTest() {
		if (System.getProperty(RedisExtension.ADDRESS_PROPERTY) == null) {
			assertThat(this.redis.command("INCR", "counter")).isEqualTo(1L);
		}
	}

	@Test
	void connectsLettuce() {
		assertAnswers(this.redis.lettuce());
	}

	@Test
	void connectsJedis() {
		assertAnswers(this.redis.jedis());
	}

	@Test
	void leavesNamedServerAsItIs() {
		try (RedisProcess named = RedisProcess.start()) {
			named.command("SET", "foreign", "value");
			try (SharedRedis shared = SharedRedis.open(named.host() + ":" + named.port());
					LentRedis lent = LentRedis.of(shared)) {
				assertThat(lent.command("GET", "foreign")).isEqualTo("value");
			}
			assertThat(named.command("GET", "foreign")).isEqualTo("value");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "redis", ":6379", "redis:port" })
	void refusesIllegalAddress(String address) {
		assertThatIllegalArgumentException().isThrownBy(() -> SharedRedis.open(address));
	}

	private void assertAnswers(RedisConnectionFactory connectionFactory) {
		try (RedisConnection connection = connectionFactory.getConnection()) {
			assertThat(connection.ping()).isEqualTo("PONG");
		}
	}

}
