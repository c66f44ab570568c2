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

import java.nio.charset.StandardCharsets;
import java.util.List;

import org.junit.jupiter.api.Test;

import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RedisCluster}.
 */
@RedisTest
class RedisClusterIntegrationTests {

	private final RedisCluster cluster;

	RedisClusterIntegrationTests(RedisCluster cluster) {
		this.cluster = cluster;
	}

	@Test
	void spreadsKeysOverAllMastersWithLettuce() {
		assertKeysAreSpread(this.cluster.lettuce());
	}

	@Test
	void spreadsKeysOverAllMastersWithJedis() {
		assertKeysAreSpread(this.cluster.jedis());
	}

	@Test
	void isOneForAllTests(RedisCluster cluster) {
		assertThat(cluster).isSameAs(this.cluster);
	}

	@Test
	void findsServerOfKey() {
		for (String key : List.of("a", "b", "c", "d", "{tag}:e")) {
			assertThat(this.cluster.nodeOf(key).command("SET", key, "value")).isEqualTo("OK");
		}
	}

	private void assertKeysAreSpread(RedisConnectionFactory connectionFactory) {
		try (RedisClusterConnection connection = connectionFactory.getClusterConnection()) {
			for (int i = 0; i < 100; i++) {
				byte[] key = ("key:" + i).getBytes(StandardCharsets.UTF_8);
				connection.stringCommands().set(key, key);
			}
		}
		assertThat(this.cluster.nodes()).hasSize(3)
			.allSatisfy((node) -> assertThat((Long) node.command("DBSIZE")).isBetween(10L, 60L));
	}

}
