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
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.ExtendRequest;
import io.delayqueue.testredis.CommandStats;
import io.delayqueue.testredis.RedisProcess;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for how long {@link RedisDelayQueueStore} remembers the calls of producers and
 * consumers, and what that costs.
 */
class CallRecordsIntegrationTests {

	private static final Duration MINUTE = Duration.ofMinutes(1);

	private static RedisProcess redis;

	private String keyPrefix;

	private RedisStoreHarness harness;

	private DelayQueueStore store;

	@BeforeAll
	static void start() {
		redis = RedisProcess.start();
	}

	@AfterAll
	static void stop() {
		redis.close();
	}

	@BeforeEach
	void open() {
		this.keyPrefix = RedisStoreHarness.uniquePrefix("records");
		this.harness = new RedisStoreHarness(redis.lettuce(), this.keyPrefix);
		this.store = this.harness.store();
	}

	@AfterEach
	void close() {
		this.harness.close();
	}

	@Test
	void lanesAreForgottenHalfAnHourAfterTheirLastCall() {
		StoreCalls.claim(this.store);
		StoreCalls.schedule(this.store, "a", Duration.ofDays(1));
		this.store.cancel(StoreCalls.QUEUE, "a");
		for (int minute = 1; minute <= 30; minute++) {
			claimAfter(MINUTE);
			assertThat(records("producers")).isOne();
		}
		claimAfter(MINUTE);
		assertThat(records("producers")).isZero();
	}

	@Test
	void consumersAreForgottenADayAfterTheirLastCall() {
		StoreCalls.claim(this.store);
		redis.command("HSET", key("consumers"), "another", record(this.harness.now().toEpochMilli()));
		this.harness.advance(Duration.ofDays(1).minus(MINUTE));
		StoreCalls.claim(this.store);
		claimAfter(MINUTE);
		assertThat(records("consumers")).isEqualTo(2);
		claimAfter(MINUTE);
		assertThat(records("consumers")).isOne();
	}

	// Redis may have stood still, with a copy of the lane's last call still to be read.
	@Test
	void nothingIsForgottenByTheFirstCallAfterALongSilence() {
		StoreCalls.schedule(this.store, "a", Duration.ofDays(1));
		StoreCalls.claim(this.store);
		claimAfter(Duration.ofHours(1));
		assertThat(records("producers")).isOne();
		claimAfter(MINUTE);
		assertThat(records("producers")).isZero();
	}

	@Test
	void everyKindOfCallForgets() {
		StoreCalls.claim(this.store);
		putStaleLanes(1);
		this.harness.advance(MINUTE);
		this.store.settle(StoreCalls.call(), List.of());
		assertThat(records("producers")).isZero();
		putStaleLanes(1);
		this.harness.advance(MINUTE);
		this.store.extend(StoreCalls.call(), new ExtendRequest(List.of(), Duration.ofSeconds(9)));
		assertThat(records("producers")).isZero();
	}

	@Test
	void manyAreForgottenStepByStep() {
		StoreCalls.claim(this.store);
		putStaleLanes(1000);
		long left = 1000;
		for (int minute = 1; minute <= 32; minute++) {
			claimAfter(MINUTE);
			assertThat(records("producers")).isEqualTo(Math.max(0, left - 32));
			left = records("producers");
		}
		assertThat(left).isZero();
	}

	@Test
	void recordsCostNothingButOnceAMinute() {
		StoreCalls.schedule(this.store, "a", Duration.ofDays(1));
		StoreCalls.claim(this.store);
		CommandStats stats = CommandStats.of(redis);
		stats.reset();
		for (int i = 0; i < 100; i++) {
			claimAfter(Duration.ofMillis(599));
		}
		Map<String, Long> ofHundred = new TreeMap<>(stats.calls());
		System.out.println("[records] commands of 100 claims in a minute: " + ofHundred);
		assertThat(stats.calls("HRANDFIELD")).isZero();
		assertThat(stats.calls("HDEL")).isEqualTo(100);
		claimAfter(Duration.ofMillis(100));
		assertThat(stats.calls("HRANDFIELD")).isEqualTo(2);
	}

	private void claimAfter(Duration pause) {
		this.harness.advance(pause);
		StoreCalls.claim(this.store);
	}

	private void putStaleLanes(int count) {
		for (int i = 0; i < count; i++) {
			redis.command("HSET", key("producers"), "lane-" + i, "1 1 n1");
		}
	}

	private static String record(long called) {
		return called + " 0 1 0 " + called + " - 0 -";
	}

	private long records(String name) {
		return (Long) redis.command("HLEN", key(name));
	}

	private String key(String name) {
		return this.keyPrefix + ":{" + StoreCalls.QUEUE + "}:" + name;
	}

}
