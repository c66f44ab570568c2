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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

import io.delayqueue.DelayQueueException;
import io.delayqueue.KnownFault;
import io.delayqueue.MessageState;
import io.delayqueue.OutcomeUnknownException;
import io.delayqueue.RealTime;
import io.delayqueue.annotation.DelayListener;
import io.delayqueue.config.DelayListenerEndpointRegistry;
import io.delayqueue.core.BatchScheduleException;
import io.delayqueue.core.CancelResult;
import io.delayqueue.core.DelayMessage;
import io.delayqueue.core.DelayQueueTemplate;
import io.delayqueue.core.DuplicatePolicy;
import io.delayqueue.core.MessageView;
import io.delayqueue.core.QueueStatistics;
import io.delayqueue.core.ScheduleResult;
import io.delayqueue.event.LeaseLostEvent;
import io.delayqueue.listener.DelayListenerContainer;
import io.delayqueue.support.DelayHeaders;
import io.delayqueue.testapplication.TestApplication;
import io.delayqueue.testredis.RedisProcess;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.context.event.EventListener;
import org.springframework.messaging.handler.annotation.Header;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Redis has no memory left and evicts nothing: an application can't schedule, and drains
 * its queue.
 */
class FullRedisIntegrationTests {

	private static final Duration LEASE = Duration.ofSeconds(2);

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final RedisProcess redis = RedisProcess.start("--maxmemory", "8mb", "--maxmemory-policy", "noeviction");

	@AfterEach
	void close() {
		this.redis.close();
	}

	@ParameterizedTest
	@ValueSource(strings = { "lettuce", "jedis" })
	@KnownFault("sidekiq#5558")
	void scheduleLeavesNothingBehindAndTheQueueIsDrained(String driver) {
		Map<String, Object> properties = new HashMap<>();
		properties.put("spring.data.redis.client-type", driver);
		properties.put("delay-queue.listener.auto-startup", false);
		properties.put("delay-queue.listener.lease", LEASE.toSeconds() + "s");
		properties.put("delay-queue.listener.retry.max-retries", 1);
		properties.put("delay-queue.listener.retry.delay", "100ms");
		try (TestApplication application = TestApplication.start(this.redis, properties, Orders.class)) {
			Set<String> ids = fill(application.template());
			try (MemoryHog hog = MemoryHog.on(this.redis)) {
				assertLeavesNothingBehind(application.template());
				assertDrained(application, ids);
				assertThat(hog.isFull()).isTrue();
				assertRefused(() -> application.template().schedule("orders", "new", Duration.ZERO));
				assertThat(application.template().cancel("orders", "fails")).isEqualTo(CancelResult.CANCELLED);
				System.out.printf("Full Redis (%s): %d messages drained, 4 with leases renewed, 1 retried, 1 dead%n",
						driver, ids.size());
			}
		}
	}

	private static Set<String> fill(DelayQueueTemplate template) {
		Set<String> ids = new HashSet<>();
		for (String id : List.of("long-1", "long-2", "long-3", "long-4", "fails-once", "fails")) {
			ids.add(template.schedule(DelayMessage.to("orders").payload("x").delay(Duration.ZERO).id(id).build()).id());
		}
		assertRefused(() -> {
			while (true) {
				ids.add(template.schedule("orders", "x".repeat(20_000), Duration.ZERO));
			}
		});
		return ids;
	}

	private void assertLeavesNothingBehind(DelayQueueTemplate template) {
		Map<String, Object> before = Keyspace.of(this.redis);
		for (String payload : List.of("small", "x".repeat(1_000_000))) {
			for (String id : List.of("new", "long-1")) {
				assertRefused(() -> template.schedule(replacing(id, payload)));
			}
			assertRefused(() -> template.schedule("orders", payload, Duration.ofHours(1)));
			List<DelayMessage<String>> batch = IntStream.range(0, (payload.length() > 100) ? 3 : 250)
				.mapToObj((i) -> replacing("new-" + i, payload))
				.toList();
			assertThatExceptionOfType(BatchScheduleException.class).isThrownBy(() -> template.scheduleAll(batch))
				.satisfies((ex) -> assertThat(ex.getResults()).hasSameSizeAs(batch)
					.allMatch((result) -> result.outcome() == ScheduleResult.Outcome.NOT_SCHEDULED))
				.satisfies((ex) -> assertThat(ex).cause().hasMessageContaining("maxmemory"));
		}
		assertThat(Keyspace.of(this.redis)).isEqualTo(before);
	}

	private static DelayMessage<String> replacing(String id, String payload) {
		return DelayMessage.to("orders")
			.payload(payload)
			.delay(Duration.ZERO)
			.id(id)
			.onDuplicate(DuplicatePolicy.REPLACE)
			.build();
	}

	private static void assertDrained(TestApplication application, Set<String> ids) {
		Orders orders = application.get(Orders.class);
		application.get(DelayListenerEndpointRegistry.class).getContainers().forEach(DelayListenerContainer::start);
		await().atMost(PATIENCE)
			.until(() -> application.admin().statistics("orders"),
					new QueueStatistics(0, 0, 0, 1, Duration.ZERO, false)::equals);
		assertThat(orders.attempts.keySet()).containsExactlyInAnyOrderElementsOf(ids);
		assertThat(orders.attempts).allSatisfy((id, attempts) -> assertThat(attempts)
			.containsExactlyElementsOf(id.startsWith("fails") ? List.of(1, 2) : List.of(1)));
		assertThat(orders.lost).isEmpty();
		assertThat(application.template().find("orders", "fails")).map(MessageView::state).contains(MessageState.DEAD);
	}

	private static void assertRefused(ThrowingCallable action) {
		assertThatExceptionOfType(DelayQueueException.class).isThrownBy(action)
			.satisfies((ex) -> assertThat(ex).isNotInstanceOf(OutcomeUnknownException.class))
			.withMessageContaining("'orders'")
			.withMessageContaining("Redis has reached 'maxmemory'")
			.withMessageContaining("Nothing was changed");
	}

	static class Orders {

		private final Map<String, List<Integer>> attempts = new ConcurrentHashMap<>();

		private final List<LeaseLostEvent> lost = new CopyOnWriteArrayList<>();

		@DelayListener(id = "orders", queues = "orders")
		void handle(String payload, @Header(DelayHeaders.ID) String id, @Header(DelayHeaders.ATTEMPT) int attempt)
				throws InterruptedException {
			this.attempts.computeIfAbsent(id, (key) -> new CopyOnWriteArrayList<>()).add(attempt);
			if (id.startsWith("long")) {
				RealTime.pass(LEASE.plusMillis(1500));
			}
			if (id.equals("fails") || (id.equals("fails-once") && attempt == 1)) {
				throw new IllegalStateException("as told");
			}
		}

		@EventListener
		void onLeaseLost(LeaseLostEvent event) {
			this.lost.add(event);
		}

	}

}
