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

package io.delayqueue.endtoend;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import io.delayqueue.annotation.DelayListener;
import io.delayqueue.testapplication.TestApplication;
import io.delayqueue.testredis.RedisServer;
import io.delayqueue.testredis.RedisTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.redisson.spring.data.connection.RedissonConnectionFactory;

import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.annotation.Id;
import org.springframework.data.redis.annotation.RedisListener;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.RedisHash;
import org.springframework.data.redis.core.RedisKeyValueAdapter;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.repository.configuration.EnableRedisRepositories;
import org.springframework.data.repository.CrudRepository;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Queues beside what else of Spring uses the same Redis.
 */
@RedisTest
class SharedRedisIntegrationTests {

	@ParameterizedTest
	@ValueSource(strings = { "lettuce", "jedis" })
	void goesWellWithRepositoriesAndListenersToChannels(String driver, RedisServer redis) {
		try (TestApplication application = TestApplication.start(redis, Map.of("spring.data.redis.client-type", driver),
				Listeners.class, Repositories.class)) {
			StringRedisTemplate own = application.get(StringRedisTemplate.class);
			Carts carts = application.get(Carts.class);
			carts.save(new Cart("cart-1", "apples"));
			application.template().schedule("carts", "cart-1", Duration.ofMillis(100));
			own.convertAndSend("prices", "apples are cheaper");
			Listeners listeners = application.get(Listeners.class);
			await().untilAsserted(() -> assertThat(listeners.handled).containsExactly("cart-1"));
			await().untilAsserted(() -> assertThat(listeners.heard).containsExactly("apples are cheaper"));
			assertThat(carts.findById("cart-1")).isEmpty();
			assertThat(own.keys("*:{carts}:messages")).isEmpty();
		}
	}

	@Test
	void worksOnTheConnectionsOfRedisson(RedisServer redis) {
		try (TestApplication application = TestApplication.start(redis, Map.of(), Listeners.class, Repositories.class,
				RedissonConnections.class)) {
			assertThat(application.get(RedisConnectionFactory.class)).isInstanceOf(RedissonConnectionFactory.class);
			application.template().schedule("carts", "cart-2", Duration.ofMillis(100));
			Listeners listeners = application.get(Listeners.class);
			await().untilAsserted(() -> assertThat(listeners.handled).containsExactly("cart-2"));
		}
	}

	@RedisHash("carts")
	record Cart(@Id String id, String content) {

	}

	interface Carts extends CrudRepository<Cart, String> {

	}

	// As applications do that want to hear of entities that expire.
	@EnableRedisRepositories(basePackageClasses = Carts.class, considerNestedRepositories = true,
			enableKeyspaceEvents = RedisKeyValueAdapter.EnableKeyspaceEvents.ON_STARTUP)
	static class Repositories {

	}

	@Configuration(proxyBeanMethods = false)
	static class RedissonConnections {

		@Bean(destroyMethod = "shutdown")
		RedissonClient redisson(DataRedisConnectionDetails details) {
			DataRedisConnectionDetails.Standalone redis = details.getStandalone();
			Config config = new Config();
			config.useSingleServer().setAddress("redis://" + redis.getHost() + ":" + redis.getPort());
			return Redisson.create(config);
		}

		@Bean
		RedissonConnectionFactory redisConnectionFactory(RedissonClient redisson) {
			return new RedissonConnectionFactory(redisson);
		}

	}

	static class Listeners {

		private final List<String> handled = new CopyOnWriteArrayList<>();

		private final List<String> heard = new CopyOnWriteArrayList<>();

		private final Carts carts;

		Listeners(Carts carts) {
			this.carts = carts;
		}

		@DelayListener("carts")
		void expire(String id) {
			this.carts.deleteById(id);
			this.handled.add(id);
		}

		@RedisListener("prices")
		void hear(String text) {
			this.heard.add(text);
		}

	}

}
