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

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.delayqueue.testredis.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Everything that the application keeps in Redis at one moment.
 */
final class Keyspace {

	private Keyspace() {
	}

	/**
	 * Read all keys of the application.
	 * @param redis the Redis
	 * @return the values by key, in a form that can be compared
	 */
	static Map<String, Object> of(RedisServer redis) {
		Map<String, Object> values = new TreeMap<>();
		for (Object name : list(redis.command("KEYS", redis.keyPrefix() + ":*"))) {
			String key = (String) name;
			values.put(key, value(redis, key));
		}
		assertThat(values).isNotEmpty();
		return values;
	}

	private static Object value(RedisServer redis, String key) {
		String type = String.valueOf(redis.command("TYPE", key));
		return switch (type) {
			case "zset" -> list(redis.command("ZRANGE", key, "0", "-1", "WITHSCORES"));
			case "hash" -> pairs(list(redis.command("HGETALL", key)));
			case "set" -> new HashSet<>(list(redis.command("SMEMBERS", key)));
			default -> throw new IllegalStateException("Key '" + key + "' is a " + type);
		};
	}

	private static List<?> list(Object reply) {
		return (List<?>) reply;
	}

	private static Map<Object, Object> pairs(List<?> list) {
		Map<Object, Object> pairs = new HashMap<>();
		for (int i = 0; i < list.size(); i += 2) {
			pairs.put(list.get(i), list.get(i + 1));
		}
		return pairs;
	}

}
