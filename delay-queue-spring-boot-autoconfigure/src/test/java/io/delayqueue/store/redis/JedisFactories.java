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

import java.lang.reflect.Method;
import java.time.Duration;

import org.apache.commons.pool2.impl.GenericObjectPoolConfig;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.util.ReflectionUtils;

/**
 * Connection factories whose connections are each a single one of Jedis from a pool, as
 * with Spring Data Redis 4.0 and on request later, or lead to a pool within Jedis.
 */
final class JedisFactories {

	private JedisFactories() {
	}

	static JedisConnectionFactory start(RedisStandaloneConfiguration redis, int poolSize, boolean single) {
		GenericObjectPoolConfig<Object> pool = new GenericObjectPoolConfig<>();
		pool.setMaxTotal(poolSize);
		JedisConnectionFactory factory = new JedisConnectionFactory(redis,
				JedisClientConfiguration.builder()
					.readTimeout(Duration.ofSeconds(20))
					.usePooling()
					.poolConfig(pool)
					.build());
		Method pooledByDriver = ReflectionUtils.findMethod(JedisConnectionFactory.class, "setUseUnifiedJedis",
				boolean.class);
		if (single && pooledByDriver != null) {
			ReflectionUtils.invokeMethod(pooledByDriver, factory, false);
		}
		factory.afterPropertiesSet();
		factory.start();
		return factory;
	}

}
