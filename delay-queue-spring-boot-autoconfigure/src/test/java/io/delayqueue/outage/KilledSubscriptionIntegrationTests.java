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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.delayqueue.KnownFault;
import io.delayqueue.testapplication.TestApplication;
import io.delayqueue.testredis.RedisProcess;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The subscriptions to hints are killed every second for a minute. Messages come from
 * another application, so that nothing but hints can tell of them before the next poll.
 */
class KilledSubscriptionIntegrationTests {

	private static final int KILLS = 60;

	private static final Duration MAX_POLL_INTERVAL = Duration.ofSeconds(2);

	/**
	 * What a busy machine may take on top, for claiming and calling the handler.
	 */
	private static final Duration SLACK = Duration.ofSeconds(2);

	@Test
	@KnownFault("redisson#1754")
	void nothingIsLaterThanThePollIntervalAndNothingLeaks() {
		try (RedisProcess redis = RedisProcess.start();
				TestApplication lettuce = consumer(redis, "lettuce");
				TestApplication jedis = consumer(redis, "jedis");
				TestApplication producer = TestApplication.start(redis, Map.of())) {
			Producer schedule = new Producer(producer);
			// More often than there are threads for handlers, which start when first
			// needed.
			IntStream.range(0, 10).forEach((i) -> schedule.run());
			schedule.awaitHandled(lettuce, jedis);
			Footprint before = Footprint.of(redis);
			killWhileScheduling(redis, schedule);
			schedule.awaitHandled(lettuce, jedis);
			report("lettuce", lettuce);
			report("jedis", jedis);
			before.assertNothingMore(redis, 1);
		}
	}

	private static void killWhileScheduling(RedisProcess redis, Producer schedule) {
		AtomicInteger kills = new AtomicInteger();
		ScheduledExecutorService executor = Executors.newScheduledThreadPool(2);
		try {
			List<ScheduledFuture<?>> tasks = List.of(executor.scheduleAtFixedRate(() -> {
				redis.command("CLIENT", "KILL", "TYPE", "pubsub");
				kills.incrementAndGet();
			}, 0, 1, TimeUnit.SECONDS), executor.scheduleWithFixedDelay(schedule, 0, 90, TimeUnit.MILLISECONDS));
			await().atMost(Duration.ofSeconds(2 * KILLS))
				.failFast(() -> checkNoneHasFailed(tasks))
				.until(() -> kills.get() >= KILLS);
		}
		finally {
			executor.shutdown();
		}
	}

	private static void checkNoneHasFailed(List<ScheduledFuture<?>> tasks)
			throws ExecutionException, InterruptedException {
		for (ScheduledFuture<?> task : tasks) {
			if (task.isDone()) {
				task.get();
			}
		}
	}

	private static void report(String driver, TestApplication application) {
		Receipts receipts = application.get(Receipts.class);
		System.out.printf(
				"Pub/sub killed %d times in as many seconds (%s): %d messages, lateness p50 %d ms, p99 %d ms, worst %d ms; max-poll-interval %d ms%n",
				KILLS, driver, receipts.ids().size(), receipts.lateness(0.5).toMillis(),
				receipts.lateness(0.99).toMillis(), receipts.worstLateness().toMillis(), MAX_POLL_INTERVAL.toMillis());
		assertThat(receipts.ids()).hasSizeGreaterThan(2 * KILLS);
		assertThat(receipts.lateness(0.99)).isLessThanOrEqualTo(MAX_POLL_INTERVAL);
		assertThat(receipts.worstLateness()).isLessThan(MAX_POLL_INTERVAL.plus(SLACK));
	}

	private static TestApplication consumer(RedisProcess redis, String driver) {
		Map<String, Object> properties = new HashMap<>();
		properties.put("spring.data.redis.client-type", driver);
		properties.put("delay-queue.listener.max-poll-interval", MAX_POLL_INTERVAL.toMillis() + "ms");
		properties.put("outage.queue", driver);
		return TestApplication.start(redis, properties, Receipts.class);
	}

	/**
	 * Schedules a message for each consumer each time.
	 */
	private static final class Producer implements Runnable {

		private final List<String> forLettuce = new ArrayList<>();

		private final List<String> forJedis = new ArrayList<>();

		private final TestApplication application;

		private Producer(TestApplication application) {
			this.application = application;
		}

		@Override
		public synchronized void run() {
			this.forLettuce.add(this.application.template().schedule("lettuce", "x", Duration.ZERO));
			this.forJedis.add(this.application.template().schedule("jedis", "x", Duration.ZERO));
		}

		private synchronized void awaitHandled(TestApplication lettuce, TestApplication jedis) {
			lettuce.get(Receipts.class).assertHandledOnce(this.forLettuce);
			jedis.get(Receipts.class).assertHandledOnce(this.forJedis);
		}

	}

}
