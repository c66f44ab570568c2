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
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.delayqueue.KnownFault;
import io.delayqueue.annotation.DelayListener;
import io.delayqueue.testapplication.TestApplication;
import io.delayqueue.testredis.RedisServer;
import io.delayqueue.testredis.RedisTest;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Producers and consumers that are started and stopped in any order. Consumers look by
 * themselves once in an hour, so that only what wakes them lets a message come.
 */
@RedisTest
class StartOrderIntegrationTests {

	private final RedisServer redis;

	StartOrderIntegrationTests(RedisServer redis) {
		this.redis = redis;
	}

	@Test
	@KnownFault({ "redisson#3599", "ax3353/redis-delayqueue window" })
	void aConsumerAloneHandlesWhatWasScheduledBeforeItsStart() throws InterruptedException {
		try (TestApplication producer = producer()) {
			producer.template().schedule("orders", "overdue", Duration.ZERO);
			producer.template().schedule("orders", "due later", Duration.ofSeconds(4));
		}
		try (TestApplication consumer = consumer()) {
			assertThat(next(consumer)).isEqualTo("overdue");
			assertThat(next(consumer)).isEqualTo("due later");
		}
	}

	@Test
	@KnownFault("redisson#5172")
	void aNearerMessageOfALateProducerDoesNotWaitForTheFartherOne() throws InterruptedException {
		try (TestApplication consumer = consumer()) {
			consumer.template().schedule("orders", "far", Duration.ofSeconds(50));
			awaitSubscriber();
			try (TestApplication producer = producer()) {
				producer.template().schedule("orders", "near", Duration.ofMillis(500));
				assertThat(next(consumer)).isEqualTo("near");
				assertThat(producer.admin().statistics("orders").waiting()).isOne();
			}
		}
	}

	private static Object next(TestApplication consumer) throws InterruptedException {
		return consumer.get(Listeners.class).received.poll(30, TimeUnit.SECONDS);
	}

	private void awaitSubscriber() {
		Awaitility.await()
			.atMost(Duration.ofSeconds(20))
			.until(() -> String.valueOf(this.redis.command("PUBSUB", "CHANNELS"))
				.contains(this.redis.keyPrefix() + ":hints"));
	}

	private TestApplication producer() {
		return TestApplication.start(this.redis, Map.of());
	}

	private TestApplication consumer() {
		return TestApplication.start(this.redis, Map.of("delay-queue.listener.max-poll-interval", "1h"),
				Listeners.class);
	}

	static class Listeners {

		private final BlockingQueue<String> received = new LinkedBlockingQueue<>();

		@DelayListener("orders")
		void handle(String payload) {
			this.received.add(payload);
		}

	}

}
