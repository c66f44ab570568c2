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
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.model.ModelHarness;
import io.delayqueue.store.model.StoredQueue;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.ReturnType;

/**
 * A store on a real Redis, with a clock that is moved by the test, whose keys are looked
 * at in one round trip and removed in the end.
 */
final class RedisModelHarness implements ModelHarness {

	private static final byte[] LOOK = bytes("""
			local contents = {}
			for i, key in ipairs(KEYS) do
			  local set = redis.call('TYPE', key).ok == 'zset'
			  contents[i] = set and redis.call('ZRANGE', key, 0, -1, 'WITHSCORES') or redis.call('HGETALL', key)
			end
			return contents
			""");

	private static final List<String> LOOKED_AT = List.of("waiting", "leased", "dead", "messages", "owners", "attempts",
			"causes", "expiries", "settled", "dead-waiting", "dead-leased", "dead-owners", "dead-attempts",
			"priorities", "urgent", "recurring");

	private final RedisConnectionFactory connectionFactory;

	private final String keyPrefix;

	private final RedisStoreHarness harness;

	RedisModelHarness(RedisConnectionFactory connectionFactory, String keyPrefix) {
		this.connectionFactory = connectionFactory;
		this.keyPrefix = keyPrefix;
		this.harness = new RedisStoreHarness(connectionFactory, keyPrefix);
	}

	@Override
	public DelayQueueStore store() {
		return this.harness.store();
	}

	@Override
	public Instant now() {
		return this.harness.now();
	}

	@Override
	public void advance(Duration time) {
		this.harness.advance(time);
	}

	@Override
	public StoredQueue look(String queue) {
		byte[][] keys = LOOKED_AT.stream().map((name) -> bytes(key(queue, name))).toArray(byte[][]::new);
		try (RedisConnection connection = this.connectionFactory.getConnection()) {
			List<List<byte[]>> found = Objects
				.requireNonNull(connection.scriptingCommands().eval(LOOK, ReturnType.MULTI, keys.length, keys));
			return new StoredQueue(byId(found.get(0), RedisModelHarness::number),
					byId(found.get(1), RedisModelHarness::number), byId(found.get(2), RedisModelHarness::number),
					byId(found.get(3), StoredMessageCodec::decode), byId(found.get(4), RedisModelHarness::owner),
					byId(found.get(5), RedisModelHarness::attempts),
					byId(found.get(6), (cause) -> DeathCauseCodec.decode(text(cause))),
					byId(found.get(7), RedisModelHarness::expiry), byId(found.get(15), RedisModelHarness::occurrence),
					byId(found.get(8), RedisModelHarness::number), byId(found.get(13), RedisModelHarness::number),
					byId(found.get(14), RedisModelHarness::number).keySet(),
					new StoredQueue.Letters(byId(found.get(9), RedisModelHarness::number),
							byId(found.get(10), RedisModelHarness::number),
							byId(found.get(11), RedisModelHarness::owner),
							byId(found.get(12), RedisModelHarness::attempts)));
		}
	}

	private static <T> Map<String, T> byId(List<byte[]> contents, Function<byte[], T> value) {
		Map<String, T> values = new HashMap<>();
		for (int i = 0; i < contents.size(); i += 2) {
			values.put(text(contents.get(i)), value.apply(contents.get(i + 1)));
		}
		return values;
	}

	private static StoredQueue.Owner owner(byte[] stored) {
		String[] words = text(stored).split(" ");
		return new StoredQueue.Owner(Long.parseLong(words[0]), Long.parseLong(words[1]), words[2]);
	}

	private static StoredQueue.Attempts attempts(byte[] stored) {
		long[] numbers = Arrays.stream(text(stored).split(" ")).mapToLong(Long::parseLong).toArray();
		return new StoredQueue.Attempts(numbers[0], numbers[1], numbers[2]);
	}

	private static StoredQueue.Expiry expiry(byte[] stored) {
		String[] words = text(stored).split(" ");
		return new StoredQueue.Expiry(Long.parseLong(words[0]), Long.parseLong(words[1]));
	}

	private static long occurrence(byte[] stored) {
		return Long.parseLong(text(stored).split(" ")[0]);
	}

	private static long number(byte[] score) {
		return (long) Double.parseDouble(text(score));
	}

	/**
	 * Remove all that the store has put into Redis.
	 */
	@Override
	public void close() {
		try (RedisConnection connection = this.connectionFactory.getConnection()) {
			for (String queue : this.harness.store().queues()) {
				byte[][] keys = new RedisKeys(this.keyPrefix).ofQueue(queue);
				keys = Arrays.copyOf(keys, keys.length + 2);
				keys[keys.length - 2] = bytes(key(queue, "clock"));
				keys[keys.length - 1] = bytes(this.keyPrefix + ":queues");
				connection.keyCommands().unlink(keys);
			}
		}
		this.harness.close();
	}

	String key(String queue, String name) {
		return this.keyPrefix + ":{" + queue + "}:" + name;
	}

	private static String text(byte[] bytes) {
		return new String(bytes, StandardCharsets.UTF_8);
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

}
