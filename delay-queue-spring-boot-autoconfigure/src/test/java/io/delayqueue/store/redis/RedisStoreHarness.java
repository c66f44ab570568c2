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

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import io.delayqueue.store.BrowseRequest;
import io.delayqueue.store.ClaimRequest;
import io.delayqueue.store.ConsumerCall;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.PurgeRequest;
import io.delayqueue.store.ReplayRequest;
import io.delayqueue.store.StoreHarness;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * A store on a real Redis whose scripts read the time from a key, which stands beside the
 * other keys of each queue.
 */
final class RedisStoreHarness implements StoreHarness {

	private static final String CLOCK = """
			local function now_micros()
			  return tonumber(redis.call('GET', (string.gsub(KEYS[1], 'waiting$', 'clock'))))
			end
			""";

	private static final AtomicInteger PREFIXES = new AtomicInteger();

	private final Map<String, Instant> clocks = new HashMap<>();

	private final RedisConnectionFactory connectionFactory;

	private final String keyPrefix;

	private final RedisDelayQueueStore redisStore;

	private final DelayQueueStore store;

	private Instant now = Instant.parse("2030-01-01T00:00:00Z");

	RedisStoreHarness(RedisConnectionFactory connectionFactory, String keyPrefix) {
		this.connectionFactory = connectionFactory;
		this.keyPrefix = keyPrefix;
		this.redisStore = new RedisDelayQueueStore(connectionFactory, keyPrefix, ScriptSources.withClock(CLOCK));
		this.store = (DelayQueueStore) Proxy.newProxyInstance(getClass().getClassLoader(),
				new Class<?>[] { DelayQueueStore.class }, (proxy, method, arguments) -> {
					if (arguments != null) {
						setClock(arguments[0]);
					}
					try {
						return method.invoke(this.redisStore, arguments);
					}
					catch (InvocationTargetException ex) {
						throw ex.getTargetException();
					}
				});
	}

	/**
	 * Return a prefix for one test of several that share a Redis.
	 * @param prefix what it begins with
	 * @return the prefix
	 */
	static String uniquePrefix(String prefix) {
		return prefix + ':' + PREFIXES.incrementAndGet();
	}

	private synchronized void setClock(Object argument) {
		String queue = queueOf(argument);
		if (queue != null && !this.now.equals(this.clocks.put(queue, this.now))) {
			try (RedisConnection connection = this.connectionFactory.getConnection()) {
				connection.stringCommands()
					.set(bytes(this.keyPrefix + ":{" + queue + "}:clock"),
							bytes(String.valueOf(ChronoUnit.MICROS.between(Instant.EPOCH, this.now))));
			}
		}
	}

	private static @Nullable String queueOf(Object argument) {
		if (argument instanceof ClaimRequest request) {
			return request.call().queue();
		}
		if (argument instanceof ConsumerCall call) {
			return call.queue();
		}
		if (argument instanceof BrowseRequest request) {
			return request.queue();
		}
		if (argument instanceof PurgeRequest request) {
			return request.queue();
		}
		if (argument instanceof ReplayRequest request) {
			return request.queue();
		}
		return (argument instanceof String name) ? name : null;
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	@Override
	public DelayQueueStore store() {
		return this.store;
	}

	@Override
	public synchronized Instant now() {
		return this.now;
	}

	@Override
	public synchronized void advance(Duration time) {
		this.now = this.now.plus(time);
	}

	@Override
	public void close() {
		this.redisStore.close();
	}

}
