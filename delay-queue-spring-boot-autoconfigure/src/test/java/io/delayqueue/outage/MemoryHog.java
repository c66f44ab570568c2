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

package io.delayqueue.outage;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.delayqueue.testredis.RedisErrorException;
import io.delayqueue.testredis.RedisServer;

/**
 * Data of somebody else that takes all memory of a Redis, and takes at once what is
 * freed.
 */
final class MemoryHog implements AutoCloseable {

	/**
	 * How far Redis is over its limit, so that large buffers that come and go make no
	 * room.
	 */
	private static final long EXCESS = 4 * 1024 * 1024;

	/**
	 * The removal lets the rest through although there is no room for it.
	 */
	private static final String SCRIPT = "redis.call('DEL', 'none') redis.call('SET', KEYS[1], ARGV[1])";

	private static final String VALUE = "x".repeat(64 * 1024);

	private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();

	private final RedisServer redis;

	private int count;

	private MemoryHog(RedisServer redis) {
		this.redis = redis;
	}

	static MemoryHog on(RedisServer redis) {
		MemoryHog hog = new MemoryHog(redis);
		hog.fill();
		hog.executor.scheduleWithFixedDelay(hog::fill, 0, 5, TimeUnit.MILLISECONDS);
		return hog;
	}

	private void fill() {
		while (used() < limit() + EXCESS) {
			this.redis.command("EVAL", SCRIPT, "1", "hog:" + this.count++, VALUE);
		}
	}

	private long used() {
		return Long.parseLong(this.redis.info("memory").get("used_memory"));
	}

	private long limit() {
		return Long.parseLong(this.redis.info("memory").get("maxmemory"));
	}

	/**
	 * Return whether Redis refuses the smallest write.
	 * @return whether it is full
	 */
	boolean isFull() {
		try {
			this.redis.command("SET", "hog:last", "x");
			return false;
		}
		catch (RedisErrorException ex) {
			return String.valueOf(ex.getMessage()).contains("OOM");
		}
	}

	@Override
	public void close() {
		this.executor.shutdownNow();
	}

}
