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

import io.delayqueue.store.model.ModelHarness;
import io.delayqueue.store.model.StoreModelTests;
import io.delayqueue.testredis.RedisServer;
import io.delayqueue.testredis.RedisTest;
import org.junit.jupiter.api.BeforeAll;

import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * {@link StoreModelTests} for {@link RedisDelayQueueStore}.
 */
@RedisTest
class RedisDelayQueueStoreModelIntegrationTests extends StoreModelTests {

	private static RedisServer redis;

	private static RedisConnectionFactory connectionFactory;

	@BeforeAll
	static void connect(RedisServer server) {
		redis = server;
		// Half as long as with the other driver, which has a thread between caller and
		// socket.
		connectionFactory = server.jedis();
	}

	@Override
	protected ModelHarness createHarness() {
		return new RedisModelHarness(connectionFactory, RedisStoreHarness.uniquePrefix(redis.keyPrefix()));
	}

}
