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

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads how often a Redis has run each command since the last reset, commands called by
 * scripts included. Counts are those of the whole server: compare them on a
 * {@link RedisProcess} of the test's own.
 *
 * @since 0.1.0
 */
public final class CommandStats {

	private static final String PREFIX = "cmdstat_";

	private static final Pattern CALLS = Pattern.compile("calls=(\\d+)");

	private static final Pattern MICROS = Pattern.compile("usec=(\\d+)");

	private final RedisServer redis;

	private CommandStats(RedisServer redis) {
		this.redis = redis;
	}

	/**
	 * Read the statistics of a Redis.
	 * @param redis the Redis
	 * @return its statistics, read anew by each call
	 */
	public static CommandStats of(RedisServer redis) {
		return new CommandStats(redis);
	}

	/**
	 * Begin anew.
	 */
	public void reset() {
		this.redis.command("CONFIG", "RESETSTAT");
	}

	/**
	 * Return how often a command was run.
	 * @param command the name, with a sub-command as {@code CONFIG|SET}
	 * @return the number of calls
	 */
	public long calls(String command) {
		return calls().getOrDefault(command.toUpperCase(Locale.ROOT), 0L);
	}

	/**
	 * Return how often each command was run.
	 * @return the number of calls by name in upper case
	 */
	public Map<String, Long> calls() {
		return read(CALLS);
	}

	/**
	 * Return how long each command took in all.
	 * @return the time in µs by name in upper case
	 */
	public Map<String, Long> micros() {
		return read(MICROS);
	}

	private Map<String, Long> read(Pattern field) {
		Map<String, Long> values = new TreeMap<>();
		this.redis.info("commandstats").forEach((name, fields) -> {
			Matcher matcher = field.matcher(fields);
			if (matcher.find()) {
				values.put(name.substring(PREFIX.length()).toUpperCase(Locale.ROOT), Long.valueOf(matcher.group(1)));
			}
		});
		return values;
	}

}
