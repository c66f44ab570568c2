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
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

import io.delayqueue.KnownFault;
import io.delayqueue.store.ClaimReply;
import io.delayqueue.store.ClaimRequest;
import io.delayqueue.store.ConsumerCall;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.DueTime;
import io.delayqueue.store.EndedLease;
import io.delayqueue.store.ScheduleCommand;
import io.delayqueue.store.Settlement;
import io.delayqueue.store.SettlementResult;
import io.delayqueue.testredis.RedisProcess;
import io.delayqueue.testredis.SlowLog;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what {@link RedisDelayQueueStore} asks of Redis when there is much to do.
 */
class LoadIntegrationTests {

	private static final Log logger = LogFactory.getLog(LoadIntegrationTests.class);

	private static final int MANY = 20_000;

	private static final Duration LONGEST = Duration.ofMillis(20);

	private final RedisProcess redis = RedisProcess.start();

	private final RedisStoreHarness harness = new RedisStoreHarness(this.redis.lettuce(), this.redis.keyPrefix());

	private final DelayQueueStore store = this.harness.store();

	private long confirmed;

	@AfterEach
	void close() {
		this.harness.close();
		this.redis.close();
	}

	@Test
	@KnownFault("HDT3213/delayqueue#3")
	void manyDueAtOneInstantAreHandedOutWithoutBlockingRedis() {
		StoreCalls.scheduleMany(this.store, 50_000, new DueTime.After(Duration.ofDays(1)), "later");
		StoreCalls.scheduleMany(this.store, MANY, new DueTime.After(Duration.ZERO), "now");
		SlowLog log = SlowLog.start(this.redis, Duration.ofMillis(1));
		double before = this.redis.processorSeconds();
		assertThat(drain()).hasSize(MANY);
		double millisPerClaim = (this.redis.processorSeconds() - before) * 1000 / (MANY / 256.0);
		logger.info("With " + MANY + " due at one instant, a claim of 256 took " + millisPerClaim
				+ " ms of processor time, the slowest " + log.slowestMicros() + " µs by the clock");
		// Not by the clock, which goes on while the machine does other things.
		assertThat(millisPerClaim).isLessThan(LONGEST.toMillis());
		assertThat(this.store.count(StoreCalls.QUEUE).waiting()).isEqualTo(50_000);
	}

	@Test
	@KnownFault("HDT3213/delayqueue#3")
	void manyEndedLeasesAreTakenBackInSmallSteps() {
		StoreCalls.scheduleMany(this.store, 1000, new DueTime.After(Duration.ZERO), "now");
		for (int i = 0; i < 4; i++) {
			claim(256);
		}
		this.harness.advance(Duration.ofSeconds(31));
		Set<String> ended = new HashSet<>();
		SlowLog log = SlowLog.start(this.redis, Duration.ofMillis(1));
		for (ClaimReply reply = claim(1); !reply.endedLeases().isEmpty(); reply = claim(1)) {
			assertThat(reply.endedLeases()).hasSizeLessThanOrEqualTo(64);
			assertThat(reply.untilNext()).isNotNull();
			ended.addAll(reply.endedLeases().stream().map(EndedLease::id).toList());
		}
		assertThat(ended).hasSize(1000);
		logger.info("Slowest command with 1000 ended leases: " + log.slowestMicros() + " µs");
	}

	private ClaimReply claim(int maxMessages) {
		ClaimReply reply = this.store
			.claim(StoreCalls.request(StoreCalls.call(StoreCalls.number(), this.confirmed), maxMessages));
		this.confirmed = Math.max(this.confirmed, reply.token());
		return reply;
	}

	@Test
	@KnownFault("redisson#5104")
	void largePayloadsAreHandedOutOneByOne() {
		byte[] payload = new byte[900_000];
		for (int i = 0; i < 64; i++) {
			this.store.schedule(StoreCalls.QUEUE, List.of(new ScheduleCommand("m" + i, StoreCalls.message(payload),
					new DueTime.After(Duration.ZERO), false)));
		}
		SlowLog log = SlowLog.start(this.redis, Duration.ofMillis(1));
		int claims = 0;
		for (Set<String> ids = new HashSet<>(); ids.size() < 64; claims++) {
			ClaimReply reply = claim(256);
			assertThat(reply.messages()).hasSize(1);
			ids.addAll(StoreCalls.ids(reply));
		}
		assertThat(claims).isEqualTo(64);
		logger.info("Slowest command with 64 payloads of 900 KB: " + log.slowestMicros() + " µs");
		assertThat(log.slowestMicros()).isLessThan(Duration.ofMillis(500).toNanos() / 1000);
	}

	@Test
	@KnownFault("HDT3213/delayqueue#3")
	void fullCallsWork() {
		String longest = "😀".repeat(64);
		assertThat(longest.getBytes(StandardCharsets.UTF_8)).hasSize(256);
		List<String> ids = IntStream.range(0, 256)
			.mapToObj((i) -> "%03d".formatted(i) + " \"'{}[]%\\ " + "é".repeat(120))
			.toList();
		for (int from = 0; from < 256; from += 64) {
			this.store.schedule(StoreCalls.QUEUE,
					ids.subList(from, from + 64).stream().map((id) -> StoreCalls.command(id, Duration.ZERO)).toList());
		}
		StoreCalls.schedule(this.store, longest, Duration.ZERO);
		ClaimReply claim = this.store.claim(StoreCalls.request(StoreCalls.call(), 256));
		assertThat(StoreCalls.ids(claim)).containsExactlyElementsOf(ids);
		ClaimReply next = this.store.claim(StoreCalls.request(StoreCalls.call(), 256, StoreCalls.acknowledge(claim)));
		assertThat(next.settlements()).hasSize(256).containsOnly(SettlementResult.APPLIED);
		assertThat(StoreCalls.ids(next)).containsExactly(longest);
		assertThat(this.redis.command("HLEN", this.redis.keyPrefix() + ":{orders}:messages")).isEqualTo(1L);
	}

	@Test
	void recordsOfConsumersThatAreGoneDoNotPileUp() {
		for (int i = 0; i < 20; i++) {
			this.store.claim(new ClaimRequest(new ConsumerCall(StoreCalls.QUEUE, "gone-" + i, 1, 0), 1,
					Duration.ofSeconds(30), StoreCalls.POLICY, List.of()));
		}
		this.harness.advance(Duration.ofHours(24));
		for (int i = 0; i < 100; i++) {
			claim(1);
		}
		assertThat(consumers()).isEqualTo(21);
		this.harness.advance(Duration.ofMinutes(1));
		for (int i = 0; i < 500; i++) {
			claim(1);
		}
		assertThat(consumers()).isLessThan(5);
	}

	private long consumers() {
		return (Long) this.redis.command("HLEN", this.redis.keyPrefix() + ":{orders}:consumers");
	}

	@Test
	void memoryPerWaitingMessageStaysSmall() {
		long before = usedMemory();
		int count = 100_000;
		byte[] payload = "x".repeat(200).getBytes(StandardCharsets.UTF_8);
		for (int from = 0; from < count; from += 100) {
			this.store.schedule(StoreCalls.QUEUE,
					IntStream.range(from, from + 100)
						.mapToObj((i) -> new ScheduleCommand("%026d".formatted(i), StoreCalls.message(payload),
								new DueTime.After(Duration.ofSeconds(3600 + i)), false))
						.toList());
		}
		long perMessage = (usedMemory() - before) / count;
		logger.info("Memory per waiting message with a payload of 200 bytes: " + perMessage + " bytes");
		// The bundled binary counts each byte that is asked for and grows its tables by
		// doubling them, so the figure moves by some 10 bytes with the number of
		// messages.
		assertThat(perMessage).isLessThanOrEqualTo(450);
	}

	private long usedMemory() {
		Map<String, String> memory = this.redis.info("memory");
		return Long.parseLong(memory.get("used_memory").trim());
	}

	private Set<String> drain() {
		Set<String> ids = new HashSet<>();
		Settlement[] settlements = {};
		for (int empty = 0; empty < 2;) {
			ClaimReply reply = this.store.claim(StoreCalls.request(StoreCalls.call(), 256, settlements));
			assertThat(reply.settlements()).doesNotContain(SettlementResult.STALE);
			ids.addAll(StoreCalls.ids(reply));
			settlements = StoreCalls.acknowledge(reply);
			empty = reply.messages().isEmpty() ? empty + 1 : 0;
		}
		return ids;
	}

}
