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

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.delayqueue.KnownFault;
import io.delayqueue.store.ClaimReply;
import io.delayqueue.testredis.RedisServer;
import io.delayqueue.testredis.RedisTest;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the clock that is shipped, which is that of Redis.
 */
@RedisTest
class ServerClockIntegrationTests {

	private final RedisServer redis;

	ServerClockIntegrationTests(RedisServer redis) {
		this.redis = redis;
	}

	@Test
	@KnownFault("db-scheduler#402")
	void timeIsThatOfTheServer() throws IOException {
		for (int i = 0; i < 20; i++) {
			long before = serverMicros();
			long micros = Long.parseLong(times().get(0));
			assertThat(micros).isBetween(before, serverMicros());
		}
	}

	@Test
	void millisecondsAreRoundedDownToFindWhatIsDueAndUpToSayWhenSomethingWillBe() throws IOException {
		for (int i = 0; i < 20; i++) {
			List<String> times = times();
			long micros = Long.parseLong(times.get(0));
			assertThat(times.get(1)).isEqualTo(String.valueOf(micros / 1000));
			assertThat(times.get(2)).isEqualTo(String.valueOf((micros + 999) / 1000));
		}
	}

	@Test
	void nothingComesEarlyAndEverythingSoon() {
		RedisDelayQueueStore store = new RedisDelayQueueStore(this.redis.lettuce(), this.redis.keyPrefix());
		long before = serverMicros();
		IntStream.range(0, 50).forEach((i) -> StoreCalls.schedule(store, "m" + i, Duration.ofMillis(20)));
		for (int seen = 0; seen < 50;) {
			ClaimReply reply = Awaitility.await()
				.pollInterval(Duration.ofMillis(1))
				.until(() -> StoreCalls.claim(store), (claim) -> !claim.messages().isEmpty());
			long now = serverMicros();
			assertThat(reply.messages()).allSatisfy((message) -> {
				assertThat(message.dueTime().toEpochMilli() * 1000).isGreaterThanOrEqualTo(before + 20_000)
					.isLessThanOrEqualTo(now);
				assertThat(message.lateness()).isLessThan(Duration.ofSeconds(10));
			});
			seen += reply.messages().size();
		}
	}

	@Test
	void tokenIsTheTimeOfTheClaim() {
		RedisDelayQueueStore store = new RedisDelayQueueStore(this.redis.lettuce(), this.redis.keyPrefix());
		StoreCalls.schedule(store, "a", Duration.ZERO);
		long before = serverMicros();
		ClaimReply reply = Awaitility.await()
			.pollInterval(Duration.ofMillis(1))
			.until(() -> StoreCalls.claim(store), (claim) -> !claim.messages().isEmpty());
		assertThat(reply.token()).isBetween(before, serverMicros());
		assertThat(reply.untilNext()).isBetween(Duration.ofSeconds(29), Duration.ofSeconds(30).plusMillis(1));
	}

	@Test
	@KnownFault("Lua rounds numbers")
	void clockThatStepsBackGivesNoTokenTwice() {
		RedisDelayQueueStore store = new RedisDelayQueueStore(this.redis.lettuce(), this.redis.keyPrefix());
		String last = String.valueOf(Instant.parse("2100-01-01T00:00:00Z").toEpochMilli() * 1000 + 1);
		this.redis.command("HSET", this.redis.keyPrefix() + ":{orders}:settings", "token", last);
		StoreCalls.schedule(store, "a", Duration.ZERO);
		ClaimReply reply = Awaitility.await()
			.pollInterval(Duration.ofMillis(1))
			.until(() -> StoreCalls.claim(store), (claim) -> !claim.messages().isEmpty());
		assertThat(reply.token()).isEqualTo(Long.parseLong(last) + 1);
	}

	private List<String> times() throws IOException {
		String script = read("clock.lua") + read("prelude.lua") + "return {text(NOW_MICROS), text(NOW), text(NOW_UP)}";
		String[] command = Stream
			.concat(Stream.of("EVAL", script, "9"),
					IntStream.range(0, 9).mapToObj((i) -> this.redis.keyPrefix() + ":k" + i))
			.toArray(String[]::new);
		List<?> reply = (List<?>) this.redis.command(command);
		return reply.stream().map(String::valueOf).toList();
	}

	private static String read(String file) throws IOException {
		try (InputStream input = ScriptSources.class.getResourceAsStream(file)) {
			return new String(input.readAllBytes(), StandardCharsets.UTF_8);
		}
	}

	private long serverMicros() {
		List<?> time = (List<?>) this.redis.command("TIME");
		return Long.parseLong((String) time.get(0)) * 1_000_000 + Long.parseLong((String) time.get(1));
	}

}
