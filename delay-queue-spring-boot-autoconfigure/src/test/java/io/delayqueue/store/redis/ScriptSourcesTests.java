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
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

import io.delayqueue.KnownFault;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ScriptSources} and rules that hold for every script.
 */
class ScriptSourcesTests {

	/**
	 * Commands whose time grows with the logarithm of what is stored, if at all.
	 */
	private static final Set<String> QUICK = Set.of("TYPE", "TIME", "EXISTS", "PUBLISH", "HGET", "HMGET", "HSET",
			"HDEL", "HLEN", "HSTRLEN", "HRANDFIELD", "ZADD", "ZREM", "ZSCORE", "ZRANGE", "ZRANGEBYSCORE", "ZCARD",
			"ZCOUNT");

	@ParameterizedTest
	@EnumSource(Script.class)
	void everyScriptTellsWhatItTakesAndReturns(Script script) {
		assertThat(text(script)).contains("\n-- KEYS: ").contains("\n-- ARGV: ").contains("\n-- Returns: ");
	}

	// A line that begins with #! is a syntax error before Redis 7. Payloads are not read.
	@ParameterizedTest
	@EnumSource(Script.class)
	@KnownFault("Lua rounds numbers")
	void noScriptUsesWhatItMustNot(Script script) {
		assertThat(text(script)).doesNotContain("#!", "cjson", "cmsgpack", "tostring(", "KEYS *", "redis.setresp")
			.matches("[\\n -~]*");
	}

	@ParameterizedTest
	@EnumSource(Script.class)
	@KnownFault("redisson#5104")
	void everyRangeHasALimit(Script script) {
		assertThat(text(script).lines().filter((line) -> line.contains("'ZRANGEBYSCORE'")))
			.allMatch((line) -> line.contains("'LIMIT'"));
	}

	// Only the set of the names of all queues is read as a whole.
	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "QUEUES")
	@KnownFault({ "bullmq#1658", "redisson#5104", "DEL of a large hash" })
	void noCommandTakesLongerTheMoreIsStored(Script script) {
		List<String> commands = Pattern.compile("(?:call|remove_all)\\('([A-Z]+)'")
			.matcher(text(script))
			.results()
			.map((result) -> result.group(1))
			.toList();
		assertThat(commands).contains("TYPE").isSubsetOf(QUICK);
	}

	@ParameterizedTest
	@EnumSource(Script.class)
	@KnownFault("redisson#5104")
	void everyRangeByRankHasAnEnd(Script script) {
		assertThat(text(script).lines().filter((line) -> line.contains("'ZRANGE'")))
			.noneMatch((line) -> line.matches(".*, -\\d.*"));
	}

	@Test
	void theServersClockIsTheOnlyOne() {
		assertThat(text(Script.CLAIM).split("'TIME'", -1)).hasSize(2);
		assertThat(text(Script.CLAIM)).startsWith("-- The clock");
	}

	@Test
	void anotherClockTakesItsPlace() {
		ScriptSources sources = ScriptSources.withClock("local function now_micros() return 1 end\n");
		assertThat(new String(sources.get(Script.CLAIM).text(), StandardCharsets.UTF_8)).doesNotContain("'TIME'")
			.startsWith("local function now_micros() return 1 end");
	}

	@Test
	void digestsDiffer() {
		ScriptSources sources = ScriptSources.load();
		assertThat(Arrays.stream(Script.values()).map((script) -> sources.get(script).digest())).doesNotHaveDuplicates()
			.allMatch((digest) -> digest.matches("[0-9a-f]{40}"));
	}

	private static String text(Script script) {
		return new String(ScriptSources.load().get(script).text(), StandardCharsets.UTF_8);
	}

}
