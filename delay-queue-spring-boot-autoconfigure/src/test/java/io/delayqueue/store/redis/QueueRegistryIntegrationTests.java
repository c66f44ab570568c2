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

import java.nio.charset.StandardCharsets;
import java.time.Duration;

import io.delayqueue.testredis.RedisServer;
import io.delayqueue.testredis.RedisTest;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link QueueRegistry}.
 */
@RedisTest
class QueueRegistryIntegrationTests {

	private final RedisServer redis;

	private final String key;

	private final QueueRegistry registry;

	private long now;

	QueueRegistryIntegrationTests(RedisServer redis) {
		this.redis = redis;
		this.key = redis.keyPrefix() + ":queues";
		RedisConnections connections = new RedisConnections(redis.lettuce());
		this.registry = new QueueRegistry(connections, new ScriptRunner(connections, ScriptSources.load()),
				this.key.getBytes(StandardCharsets.UTF_8), () -> this.now);
	}

	@Test
	void queueIsAddedOnce() {
		this.registry.add("orders");
		this.redis.command("DEL", this.key);
		this.registry.add("orders");
		assertThat(this.registry.list()).isEmpty();
	}

	@Test
	void queueWhoseEntryWasLostIsAddedAgainWithinAMinute() {
		this.registry.add("orders");
		this.redis.command("DEL", this.key);
		this.now += Duration.ofMinutes(1).toNanos();
		this.registry.add("orders");
		assertThat(this.registry.list()).containsExactly("orders");
	}

}
