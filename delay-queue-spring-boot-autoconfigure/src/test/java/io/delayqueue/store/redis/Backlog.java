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
import java.util.List;

import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.testredis.RedisServer;

/**
 * Fills a queue with very many waiting messages, faster than producers could: Redis
 * copies one of them.
 */
final class Backlog {

	private static final int CHUNK = 50_000;

	// As schedule.lua does for each: the id, then when it is due, and a stored message.
	private static final String COPY = """
			local stored = redis.call('HGET', KEYS[2], 'first')
			local due, half = tonumber(redis.call('ZSCORE', KEYS[1], 'first')), tonumber(ARGV[3])
			for i = tonumber(ARGV[1]), tonumber(ARGV[2]) do
			  local id = string.format('waiting-%07d', i)
			  redis.call('HSET', KEYS[2], id, stored)
			  redis.call('ZADD', KEYS[1], string.format('%.0f', i < half and due or due + (i - half) * 400), id)
			end
			""";

	private Backlog() {
	}

	/**
	 * Fill an empty queue. One half of the messages is due at one instant, the others are
	 * due after that, one each 400 ms.
	 * @param redis where the queue is
	 * @param store the store
	 * @param queue the queue
	 * @param count how many messages
	 * @param delay until the first of them is due
	 */
	static void fill(RedisServer redis, DelayQueueStore store, String queue, int count, Duration delay) {
		store.schedule(queue, List.of(StoreCalls.command("first", delay)));
		String base = redis.keyPrefix() + ":{" + queue + "}:";
		for (int from = 1; from < count; from += CHUNK) {
			redis.command("EVAL", COPY, "2", base + "waiting", base + "messages", String.valueOf(from),
					String.valueOf(Math.min(from + CHUNK, count) - 1), String.valueOf(count / 2));
		}
	}

}
