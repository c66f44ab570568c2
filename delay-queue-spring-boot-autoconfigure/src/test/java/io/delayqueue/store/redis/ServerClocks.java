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

import io.delayqueue.store.DelayQueueStore;

import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Makes stores for which Redis's clock differs from that of this JVM, as it does for an
 * application whose own clock is wrong.
 */
public final class ServerClocks {

	private ServerClocks() {
	}

	/**
	 * Create a store on a Redis whose clock is ahead.
	 * @param connectionFactory leads to Redis
	 * @param keyPrefix the prefix of all keys
	 * @param ahead how far the clock is ahead; negative if it is behind
	 * @return the store
	 */
	public static DelayQueueStore ahead(RedisConnectionFactory connectionFactory, String keyPrefix, Duration ahead) {
		String clock = """
				local function now_micros()
				  local time = redis.call('TIME')
				  return (tonumber(time[1]) + %d) * 1000000 + tonumber(time[2])
				end
				""".formatted(ahead.toSeconds());
		return new RedisDelayQueueStore(connectionFactory, keyPrefix, ScriptSources.withClock(clock));
	}

}
