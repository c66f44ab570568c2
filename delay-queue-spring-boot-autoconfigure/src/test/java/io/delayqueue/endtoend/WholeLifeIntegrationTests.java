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

import io.delayqueue.KnownFault;
import io.delayqueue.MessageState;
import io.delayqueue.annotation.DelayListener;
import io.delayqueue.config.DelayListenerEndpointRegistry;
import io.delayqueue.core.DelayMessage;
import io.delayqueue.core.DuplicatePolicy;
import io.delayqueue.core.MessagePage;
import io.delayqueue.core.MessageView;
import io.delayqueue.core.QueueStatistics;
import io.delayqueue.listener.DelayListenerContainer;
import io.delayqueue.store.ClaimRequest;
import io.delayqueue.store.ConsumerCall;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.RetryPolicy;
import io.delayqueue.store.redis.ServerClocks;
import io.delayqueue.support.DelayHeaders;
import io.delayqueue.testapplication.TestApplication;
import io.delayqueue.testredis.RedisServer;
import io.delayqueue.testredis.RedisTest;
import org.junit.jupiter.api.Test;

import org.springframework.messaging.handler.annotation.Header;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Many messages live through all that can happen to a message, and leave nothing behind.
 */
@RedisTest
class WholeLifeIntegrationTests {

	private static final int COUNT = 100_000;

	private static final int BATCH = 5_000;

	private static final Duration LONG = Duration.ofMinutes(3);

	@Test
	@KnownFault("asynq#730")
	void nothingButSettingsIsLeft(RedisServer redis) throws InterruptedException {
		Map<String, Object> properties = Map.of("delay-queue.listener.concurrency", 16,
				"delay-queue.listener.retry.max-retries", 1, "delay-queue.listener.retry.delay", "1ms",
				"delay-queue.listener.retry.jitter", "0ms", "delay-queue.queues.life.deduplication-window", "1s");
		try (TestApplication application = TestApplication.start(redis, properties, Listeners.class)) {
			for (int from = 0; from < COUNT; from += BATCH) {
				live(application, from);
			}
			await().atMost(LONG).until(() -> isDrained(application.admin().statistics("life")));
			assertThat(application.admin().statistics("life").dead()).isPositive();
			handleSomeDeadLetters(application);
			replayAndDelete(application);
			await().atMost(LONG)
				.until(() -> application.admin()
					.statistics("life")
					.equals(new QueueStatistics(0, 0, 0, 0, Duration.ZERO, false)));
			// Ids are forgotten with the claims that follow.
			await().atMost(LONG).until(() -> redis.command("EXISTS", key(redis, "settled")).equals(0L));
		}
		assertThat(keys(redis)).containsExactlyInAnyOrder(key(redis, "settings"), key(redis, "producers"),
				redis.keyPrefix() + ":queues");
		lookHalfAnHourLater(redis);
		assertThat(keys(redis)).containsExactlyInAnyOrder(key(redis, "settings"), redis.keyPrefix() + ":queues");
	}

	private static void live(TestApplication application, int from) {
		List<DelayMessage<Integer>> messages = new ArrayList<>();
		for (int i = from; i < from + BATCH; i++) {
			DelayMessage.Builder<Integer> message = DelayMessage.to("life").payload(i).id("m" + i);
			messages.add(switch (i % 20) {
				// To be put off, replaced or cancelled.
				case 0, 1, 2, 3 -> message.delay(Duration.ofDays(1)).build();
				// Expires if it fails.
				case 4 -> message.delay(Duration.ZERO).timeToLive(Duration.ofMillis(1)).build();
				default -> message.delay(Duration.ZERO).build();
			});
		}
		application.template().scheduleAll(messages);
		for (int i = from; i < from + BATCH; i += 20) {
			application.template().reschedule("life", "m" + i, Duration.ofMillis(5));
			application.template()
				.schedule(DelayMessage.to("life")
					.payload(i)
					.id("m" + (i + 1))
					.delay(Duration.ofMillis(5))
					.onDuplicate(DuplicatePolicy.REPLACE)
					.build());
			application.template().cancel("life", "m" + (i + 2));
			application.template().cancel("life", "m" + (i + 3));
		}
	}

	private static void handleSomeDeadLetters(TestApplication application) {
		long dead = application.admin().statistics("life").dead();
		DelayListenerContainer container = application.get(DelayListenerEndpointRegistry.class)
			.findContainer("mourner")
			.orElseThrow();
		container.start();
		await().atMost(LONG).until(() -> application.admin().statistics("life").dead() < dead / 2);
		container.stop();
		assertThat(application.admin().statistics("life").dead()).isPositive();
	}

	private static void replayAndDelete(TestApplication application) throws InterruptedException {
		application.get(Listeners.class).healed = true;
		MessagePage page = application.admin().messages("life", MessageState.DEAD, null, 50);
		for (MessageView message : page.messages()) {
			assertThat(application.admin().delete("life", message.id())).isTrue();
		}
		assertThat(application.admin().replayAll("life", 10_000).awaitEnd(LONG)).isTrue();
	}

	// So long are calls of producers remembered; then a consumer's second call drops
	// their records.
	private static void lookHalfAnHourLater(RedisServer redis) {
		DelayQueueStore later = ServerClocks.ahead(redis.lettuce(), redis.keyPrefix(), Duration.ofMinutes(30));
		later.claim(lateClaim(1));
		later = ServerClocks.ahead(redis.lettuce(), redis.keyPrefix(), Duration.ofMinutes(31));
		later.claim(lateClaim(2));
		later.forget("life", "late");
	}

	private static ClaimRequest lateClaim(long number) {
		return new ClaimRequest(new ConsumerCall("life", "late", number, 0), 1, Duration.ofSeconds(1),
				new RetryPolicy(0, List.of(Duration.ZERO), Duration.ZERO), List.of());
	}

	private static boolean isDrained(QueueStatistics statistics) {
		return statistics.waiting() + statistics.due() + statistics.leased() == 0;
	}

	private static List<String> keys(RedisServer redis) {
		List<?> keys = (List<?>) redis.command("KEYS", redis.keyPrefix() + ":*");
		return keys.stream().map(String::valueOf).toList();
	}

	private static String key(RedisServer redis, String name) {
		return redis.keyPrefix() + ":{life}:" + name;
	}

	static class Listeners {

		private volatile boolean healed;

		@DelayListener("life")
		void handle(int number) {
			// Some fail once, some for good.
			if (!this.healed && number % 20 == 7) {
				throw new IllegalStateException("fails for good");
			}
		}

		// Some are handled, some fail once, some for good and are then to be replayed.
		@DelayListener(id = "mourner", queues = "life", deadLetters = "true", autoStartup = "false")
		void mourn(int number, @Header(DelayHeaders.ATTEMPT) int attempt) {
			if (number % 3 == 0 || (number % 3 == 1 && attempt == 1)) {
				throw new IllegalStateException("fails for good or once");
			}
		}

	}

}
