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
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.delayqueue.KnownFault;
import io.delayqueue.MessageState;
import io.delayqueue.listener.DefaultDelayListenerContainer;
import io.delayqueue.listener.ListenerSettings;
import io.delayqueue.store.ClaimReply;
import io.delayqueue.store.ClaimRequest;
import io.delayqueue.store.ClaimedMessage;
import io.delayqueue.store.ConsumerCall;
import io.delayqueue.store.DeathCause;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.DueTime;
import io.delayqueue.store.ExtendRequest;
import io.delayqueue.store.ScheduleCommand;
import io.delayqueue.store.Settlement;
import io.delayqueue.store.SettlementResult;
import io.delayqueue.testredis.CommandStats;
import io.delayqueue.testredis.RedisProcess;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for a queue in which a million messages wait that are not due for years.
 */
class BacklogIntegrationTests {

	private static final Log logger = LogFactory.getLog(BacklogIntegrationTests.class);

	private static final int WAITING = 1_000_000;

	private static final int ROUNDS = 50;

	private static final int DUE = 200;

	private static RedisProcess redis;

	@BeforeAll
	static void fill() {
		redis = RedisProcess.start();
		RedisStoreHarness harness = harness();
		Backlog.fill(redis, harness.store(), "short", 1, Duration.ofDays(1));
		Backlog.fill(redis, harness.store(), "long", WAITING, Duration.ofDays(1));
		assertThat(harness.store().count("long").waiting()).isEqualTo(WAITING);
		assertThat(harness.store().find("long", "waiting-0999999")).isPresent();
		harness.close();
	}

	@AfterAll
	static void stop() {
		redis.close();
	}

	@Test
	@KnownFault("redisson#792")
	void noOperationCostsMoreThanInAShortQueue() {
		RedisStoreHarness harness = harness();
		Map<String, Long> inShort = commandsOfOneRound(harness, "short");
		double before = redis.processorSeconds();
		assertThat(commandsOfOneRound(harness, "long")).isEqualTo(inShort);
		for (int i = 1; i < ROUNDS; i++) {
			operate(harness, "long");
		}
		double millis = (redis.processorSeconds() - before) * 1000 / ROUNDS;
		logger.info("With " + WAITING + " waiting, a round of all operations took " + millis
				+ " ms of Redis's processor time");
		// To look at all of them once takes some 300 ms.
		assertThat(millis).isLessThan(50);
		harness.close();
	}

	@Test
	@KnownFault("rabbitmq/rabbitmq-delayed-message-exchange#72")
	void latenessDoesNotGrowWithTheBacklog() {
		Queue<Duration> lateness = new ConcurrentLinkedQueue<>();
		RedisDelayQueueStore store = new RedisDelayQueueStore(redis.lettuce(), redis.keyPrefix());
		DefaultDelayListenerContainer container = new DefaultDelayListenerContainer(store, "backlog",
				Map.of("long", new ListenerSettings(4, Duration.ofSeconds(30), Duration.ofMinutes(1),
						Duration.ofSeconds(5), StoreCalls.POLICY)),
				(delivery) -> {
					lateness.add(delivery.getLateness());
					return null;
				});
		container.start();
		for (int i = 0; i < DUE; i++) {
			schedule(store, "long", "due-" + i, Duration.ofMillis(200 + 5 * i));
		}
		Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> lateness.size() == DUE);
		container.stop();
		store.close();
		List<Duration> sorted = lateness.stream().sorted().toList();
		logger.info("With " + WAITING + " waiting, " + DUE + " messages came late by " + sorted.get(DUE / 2).toMillis()
				+ " ms in the middle and " + sorted.get(DUE - 1).toMillis() + " ms at most");
		// Less than a minute's backlog, and less than the longest pause between two
		// looks.
		assertThat(sorted.get(DUE - 1)).isLessThan(Duration.ofSeconds(4));
	}

	private static Map<String, Long> commandsOfOneRound(RedisStoreHarness harness, String queue) {
		operate(harness, queue);
		CommandStats stats = CommandStats.of(redis);
		stats.reset();
		operate(harness, queue);
		Map<String, Long> calls = stats.calls();
		calls.keySet().removeAll(List.of("INFO", "CONFIG|RESETSTAT"));
		return calls;
	}

	private static void operate(RedisStoreHarness harness, String queue) {
		DelayQueueStore store = harness.store();
		for (String id : List.of("acknowledged", "retried", "released", "dead", "held")) {
			schedule(store, queue, id, Duration.ZERO);
		}
		ClaimReply claim = store.claim(claim(queue));
		assertThat(claim.messages()).extracting(ClaimedMessage::id)
			.containsExactlyInAnyOrder("acknowledged", "retried", "released", "dead", "held");
		long token = claim.token();
		store.extend(call(queue),
				new ExtendRequest(List.of(new ExtendRequest.Lease("held", token)), Duration.ofMinutes(1)));
		assertThat(store.settle(call(queue), List.of(new Settlement.Acknowledge("acknowledged", token),
				new Settlement.Retry("retried", token, Duration.ofDays(2)), new Settlement.Release("released", token),
				new Settlement.DeadLetter("dead", token,
						new DeathCause(DeathCause.Reason.FAILED, 1, null, null, null)))))
			.containsOnly(SettlementResult.APPLIED);
		harness.advance(Duration.ofMinutes(2));
		assertThat(store.claim(claim(queue)).endedLeases()).hasSize(1);
		schedule(store, queue, "retried", Duration.ofDays(3));
		store.schedule(queue, List.of(new ScheduleCommand("retried", StoreCalls.message("another"),
				new DueTime.After(Duration.ofDays(4)), true)));
		assertThat(store.find(queue, "retried")).isPresent();
		assertThat(store.count(queue).dead()).isOne();
		for (String id : List.of("retried", "released", "dead", "held")) {
			assertThat(store.cancel(queue, id)).isPresent();
		}
		schedule(store, queue, "behind-all", Duration.ofDays(30_000));
		assertThat(store.cancel(queue, "behind-all")).contains(MessageState.WAITING);
	}

	private static void schedule(DelayQueueStore store, String queue, String id, Duration delay) {
		store.schedule(queue, List.of(StoreCalls.command(id, delay)));
	}

	private static ClaimRequest claim(String queue) {
		return new ClaimRequest(call(queue), 10, Duration.ofSeconds(30), StoreCalls.POLICY, List.of());
	}

	private static ConsumerCall call(String queue) {
		return new ConsumerCall(queue, StoreCalls.CONSUMER, StoreCalls.number(), 0);
	}

	private static RedisStoreHarness harness() {
		return new RedisStoreHarness(redis.lettuce(), redis.keyPrefix());
	}

}
