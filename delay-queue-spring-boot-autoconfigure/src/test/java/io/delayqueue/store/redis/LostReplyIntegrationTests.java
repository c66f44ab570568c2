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

import io.delayqueue.DelayQueueException;
import io.delayqueue.KnownFault;
import io.delayqueue.MessageState;
import io.delayqueue.OutcomeUnknownException;
import io.delayqueue.StoreUnavailableException;
import io.delayqueue.store.ClaimReply;
import io.delayqueue.store.ClaimRequest;
import io.delayqueue.store.ConsumerCall;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.ScheduleCommand;
import io.delayqueue.store.ScheduleReply;
import io.delayqueue.store.Settlement;
import io.delayqueue.store.SettlementResult;
import io.delayqueue.testredis.Fault;
import io.delayqueue.testredis.InjectedFault;
import io.delayqueue.testredis.ProxiedCommand;
import io.delayqueue.testredis.RedisServer;
import io.delayqueue.testredis.RedisTest;
import io.delayqueue.testredis.TcpProxy;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.data.redis.connection.RedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link RedisDelayQueueStore} when Redis has run a script and its reply is
 * lost, or can't be reached at all.
 */
@RedisTest
class LostReplyIntegrationTests {

	private static final Duration TIMEOUT = Duration.ofSeconds(1);

	private final RedisServer redis;

	private final TcpProxy proxy;

	private boolean lettuce;

	LostReplyIntegrationTests(RedisServer redis) {
		this.redis = redis;
		this.proxy = TcpProxy.to(redis);
	}

	@AfterEach
	void close() {
		this.proxy.close();
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void scheduleIsRepeatedWithoutBeingDoneTwice(boolean lettuce) {
		DelayQueueStore store = store(lettuce);
		store.schedule(StoreCalls.QUEUE, List.of());
		ScheduleCommand command = StoreCalls.command("a", Duration.ofDays(1));
		assertUnknown(() -> store.schedule(StoreCalls.QUEUE, List.of(command)));
		ScheduleReply repeated = store.schedule(StoreCalls.QUEUE, List.of(command)).get(0);
		assertThat(repeated.outcome()).isEqualTo(ScheduleReply.Outcome.STORED);
		assertThat(repeated.found()).isEqualTo(MessageState.WAITING);
		assertThat(store.count(StoreCalls.QUEUE).waiting()).isOne();
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	@KnownFault("bitleak/lmstfy#152")
	void claimIsRepeatedAndGivesTheSameMessages(boolean lettuce) {
		DelayQueueStore store = store(lettuce);
		StoreCalls.schedule(store, "a", Duration.ZERO);
		StoreCalls.schedule(store, "b", Duration.ZERO);
		ClaimReply first = claimSome(store);
		StoreCalls.schedule(store, "c", Duration.ZERO);
		ClaimRequest request = StoreCalls.request(StoreCalls.call(StoreCalls.number(), first.token()), 1,
				StoreCalls.acknowledge(first));
		awaitDue(store);
		assertUnknown(() -> store.claim(request));
		StoreCalls.schedule(store, "d", Duration.ZERO);
		ClaimReply repeated = store.claim(request);
		assertThat(repeated.messages()).hasSize(1);
		assertThat(repeated.settlements()).hasSameSizeAs(first.messages()).containsOnly(SettlementResult.APPLIED);
		assertThat(store.settle(StoreCalls.call(), List.of(StoreCalls.acknowledge(repeated))))
			.containsExactly(SettlementResult.APPLIED);
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	@KnownFault("asynq#642")
	void settleIsRepeatedAndGivesTheSameResults(boolean lettuce) {
		DelayQueueStore store = store(lettuce);
		StoreCalls.schedule(store, "a", Duration.ZERO);
		ClaimReply claim = claimSome(store);
		List<Settlement> settlements = List.of(new Settlement.Retry("a", claim.token(), Duration.ofDays(1)),
				new Settlement.Acknowledge("absent", claim.token()));
		store.settle(StoreCalls.call(), List.of());
		ConsumerCall call = StoreCalls.call(StoreCalls.number(), claim.token());
		assertUnknown(() -> store.settle(call, settlements));
		assertThat(store.settle(call, settlements)).containsExactly(SettlementResult.APPLIED, SettlementResult.STALE);
		assertThat(store.find(StoreCalls.QUEUE, "a")).hasValueSatisfying((message) -> {
			assertThat(message.failures()).isOne();
			assertThat(message.deliveries()).isOne();
		});
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void callsForDeadLettersAreRepeatedWithoutBeingCarriedOutTwice(boolean lettuce) {
		DelayQueueStore store = store(lettuce);
		StoreCalls.schedule(store, "a", Duration.ZERO);
		ClaimReply death = claimSome(store);
		store.settle(StoreCalls.call(), List.of(StoreCalls.deadLetter(death.messages().get(0))));
		// The script is to be known by then.
		store.claim(StoreCalls.request(StoreCalls.call(), 1));
		ClaimRequest request = StoreCalls.request(StoreCalls.deadLetterCall(), 1);
		assertUnknown(() -> store.claim(request));
		ClaimReply letters = store.claim(request);
		assertThat(letters.messages()).singleElement().satisfies((letter) -> {
			assertThat(letter.id()).isEqualTo("a");
			assertThat(letter.attempt()).isEqualTo(1);
			assertThat(letter.token()).isGreaterThan(death.token());
		});
		ConsumerCall call = StoreCalls.deadLetterCall(StoreCalls.number(), letters.token());
		List<Settlement> settlements = List.of(StoreCalls.acknowledge(letters));
		assertUnknown(() -> store.settle(call, settlements));
		StoreCalls.schedule(store, "a", Duration.ofDays(1));
		assertThat(store.settle(call, settlements)).containsExactly(SettlementResult.APPLIED);
		assertThat(store.count(StoreCalls.QUEUE).waiting()).isOne();
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void cancelIsRepeated(boolean lettuce) {
		DelayQueueStore store = store(lettuce);
		StoreCalls.schedule(store, "a", Duration.ofDays(1));
		assertThat(store.cancel(StoreCalls.QUEUE, "absent")).isEmpty();
		assertUnknown(() -> store.cancel(StoreCalls.QUEUE, "a"));
		assertThat(store.cancel(StoreCalls.QUEUE, "a")).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void connectionCutAfterTheCommandLeavesTheOutcomeOpen(boolean lettuce) {
		DelayQueueStore store = store(lettuce);
		StoreCalls.schedule(store, "a", Duration.ofDays(1));
		assertThat(store.cancel(StoreCalls.QUEUE, "absent")).isEmpty();
		InjectedFault fault = this.proxy.inject(Fault.CUT_AFTER, 1, ProxiedCommand.script());
		// A driver may send it again by itself.
		try {
			store.cancel(StoreCalls.QUEUE, "a");
		}
		catch (OutcomeUnknownException ex) {
			assertThat(ex).hasMessageContaining("cancel on 'orders'");
		}
		assertThat(fault.hits()).isOne();
		assertThat(store.find(StoreCalls.QUEUE, "a")).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	@KnownFault("rqueue null")
	void refusedConnectionHasChangedNothing(boolean lettuce) {
		this.proxy.refuse();
		DelayQueueStore store = store(lettuce);
		assertThatExceptionOfType(DelayQueueException.class)
			.isThrownBy(() -> StoreCalls.schedule(store, "a", Duration.ZERO))
			.satisfies((ex) -> assertThat(ex).isInstanceOf(StoreUnavailableException.class))
			.withMessageContaining("'orders'")
			.withMessageContaining("can't be reached")
			.withMessageContaining("Nothing was changed");
		assertThatExceptionOfType(DelayQueueException.class).isThrownBy(() -> store.cancel(StoreCalls.QUEUE, "a"))
			.satisfies((ex) -> assertThat(ex).isInstanceOf(StoreUnavailableException.class))
			.withMessageContaining("cancel on 'orders'")
			.withMessageContaining("can't be reached");
		this.proxy.heal();
		assertThat(StoreCalls.schedule(store, "a", Duration.ZERO).found()).isNull();
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	@KnownFault("bullmq#1658")
	void redisThatHangsIsWaitedForOnce(boolean lettuce) {
		DelayQueueStore store = store(lettuce);
		this.proxy.hang();
		long start = System.nanoTime();
		assertThatExceptionOfType(DelayQueueException.class)
			.isThrownBy(() -> StoreCalls.schedule(store, "a", Duration.ZERO));
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(TIMEOUT.multipliedBy(2));
	}

	private DelayQueueStore store(boolean lettuce) {
		this.lettuce = lettuce;
		RedisConnectionFactory connectionFactory = lettuce ? this.proxy.lettuce(TIMEOUT) : this.proxy.jedis(TIMEOUT);
		return new RedisDelayQueueStore(connectionFactory, this.redis.keyPrefix());
	}

	// The clock is Redis's own: what is due at once is due within a millisecond.
	private static ClaimReply claimSome(DelayQueueStore store) {
		return Awaitility.await()
			.pollInterval(Duration.ofMillis(2))
			.until(() -> StoreCalls.claim(store), (reply) -> !reply.messages().isEmpty());
	}

	private static void awaitDue(DelayQueueStore store) {
		Awaitility.await().pollInterval(Duration.ofMillis(2)).until(() -> store.count(StoreCalls.QUEUE).due() > 0);
	}

	private void assertUnknown(ThrowingCallable action) {
		InjectedFault fault = this.proxy.inject(Fault.HANG_AFTER, 1, ProxiedCommand.script());
		assertThatExceptionOfType(OutcomeUnknownException.class).isThrownBy(action)
			.withMessageContaining("'orders'")
			.withMessageContaining("Repeat it");
		assertThat(fault.hits()).isOne();
		// Jedis throws such a connection away, Lettuce waits for it to come back to life.
		if (this.lettuce) {
			this.proxy.cut();
		}
	}

}
