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

package io.delayqueue.migration;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import io.delayqueue.core.DelayQueueTemplate;
import io.delayqueue.core.MessageView;
import io.delayqueue.store.redis.RedisDelayQueueStore;
import io.delayqueue.support.PayloadMessageConverter;
import io.delayqueue.testredis.RedisServer;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.util.unit.DataSize;

/**
 * Another queue in Redis and one of ours, for tests of imports.
 */
final class ImportBench {

	static final String QUEUE = "order-timeout";

	private static final AtomicInteger RUNS = new AtomicInteger();

	private final RedisConnectionFactory connectionFactory;

	private final String key;

	private final StringRedisTemplate redis;

	private final DelayQueueTemplate template;

	ImportBench(RedisServer server) {
		this(server, server.lettuce());
	}

	ImportBench(RedisServer server, RedisConnectionFactory connectionFactory) {
		this(server.keyPrefix(), connectionFactory);
	}

	ImportBench(String keyPrefix, RedisConnectionFactory connectionFactory) {
		String prefix = keyPrefix + ":import" + RUNS.incrementAndGet();
		this.connectionFactory = connectionFactory;
		this.key = prefix + ":closing-orders";
		this.redis = new StringRedisTemplate(connectionFactory);
		this.template = new DelayQueueTemplate(new RedisDelayQueueStore(connectionFactory, prefix),
				new PayloadMessageConverter(JsonMapper.shared()), DataSize.ofKilobytes(1));
	}

	DelayQueueTemplate template() {
		return this.template;
	}

	StringRedisTemplate redis() {
		return this.redis;
	}

	String key() {
		return this.key;
	}

	void add(String member, double score) {
		this.redis.opsForZSet().add(this.key, member, score);
	}

	PendingMessageSource source() {
		return PendingMessageSource.zSet(this.connectionFactory, this.key);
	}

	PendingMessageImporter importer() {
		return new PendingMessageImporter(source(), this.template);
	}

	List<String> pending() {
		return List.copyOf(this.redis.opsForZSet().range(this.key, 0, -1));
	}

	MessageView find(String id) {
		return this.template.find(QUEUE, id).orElseThrow();
	}

	static Instant inHours(int hours) {
		return Instant.ofEpochMilli(System.currentTimeMillis()).plus(Duration.ofHours(hours));
	}

}
