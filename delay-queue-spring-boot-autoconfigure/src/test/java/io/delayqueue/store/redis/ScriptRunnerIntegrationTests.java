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
import java.util.function.Supplier;

import io.delayqueue.MessageState;
import io.delayqueue.SpringCitizen;
import io.delayqueue.store.ClaimReply;
import io.delayqueue.store.DueTime;
import io.delayqueue.store.ExtendRequest;
import io.delayqueue.store.ScheduleReply;
import io.delayqueue.store.SettlementResult;
import io.delayqueue.testredis.RedisServer;
import io.delayqueue.testredis.RedisTest;
import io.delayqueue.testredis.TcpProxy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ScriptRunner} and the connections that it uses.
 */
@RedisTest
class ScriptRunnerIntegrationTests {

	private final RedisServer redis;

	ScriptRunnerIntegrationTests(RedisServer redis) {
		this.redis = redis;
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void everyScriptRunsAfterRedisHasForgottenIt(boolean lettuce) {
		RedisStoreHarness harness = new RedisStoreHarness(lettuce ? this.redis.lettuce() : this.redis.jedis(),
				this.redis.keyPrefix());
		assertThat(afterFlush(() -> StoreCalls.schedule(harness.store(), "a", Duration.ZERO)).outcome())
			.isEqualTo(ScheduleReply.Outcome.STORED);
		ClaimReply claim = afterFlush(() -> StoreCalls.claim(harness.store()));
		assertThat(StoreCalls.ids(claim)).containsExactly("a");
		assertThat(
				afterFlush(
						() -> harness.store()
							.extend(StoreCalls.call(), new ExtendRequest(
									List.of(new ExtendRequest.Lease("a", claim.token())), Duration.ofSeconds(5)))))
			.containsExactly(true);
		assertThat(
				afterFlush(() -> harness.store().reschedule(StoreCalls.QUEUE, "a", new DueTime.After(Duration.ZERO))))
			.isNotNull();
		assertThat(afterFlush(() -> harness.store().find(StoreCalls.QUEUE, "a"))).isPresent();
		assertThat(afterFlush(() -> harness.store().count(StoreCalls.QUEUE)).leased()).isOne();
		assertThat(afterFlush(() -> harness.store().queues())).containsExactly(StoreCalls.QUEUE);
		assertThat(afterFlush(() -> harness.store().settle(StoreCalls.call(), List.of(StoreCalls.acknowledge(claim)))))
			.containsExactly(SettlementResult.APPLIED);
		assertThat(afterFlush(() -> harness.store().cancel(StoreCalls.QUEUE, "a"))).isEmpty();
		afterFlush(() -> {
			harness.store().forget(StoreCalls.QUEUE, StoreCalls.CONSUMER);
			return true;
		});
	}

	@Test
	void scriptsAreSentByTheirDigest() {
		try (TcpProxy proxy = TcpProxy.to(this.redis)) {
			RedisDelayQueueStore store = new RedisDelayQueueStore(proxy.lettuce(), proxy.keyPrefix());
			this.redis.command("SCRIPT", "FLUSH");
			StoreCalls.schedule(store, "a", Duration.ZERO);
			StoreCalls.schedule(store, "b", Duration.ZERO);
			StoreCalls.schedule(store, "c", Duration.ZERO);
			assertThat(proxy.commands().of("EVAL")).isOne();
			assertThat(proxy.commands().of("EVALSHA")).isEqualTo(3);
			assertThat(proxy.commands().of("SADD")).isOne();
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	@SpringCitizen("private connection")
	void connectionOfATransactionIsLeftAlone(boolean lettuce) {
		RedisConnectionFactory connectionFactory = lettuce ? this.redis.lettuce() : this.redis.jedis();
		RedisDelayQueueStore store = new RedisDelayQueueStore(connectionFactory, this.redis.keyPrefix());
		StringRedisTemplate template = new StringRedisTemplate(connectionFactory);
		template.setEnableTransactionSupport(true);
		new TransactionTemplate(new NoTransactionManager()).executeWithoutResult((status) -> {
			template.opsForValue().set(this.redis.keyPrefix() + ":mine", "1");
			assertThat(StoreCalls.schedule(store, "a", Duration.ofDays(1)).outcome())
				.isEqualTo(ScheduleReply.Outcome.STORED);
			assertThat(this.redis.command("EXISTS", this.redis.keyPrefix() + ":mine")).isEqualTo(0L);
			assertThat(store.find(StoreCalls.QUEUE, "a")).isPresent();
			status.setRollbackOnly();
		});
		assertThat(store.cancel(StoreCalls.QUEUE, "a")).contains(MessageState.WAITING);
	}

	@Test
	void connectionsAreGivenBack() {
		RedisConnectionFactory connectionFactory = this.redis.jedis();
		RedisDelayQueueStore store = new RedisDelayQueueStore(connectionFactory, this.redis.keyPrefix());
		// The pool holds eight.
		for (int i = 0; i < 20; i++) {
			StoreCalls.schedule(store, "m" + i, Duration.ofDays(1));
		}
		try (RedisConnection connection = connectionFactory.getConnection()) {
			assertThat(connection.ping()).isEqualTo("PONG");
		}
	}

	private <T> T afterFlush(Supplier<T> action) {
		this.redis.command("SCRIPT", "FLUSH");
		return action.get();
	}

	/**
	 * Only turns transaction synchronisation on.
	 */
	@SuppressWarnings("serial")
	private static final class NoTransactionManager extends AbstractPlatformTransactionManager {

		@Override
		protected Object doGetTransaction() {
			return new Object();
		}

		@Override
		protected void doBegin(Object transaction, TransactionDefinition definition) {
		}

		@Override
		protected void doCommit(DefaultTransactionStatus status) {
		}

		@Override
		protected void doRollback(DefaultTransactionStatus status) {
		}

	}

}
