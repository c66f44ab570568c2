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

import io.delayqueue.KnownFault;
import io.delayqueue.store.DelayQueueStoreContractTests;
import io.delayqueue.store.StoreHarness;
import io.delayqueue.testredis.RedisCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * {@link DelayQueueStoreContractTests} for {@link RedisDelayQueueStore} on a cluster of
 * three masters through Lettuce.
 */
@KnownFault("redisson#5449")
class RedisClusterLettuceStoreContractIntegrationTests extends DelayQueueStoreContractTests {

	private static RedisCluster cluster;

	private static RedisConnectionFactory connectionFactory;

	@BeforeAll
	static void start() {
		cluster = RedisCluster.start();
		connectionFactory = cluster.lettuce();
	}

	@AfterAll
	static void stop() {
		cluster.close();
	}

	@Override
	protected StoreHarness createHarness() {
		return new RedisStoreHarness(connectionFactory, RedisStoreHarness.uniquePrefix(cluster.keyPrefix()));
	}

}
