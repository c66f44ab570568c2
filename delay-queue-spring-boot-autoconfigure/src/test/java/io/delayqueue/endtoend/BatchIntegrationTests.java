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

package io.delayqueue.endtoend;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.delayqueue.annotation.DelayListener;
import io.delayqueue.core.DelayMessage;
import io.delayqueue.core.MessageView;
import io.delayqueue.core.QueueStatistics;
import io.delayqueue.listener.BatchListenerFailedException;
import io.delayqueue.store.DeathCause;
import io.delayqueue.support.DelayHeaders;
import io.delayqueue.testapplication.TestApplication;
import io.delayqueue.testredis.RedisServer;
import io.delayqueue.testredis.RedisTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.messaging.Message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Messages are handled in batches, and each of them fares on its own.
 */
@Tag("compat")
@RedisTest
class BatchIntegrationTests {

	@Test
	void handlesBatchesOfWhichAPartFails(RedisServer redis) {
		try (TestApplication application = TestApplication.start(redis, Map.of("delay-queue.listener.retry.delay",
				"10ms", "delay-queue.listener.retry.jitter", "0", "delay-queue.listener.retry.max-retries", "2"),
				Listeners.class)) {
			List<DelayMessage<?>> messages = new ArrayList<>();
			IntStream.range(0, 100)
				.forEach((i) -> messages
					.add(DelayMessage.to("points").payload(i).id("m" + i).delay(Duration.ZERO).build()));
			messages.add(DelayMessage.to("points").payload("no number").id("no-number").delay(Duration.ZERO).build());
			application.template().scheduleAll(messages);
			await().atMost(Duration.ofSeconds(30)).until(() -> {
				QueueStatistics statistics = application.admin().statistics("points");
				return statistics.waiting() + statistics.due() + statistics.leased() == 0;
			});
			Listeners listeners = application.get(Listeners.class);
			assertThat(listeners.sizes).allMatch((size) -> size <= 25);
			assertThat(listeners.sizes.size()).isLessThan(60);
			assertThat(listeners.attempts).hasSize(100);
			listeners.attempts.forEach((point, attempts) -> assertThat(attempts.get()).as("of %d", point)
				.isEqualTo((point % 10 == 3) ? 3 : 1));
			assertThat(application.admin().statistics("points").dead()).isEqualTo(11);
			assertThat(cause(application, "m13").exception()).isEqualTo(IllegalStateException.class.getName());
			assertThat(cause(application, "no-number").reason()).isEqualTo(DeathCause.Reason.UNDECODABLE);
		}
	}

	private static DeathCause cause(TestApplication application, String id) {
		return application.template().find("points", id).map(MessageView::deathCause).orElseThrow();
	}

	static class Listeners {

		private final List<Integer> sizes = new CopyOnWriteArrayList<>();

		private final Map<Integer, AtomicInteger> attempts = new ConcurrentHashMap<>();

		@DelayListener(queues = "points", batch = "true", batchSize = "25", concurrency = "2")
		void add(List<Message<Integer>> points) {
			this.sizes.add(points.size());
			List<String> failed = new ArrayList<>();
			for (Message<Integer> point : points) {
				this.attempts.computeIfAbsent(point.getPayload(), (key) -> new AtomicInteger()).incrementAndGet();
				if (point.getPayload() % 10 == 3) {
					failed.add(point.getHeaders().get(DelayHeaders.ID, String.class));
				}
			}
			if (!failed.isEmpty()) {
				throw new BatchListenerFailedException(failed, new IllegalStateException("ends in 3"));
			}
		}

	}

}
