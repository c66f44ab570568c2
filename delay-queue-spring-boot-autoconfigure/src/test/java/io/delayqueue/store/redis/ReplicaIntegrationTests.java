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
import java.util.Map;
import java.util.Set;

import io.delayqueue.KnownFault;
import io.delayqueue.MessageState;
import io.delayqueue.SpringCitizen;
import io.delayqueue.store.ClaimReply;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.testredis.CommandStats;
import io.delayqueue.testredis.RedisProcess;
import io.lettuce.core.ReadFrom;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that {@link RedisDelayQueueStore} asks the master alone, also through a
 * connection factory that sends reads to a replica, which may know less than the master.
 */
class ReplicaIntegrationTests {

	private final RedisProcess master = RedisProcess.start("--repl-diskless-sync-delay", "0");

	private final RedisProcess replica = RedisProcess.start("--replicaof",
			this.master.host() + " " + this.master.port());

	private final LettuceConnectionFactory connectionFactory = readingFromReplicas();

	@AfterEach
	void close() {
		this.connectionFactory.destroy();
		this.replica.close();
		this.master.close();
	}

	@Test
	@KnownFault("rqueue#19")
	@SpringCitizen("private connection")
	void everyOperationIsSentToTheMaster() {
		Awaitility.await().until(() -> "up".equals(this.replica.info("replication").get("master_link_status")));
		CommandStats stats = CommandStats.of(this.replica);
		StringRedisTemplate template = new StringRedisTemplate(this.connectionFactory);
		template.opsForSet().members("plain-read");
		assertThat(stats.calls("SMEMBERS")).as("sends plain reads to the replica").isOne();
		stats.reset();
		DelayQueueStore store = new RedisDelayQueueStore(this.connectionFactory, this.master.keyPrefix());
		StoreCalls.schedule(store, "a", Duration.ofDays(1));
		assertThat(store.find(StoreCalls.QUEUE, "a")).isPresent();
		assertThat(store.count(StoreCalls.QUEUE).waiting()).isOne();
		assertThat(store.queues()).containsExactly(StoreCalls.QUEUE);
		StoreCalls.schedule(store, "b", Duration.ZERO);
		ClaimReply claim = Awaitility.await()
			.pollInterval(Duration.ofMillis(2))
			.until(() -> StoreCalls.claim(store), (reply) -> !reply.messages().isEmpty());
		assertThat(StoreCalls.ids(claim)).containsExactly("b");
		assertThat(store.cancel(StoreCalls.QUEUE, "a")).contains(MessageState.WAITING);
		assertThat(readsOf(stats)).isEmpty();
	}

	// What the master passes on are writes, never scripts.
	private static Set<String> readsOf(CommandStats stats) {
		Map<String, Long> calls = stats.calls();
		calls.keySet()
			.retainAll(Set.of("EVAL", "EVALSHA", "EVAL_RO", "EVALSHA_RO", "HGET", "HMGET", "SMEMBERS", "ZCARD",
					"ZCOUNT", "ZRANGE", "ZRANGEBYSCORE", "ZSCORE", "EXISTS", "TIME"));
		return calls.keySet();
	}

	private LettuceConnectionFactory readingFromReplicas() {
		RedisStaticMasterReplicaConfiguration configuration = new RedisStaticMasterReplicaConfiguration(
				this.master.host(), this.master.port());
		configuration.addNode(this.replica.host(), this.replica.port());
		LettuceConnectionFactory factory = new LettuceConnectionFactory(configuration,
				LettuceClientConfiguration.builder()
					.readFrom(ReadFrom.REPLICA)
					.commandTimeout(Duration.ofSeconds(10))
					.build());
		factory.afterPropertiesSet();
		factory.start();
		return factory;
	}

}
