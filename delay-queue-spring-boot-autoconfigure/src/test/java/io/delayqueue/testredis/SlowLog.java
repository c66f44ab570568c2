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

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * Finds the commands that block a Redis for long. It changes settings of the server: use
 * it on a {@link RedisProcess} of the test's own.
 *
 * @since 0.1.0
 */
public final class SlowLog {

	private static final String MAX_LENGTH = "10000";

	private final RedisServer redis;

	private SlowLog(RedisServer redis) {
		this.redis = redis;
	}

	/**
	 * Begin to log slow commands.
	 * @param redis the Redis
	 * @param threshold the time from which on a command is logged
	 * @return the log, which is empty
	 */
	public static SlowLog start(RedisServer redis, Duration threshold) {
		redis.command("CONFIG", "SET", "slowlog-max-len", MAX_LENGTH);
		redis.command("CONFIG", "SET", "slowlog-log-slower-than", String.valueOf(threshold.toNanos() / 1000));
		SlowLog log = new SlowLog(redis);
		log.reset();
		return log;
	}

	/**
	 * Begin anew.
	 */
	public void reset() {
		this.redis.command("SLOWLOG", "RESET");
	}

	/**
	 * Return the commands logged so far.
	 * @return the commands, the slowest first
	 */
	public List<Entry> entries() {
		List<?> entries = (List<?>) Objects.requireNonNull(this.redis.command("SLOWLOG", "GET", MAX_LENGTH));
		return entries.stream()
			.map((entry) -> Entry.of((List<?>) entry))
			.sorted(Comparator.comparingLong(Entry::micros).reversed())
			.toList();
	}

	/**
	 * Return the time of the slowest command.
	 * @return the time in µs, 0 if no command reached the threshold
	 */
	public long slowestMicros() {
		return entries().stream().mapToLong(Entry::micros).max().orElse(0);
	}

	/**
	 * A logged command.
	 *
	 * @param micros how long it took in µs
	 * @param command its name and arguments, cut by Redis if they are long
	 */
	public record Entry(long micros, List<String> command) {

		static Entry of(List<?> fields) {
			return new Entry((Long) fields.get(2), ((List<?>) fields.get(3)).stream().map(String::valueOf).toList());
		}

	}

}
