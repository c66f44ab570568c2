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

package io.delayqueue.outage;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;

import io.delayqueue.DelayQueueException;
import io.delayqueue.KnownFault;
import io.delayqueue.RealTime;
import io.delayqueue.UncertainScheduleException;
import io.delayqueue.annotation.DelayListener;
import io.delayqueue.config.DelayListenerEndpointRegistry;
import io.delayqueue.core.DelayMessage;
import io.delayqueue.core.DuplicatePolicy;
import io.delayqueue.core.QueueStatistics;
import io.delayqueue.core.ScheduleResult;
import io.delayqueue.event.LeaseLostEvent;
import io.delayqueue.listener.DelayListenerContainer;
import io.delayqueue.store.redis.ScriptCalls;
import io.delayqueue.support.DelayHeaders;
import io.delayqueue.testapplication.TestApplication;
import io.delayqueue.testredis.Fault;
import io.delayqueue.testredis.InjectedFault;
import io.delayqueue.testredis.RedisServer;
import io.delayqueue.testredis.RedisTest;
import io.delayqueue.testredis.TcpProxy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.context.event.EventListener;
import org.springframework.messaging.handler.annotation.Header;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Redis runs a script and its reply is swallowed, three times in a row. With no retries
 * allowed, a message of which one was burnt would be dead.
 */
@RedisTest
class SwallowedReplyIntegrationTests {

	private static final int TIMES = 3;

	private static final Duration TIMEOUT = Duration.ofMillis(300);

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static final QueueStatistics EMPTY = new QueueStatistics(0, 0, 0, 0, Duration.ZERO, false);

	private final RedisServer redis;

	private final TcpProxy proxy;

	SwallowedReplyIntegrationTests(RedisServer redis) {
		this.redis = redis;
		this.proxy = TcpProxy.to(redis);
		// Else it is the reply that a script is not known that is swallowed.
		ScriptCalls.load(redis);
	}

	@AfterEach
	void close() {
		this.proxy.close();
	}

	@ParameterizedTest
	@CsvSource({ "lettuce, CUT_AFTER", "lettuce, HANG_AFTER", "jedis, CUT_AFTER", "jedis, HANG_AFTER" })
	@KnownFault("bitleak/lmstfy#152")
	void messagesOfAClaimAreDeliveredAndNoRetryIsBurnt(String driver, Fault fault) throws InterruptedException {
		try (TestApplication application = start(this.proxy, driver, "1s")) {
			Handler handler = warmUp(application);
			List<String> ids = scheduleDue(application);
			InjectedFault swallowed = this.proxy.inject(fault, TIMES, ScriptCalls.of("claim"));
			container(application).resume();
			awaitSwallowed(swallowed, driver, fault);
			assertHandledOnce(application, handler, ids);
			System.out.printf("Claim swallowed %d times (%s, %s): %d delivered, 0 dead-lettered, 0 retries burnt%n",
					swallowed.hits(), driver, fault, ids.size());
		}
	}

	@Test
	void messagesOfAClaimWhoseConsumerIsCutOffGoToAnother() {
		try (TestApplication cutOff = start(this.proxy, "lettuce", "1s");
				TestApplication other = start(this.redis, "lettuce", "1s")) {
			container(other).pause();
			Handler first = warmUp(cutOff);
			Handler second = other.get(Handler.class);
			List<String> ids = scheduleDue(other);
			InjectedFault swallowed = this.proxy.inject(Fault.HANG_AFTER, 1, ScriptCalls.of("claim"));
			container(cutOff).resume();
			await().atMost(PATIENCE).until(() -> swallowed.hits() == 1);
			this.proxy.refuse();
			this.proxy.cut();
			container(other).resume();
			assertHandledOnce(other, second, ids);
			this.proxy.heal();
			await().atMost(PATIENCE).until(() -> container(cutOff).getFailingQueues().isEmpty());
			CertainSchedule.of(other.template(), "orders", "last");
			await().atMost(PATIENCE)
				.until(() -> first.attempts.containsKey("last") || second.attempts.containsKey("last"));
			assertThat(first.attempts).doesNotContainKeys(ids.toArray(String[]::new));
		}
	}

	@ParameterizedTest
	@CsvSource({ "lettuce, HANG_AFTER", "jedis, CUT_AFTER" })
	@KnownFault("asynq#642")
	void settlementIsCarriedOutOnce(String driver, Fault fault) throws InterruptedException {
		try (TestApplication application = start(this.proxy, driver, "5s")) {
			Handler handler = warmUp(application);
			List<String> ids = scheduleDue(application);
			handler.mayEnd = new CountDownLatch(1);
			container(application).resume();
			await().atMost(PATIENCE).until(() -> handler.attempts.keySet().containsAll(ids));
			// Settlements find no claim to ride on.
			container(application).pause();
			InjectedFault swallowed = this.proxy.inject(fault, TIMES, ScriptCalls.of("settle"));
			handler.mayEnd.countDown();
			awaitSwallowed(swallowed, driver, fault);
			container(application).resume();
			assertHandledOnce(application, handler, ids);
		}
	}

	@ParameterizedTest
	@CsvSource({ "lettuce, HANG_AFTER", "jedis, CUT_AFTER" })
	void leasesAreKept(String driver, Fault fault) throws InterruptedException {
		try (TestApplication application = start(this.proxy, driver, "3s")) {
			Handler handler = warmUp(application);
			List<String> ids = scheduleDue(application);
			handler.mayEnd = new CountDownLatch(1);
			InjectedFault swallowed = this.proxy.inject(fault, TIMES, ScriptCalls.of("extend"));
			container(application).resume();
			awaitSwallowed(swallowed, driver, fault);
			// Past the end of the leases as they were claimed.
			RealTime.pass(Duration.ofMillis(2500));
			handler.mayEnd.countDown();
			assertHandledOnce(application, handler, ids);
			assertThat(handler.lost).isEmpty();
		}
	}

	@ParameterizedTest
	@CsvSource({ "lettuce, HANG_AFTER", "jedis, CUT_AFTER" })
	void scheduleIsRepeatedUntilItIsCertain(String driver, Fault fault) {
		try (TestApplication application = start(this.proxy, driver, "1s")) {
			Handler handler = warmUp(application);
			InjectedFault swallowed = this.proxy.inject(fault, TIMES, ScriptCalls.of("schedule"));
			DelayMessage<String> message = DelayMessage.to("orders")
				.payload("hello")
				.id("order-42")
				.delay(Duration.ofMillis(50))
				.onDuplicate(DuplicatePolicy.KEEP)
				.build();
			ScheduleResult result = scheduleSurely(application, message, driver);
			assertThat(swallowed.hits()).isEqualTo(TIMES);
			assertThat(result.outcome().isSuccess()).isTrue();
			container(application).resume();
			assertHandledOnce(application, handler, List.of("order-42"));
		}
	}

	private ScheduleResult scheduleSurely(TestApplication application, DelayMessage<String> message, String driver) {
		return await().atMost(PATIENCE).until(() -> {
			try {
				return application.template().schedule(message);
			}
			catch (UncertainScheduleException ex) {
				assertThat(ex.getQueue()).isEqualTo("orders");
				assertThat(ex.getId()).isEqualTo("order-42");
				revive(driver);
				return null;
			}
		}, Objects::nonNull);
	}

	private static TestApplication start(RedisServer redis, String driver, String lease) {
		Map<String, Object> properties = new HashMap<>();
		properties.put("spring.data.redis.client-type", driver);
		properties.put("spring.data.redis.timeout", TIMEOUT.toMillis() + "ms");
		properties.put("delay-queue.listener.lease", lease);
		properties.put("delay-queue.listener.retry.max-retries", 0);
		return TestApplication.start(redis, properties, Handler.class);
	}

	// What the first use of connections and queue needs is no part of the test.
	private static Handler warmUp(TestApplication application) {
		Handler handler = application.get(Handler.class);
		CertainSchedule.of(application.template(), "orders", "warm-up");
		await().atMost(PATIENCE).until(() -> handler.attempts.containsKey("warm-up"));
		awaitStatistics(application, EMPTY::equals);
		container(application).pause();
		handler.attempts.clear();
		return handler;
	}

	private static List<String> scheduleDue(TestApplication application) {
		List<String> ids = List.of("a", "b", "c");
		ids.forEach((id) -> CertainSchedule.of(application.template(), "orders", id));
		awaitStatistics(application, (statistics) -> statistics.due() == ids.size());
		return ids;
	}

	private void awaitSwallowed(InjectedFault swallowed, String driver, Fault fault) throws InterruptedException {
		for (int i = 1; i <= TIMES; i++) {
			int hits = i;
			await().atMost(PATIENCE).until(() -> swallowed.hits() >= hits);
			if (fault == Fault.HANG_AFTER) {
				RealTime.pass(TIMEOUT.plusMillis(50));
				revive(driver);
			}
		}
	}

	// One driver throws away a connection that has become silent, the other keeps it.
	private void revive(String driver) {
		if (driver.equals("lettuce")) {
			this.proxy.cut();
		}
	}

	private static DelayListenerContainer container(TestApplication application) {
		return application.get(DelayListenerEndpointRegistry.class).getContainers().get(0);
	}

	private static void assertHandledOnce(TestApplication application, Handler handler, List<String> ids) {
		await().atMost(PATIENCE).until(() -> handler.attempts.keySet().containsAll(ids));
		awaitStatistics(application, EMPTY::equals);
		assertThat(handler.attempts.keySet()).containsExactlyInAnyOrderElementsOf(ids);
		assertThat(handler.attempts.values()).allSatisfy((attempts) -> assertThat(attempts).hasSize(1));
	}

	private static void awaitStatistics(TestApplication application, Predicate<QueueStatistics> condition) {
		await().atMost(PATIENCE)
			.ignoreExceptionsInstanceOf(DelayQueueException.class)
			.until(() -> condition.test(application.admin().statistics("orders")));
	}

	/**
	 * Handles for as long as it is told to.
	 */
	static class Handler {

		private final Map<String, List<Integer>> attempts = new ConcurrentHashMap<>();

		private final List<LeaseLostEvent> lost = new CopyOnWriteArrayList<>();

		private volatile CountDownLatch mayEnd = new CountDownLatch(0);

		@DelayListener(id = "orders", queues = "orders")
		void handle(String payload, @Header(DelayHeaders.ID) String id, @Header(DelayHeaders.ATTEMPT) int attempt)
				throws InterruptedException {
			this.attempts.computeIfAbsent(id, (key) -> new CopyOnWriteArrayList<>()).add(attempt);
			this.mayEnd.await();
		}

		@EventListener
		void onLeaseLost(LeaseLostEvent event) {
			this.lost.add(event);
		}

	}

}
