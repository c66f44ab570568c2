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

import io.delayqueue.store.DelayQueueStoreContractTests;
import io.delayqueue.store.StoreHarness;
import io.delayqueue.testredis.RedisServer;
import io.delayqueue.testredis.RedisTest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.redisson.spring.data.connection.RedissonConnectionFactory;

/**
 * {@link DelayQueueStoreContractTests} for {@link RedisDelayQueueStore} through the
 * connection factory of Redisson.
 */
@RedisTest
class RedisRedissonStoreContractIntegrationTests extends DelayQueueStoreContractTests {

	private static RedisServer redis;

	private static RedissonClient redisson;

	@BeforeAll
	static void connect(RedisServer server) {
		redis = server;
		Config config = new Config();
		config.useSingleServer().setAddress("redis://" + server.host() + ":" + server.port());
		redisson = Redisson.create(config);
	}

	@AfterAll
	static void disconnect() {
		redisson.shutdown();
	}

	@Override
	protected StoreHarness createHarness() {
		return new RedisStoreHarness(new RedissonConnectionFactory(redisson),
				RedisStoreHarness.uniquePrefix(redis.keyPrefix()));
	}

}
