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

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link CommandStats} and {@link SlowLog}.
 */
class ServerStatisticsIntegrationTests {

	private static RedisProcess redis;

	@BeforeAll
	static void start() {
		redis = RedisProcess.start();
	}

	@AfterAll
	static void close() {
		redis.close();
	}

	@Test
	void countsCallsSinceReset() {
		CommandStats stats = CommandStats.of(redis);
		redis.command("INCR", "counter");
		stats.reset();
		redis.command("INCR", "counter");
		redis.command("EVAL", "return redis.call('INCR', KEYS[1])", "1", "counter");
		assertThat(stats.calls("incr")).isEqualTo(2);
		assertThat(stats.calls("EVAL")).isEqualTo(1);
		assertThat(stats.calls("GET")).isZero();
		assertThat(stats.calls()).containsEntry("CONFIG|RESETSTAT", 1L);
		assertThat(stats.micros()).containsKey("INCR");
	}

	@Test
	void findsSlowestCommand() {
		SlowLog log = SlowLog.start(redis, Duration.ofMillis(1));
		count("1000000");
		count("10000000");
		count("1");
		assertThat(log.entries()).filteredOn((entry) -> entry.command().get(0).equals("EVAL"))
			.extracting((entry) -> entry.command().get(3))
			.startsWith("10000000", "1000000");
		assertThat(log.slowestMicros()).isEqualTo(log.entries().get(0).micros()).isGreaterThan(1000);
	}

	@Test
	void findsNothingIfAllIsFast() {
		SlowLog log = SlowLog.start(redis, Duration.ofSeconds(10));
		redis.command("PING");
		assertThat(log.slowestMicros()).isZero();
	}

	private static void count(String limit) {
		redis.command("EVAL", "for i = 1, tonumber(ARGV[1]) do end", "0", limit);
	}

}
