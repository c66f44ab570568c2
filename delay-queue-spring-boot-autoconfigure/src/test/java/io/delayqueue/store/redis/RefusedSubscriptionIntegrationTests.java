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
import java.util.stream.IntStream;

import io.delayqueue.RealTime;
import io.delayqueue.testredis.BusyScript;
import io.delayqueue.testredis.CommandStats;
import io.delayqueue.testredis.RedisProcess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Redis refuses the subscription, and the application goes on with the same connections.
 */
@Timeout(60)
class RefusedSubscriptionIntegrationTests {

	private static final int POOL_SIZE = 2;

	private final RedisProcess redis = RedisProcess.start();

	@AfterEach
	void close() {
		this.redis.close();
	}

	@ParameterizedTest
	@ValueSource(strings = { "lettuce", "jedis", "single jedis" })
	void forbiddenChannelSpoilsNoConnection(String driver) throws Exception {
		this.redis.command("ACL", "SETUSER", "shop", "on", ">secret", "~*", "resetchannels", "+@all");
		RedisConnectionFactory factory = driver.equals("lettuce") ? lettuce() : jedis(driver);
		try (RedisDelayQueueStore store = new RedisDelayQueueStore(factory, this.redis.keyPrefix())) {
			store.subscribe((queue, untilDue) -> {
			});
			for (int tries = 1; tries <= POOL_SIZE + 1; tries++) {
				awaitRefusals(tries);
				assertRepliesAreRight(factory, store, "after refusal " + tries);
			}
		}
		finally {
			((DisposableBean) factory).destroy();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "jedis", "single jedis" })
	void busyRedisSpoilsNoConnection(String driver) throws Exception {
		JedisConnectionFactory factory = jedis(driver);
		try (RedisDelayQueueStore store = new RedisDelayQueueStore(factory, this.redis.keyPrefix())) {
			// None can be opened while Redis is busy.
			try (RedisConnection first = factory.getConnection()) {
				assertThat(first.ping()).isEqualTo("PONG");
			}
			BusyScript busy = BusyScript.start(this.redis);
			store.subscribe((queue, untilDue) -> {
			});
			RealTime.pass(Duration.ofSeconds(2));
			busy.kill();
			assertThat(refusals()).isPositive();
			assertRepliesAreRight(factory, store, "busy");
			await().atMost(Duration.ofSeconds(20)).until(() -> CommandStats.of(this.redis).calls("subscribe") > 0);
			assertRepliesAreRight(factory, store, "free");
		}
		finally {
			factory.destroy();
		}
	}

	private static void assertRepliesAreRight(RedisConnectionFactory factory, RedisDelayQueueStore store, String id) {
		StringRedisTemplate own = new StringRedisTemplate(factory);
		IntStream.range(0, 5).forEach((i) -> {
			own.opsForValue().set("own" + i, id + i);
			assertThat(own.opsForValue().get("own" + i)).isEqualTo(id + i);
		});
		StoreCalls.schedule(store, id, Duration.ofHours(1));
		assertThat(store.find(StoreCalls.QUEUE, id)).isPresent();
	}

	private void awaitRefusals(long count) {
		await().atMost(Duration.ofSeconds(20)).until(() -> refusals() >= count);
	}

	private long refusals() {
		String statistics = this.redis.info("commandstats").getOrDefault("cmdstat_subscribe", "rejected_calls=0");
		return Long.parseLong(statistics.replaceAll(".*rejected_calls=(\\d+).*", "$1"));
	}

	private JedisConnectionFactory jedis(String driver) {
		return JedisFactories.start(shop(), POOL_SIZE, driver.startsWith("single"));
	}

	private LettuceConnectionFactory lettuce() {
		LettuceConnectionFactory factory = new LettuceConnectionFactory(shop());
		factory.afterPropertiesSet();
		factory.start();
		return factory;
	}

	private RedisStandaloneConfiguration shop() {
		RedisStandaloneConfiguration configuration = new RedisStandaloneConfiguration(this.redis.host(),
				this.redis.port());
		if (String.valueOf(this.redis.command("ACL", "USERS")).contains("shop")) {
			configuration.setUsername("shop");
			configuration.setPassword("secret");
		}
		return configuration;
	}

}
