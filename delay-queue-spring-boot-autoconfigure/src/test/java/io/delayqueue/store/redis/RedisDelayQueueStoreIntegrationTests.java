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

import io.delayqueue.KnownFault;
import io.delayqueue.MessageState;
import io.delayqueue.store.ClaimReply;
import io.delayqueue.store.ClaimRequest;
import io.delayqueue.store.DeathCause;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.QueueCounts;
import io.delayqueue.store.ScheduleReply;
import io.delayqueue.store.Settlement;
import io.delayqueue.store.SettlementResult;
import io.delayqueue.testredis.RedisServer;
import io.delayqueue.testredis.RedisTest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RedisDelayQueueStore} that look at what is in Redis.
 */
@RedisTest
class RedisDelayQueueStoreIntegrationTests {

	private static final String QUEUE = StoreCalls.QUEUE;

	private RedisServer redis;

	private RedisStoreHarness harness;

	private DelayQueueStore store;

	@BeforeEach
	void open(RedisServer redis) {
		this.redis = redis;
		this.harness = new RedisStoreHarness(redis.lettuce(), redis.keyPrefix());
		this.store = this.harness.store();
	}

	@AfterEach
	void close() {
		this.harness.close();
	}

	@Test
	@KnownFault({ "redisson#4072", "Lua rounds numbers" })
	void whatIsStoredCanBeReadWithRedisCli() {
		StoreCalls.schedule(this.store, "order 42 😀", Duration.ofSeconds(10));
		assertThat(this.redis.command("ZRANGE", key("waiting"), "0", "-1", "WITHSCORES"))
			.isEqualTo(List.of("order 42 😀", String.valueOf(this.harness.now().plusSeconds(10).toEpochMilli())));
		assertThat(this.redis.command("HGET", key("messages"), "order 42 😀"))
			.isEqualTo("1 8o8uixypsk3f9 j\n{\"id\":\"order 42 😀\"}");
		this.harness.advance(Duration.ofSeconds(10));
		ClaimReply claim = this.store.claim(StoreCalls.request(StoreCalls.call(), 10));
		assertThat(this.redis.command("HGET", key("owners"), "order 42 😀"))
			.isEqualTo(claim.token() + " " + this.harness.now().toEpochMilli() + " consumer-1");
	}

	@Test
	void nothingButSettingsAndRecordsOfCallsIsLeftWhenAllIsSettled() {
		for (String id : List.of("a", "b", "c", "d")) {
			StoreCalls.schedule(this.store, id, Duration.ZERO);
		}
		ClaimReply first = StoreCalls.claim(this.store);
		assertThat(StoreCalls.ids(first)).containsExactly("a", "b", "c", "d");
		List<SettlementResult> results = this.store.settle(StoreCalls.call(),
				List.of(new Settlement.Acknowledge("a", first.token()),
						new Settlement.Retry("b", first.token(), Duration.ZERO),
						new Settlement.Release("c", first.token()), new Settlement.Acknowledge("a", first.token())));
		assertThat(results).containsExactly(SettlementResult.APPLIED, SettlementResult.APPLIED,
				SettlementResult.APPLIED, SettlementResult.STALE);
		assertThat(this.store.cancel(QUEUE, "d")).contains(MessageState.IN_FLIGHT);
		ClaimReply second = StoreCalls.claim(this.store);
		assertThat(StoreCalls.ids(second)).containsExactly("b", "c");
		this.store.settle(StoreCalls.call(), List.of(StoreCalls.acknowledge(second)));
		assertThat(this.store.count(QUEUE)).isEqualTo(new QueueCounts(0, 0, 0, 0, Duration.ZERO));
		assertThat(keys()).containsExactlyInAnyOrder(key("settings"), key("consumers"), key("producers"), key("clock"),
				this.redis.keyPrefix() + ":queues");
		assertThat(this.store.queues()).containsExactly(QUEUE);
	}

	@Test
	@KnownFault({ "rqueue#33", "asynq#730" })
	void nothingIsLeftOfWhatIsCancelled() {
		scheduleInEachState();
		for (String id : List.of("waiting", "retried", "leased", "dead")) {
			assertThat(this.store.cancel(QUEUE, id)).isPresent();
		}
		assertThat(keys()).containsExactlyInAnyOrder(key("settings"), key("consumers"), key("producers"), key("clock"),
				this.redis.keyPrefix() + ":queues");
	}

	@Test
	@KnownFault("HDT3213/delayqueue payload key")
	void noKeyEndsByItself() {
		scheduleInEachState();
		assertThat(keys()).hasSize(13).allSatisfy((key) -> assertThat(this.redis.command("TTL", key)).isEqualTo(-1L));
	}

	@Test
	@KnownFault("rqueue#299")
	void acknowledgementGoesByIdWhateverTheBytes() {
		StoreCalls.schedule(this.store, "a", Duration.ZERO);
		ClaimReply claim = StoreCalls.claim(this.store);
		this.redis.command("HSET", key("messages"), "a", "1 8o8uixypsk3f9 j\n{ \"other\": 1.0, \"id\": \"a\" }");
		assertThat(this.store.settle(StoreCalls.call(), List.of(StoreCalls.acknowledge(claim))))
			.containsExactly(SettlementResult.APPLIED);
		this.harness.advance(Duration.ofDays(1));
		assertThat(StoreCalls.claim(this.store).messages()).isEmpty();
		assertThat(this.redis.command("EXISTS", key("messages"))).isEqualTo(0L);
	}

	@Test
	void anIdWithoutPayloadStandsInNobodysWay() {
		StoreCalls.schedule(this.store, "a", Duration.ZERO);
		StoreCalls.schedule(this.store, "b", Duration.ZERO);
		this.redis.command("HDEL", key("messages"), "a");
		assertThat(this.store.find(QUEUE, "a")).isEmpty();
		ScheduleReply reply = StoreCalls.schedule(this.store, "a", Duration.ofDays(1));
		assertThat(reply.outcome()).isEqualTo(ScheduleReply.Outcome.STORED);
		assertThat(reply.found()).isNull();
		assertThat(StoreCalls.ids(StoreCalls.claim(this.store))).containsExactly("b");
	}

	@Test
	void repeatedClaimKeepsTheOrder() {
		StoreCalls.schedule(this.store, "a", Duration.ofMillis(3));
		StoreCalls.schedule(this.store, "b", Duration.ofMillis(1));
		StoreCalls.schedule(this.store, "d", Duration.ofMillis(2));
		StoreCalls.schedule(this.store, "c", Duration.ofMillis(2));
		this.harness.advance(Duration.ofMillis(3));
		ClaimRequest request = StoreCalls.request(StoreCalls.call(), 10);
		assertThat(StoreCalls.ids(this.store.claim(request))).containsExactly("b", "c", "d", "a");
		assertThat(StoreCalls.ids(this.store.claim(request))).containsExactly("b", "c", "d", "a");
	}

	// Every kind of key is there then.
	private void scheduleInEachState() {
		for (String id : List.of("dead", "leased", "retried")) {
			StoreCalls.schedule(this.store, id, Duration.ZERO);
		}
		long token = StoreCalls.claim(this.store).token();
		DeathCause cause = new DeathCause(DeathCause.Reason.FAILED, 1, null, null, null);
		assertThat(this.store.settle(StoreCalls.call(),
				List.of(new Settlement.DeadLetter("dead", token, cause),
						new Settlement.Retry("retried", token, Duration.ofDays(1)))))
			.containsOnly(SettlementResult.APPLIED);
		StoreCalls.schedule(this.store, "waiting", Duration.ofDays(1));
	}

	private List<String> keys() {
		return ((List<?>) this.redis.command("KEYS", this.redis.keyPrefix() + ":*")).stream()
			.map(Object::toString)
			.toList();
	}

	private String key(String name) {
		return this.redis.keyPrefix() + ":{" + QUEUE + "}:" + name;
	}

}
