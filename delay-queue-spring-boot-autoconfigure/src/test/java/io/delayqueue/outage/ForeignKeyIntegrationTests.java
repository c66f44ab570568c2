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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.delayqueue.DelayQueueException;
import io.delayqueue.OutcomeUnknownException;
import io.delayqueue.StoreUnavailableException;
import io.delayqueue.annotation.DelayListener;
import io.delayqueue.config.DelayListenerEndpointRegistry;
import io.delayqueue.testapplication.TestApplication;
import io.delayqueue.testredis.RedisServer;
import io.delayqueue.testredis.RedisTest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.messaging.handler.annotation.Header;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Somebody else has put data under the name of one of a queue's keys.
 */
@RedisTest
class ForeignKeyIntegrationTests {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private final RedisServer redis;

	ForeignKeyIntegrationTests(RedisServer redis) {
		this.redis = redis;
	}

	@ParameterizedTest
	@ValueSource(strings = { "waiting", "messages", "consumers" })
	void oneQueueFailsUntilItIsGoneAndOthersWork(String name) {
		String key = this.redis.keyPrefix() + ":{taken}:" + name;
		try (TestApplication application = TestApplication.start(this.redis,
				Map.of("delay-queue.listener.max-poll-interval", "300ms"), Listeners.class, Events.class);
				Warnings warnings = Warnings.collect()) {
			this.redis.command("SET", key, "somebody else's");
			Events events = application.get(Events.class);
			events.awaitFailed(1);
			assertThatExceptionOfType(DelayQueueException.class)
				.isThrownBy(() -> application.template().schedule("taken", "refused", Duration.ZERO))
				.satisfies((ex) -> assertThat(ex).isNotInstanceOfAny(OutcomeUnknownException.class,
						StoreUnavailableException.class))
				.withMessageContaining(key)
				.withMessageContaining("string")
				.withMessageContaining("Nothing was changed");
			awaitHandled(application, application.template().schedule("free", "hello", Duration.ZERO));
			assertThat(failingQueues(application)).containsExactly("taken");
			this.redis.command("DEL", key);
			awaitHandled(application, application.template().schedule("taken", "hello", Duration.ZERO));
			events.awaitRecovered(1);
			assertThat(failingQueues(application)).isEmpty();
			assertThat(events.failedQueues()).containsExactly("taken");
			assertThat(events.recoveredQueues()).containsExactly("taken");
			assertThat(warnings.of("both")).hasSize(1);
		}
	}

	private static void awaitHandled(TestApplication application, String id) {
		Listeners listeners = application.get(Listeners.class);
		await().atMost(PATIENCE).until(() -> listeners.handled.contains(id));
	}

	private static List<String> failingQueues(TestApplication application) {
		return application.get(DelayListenerEndpointRegistry.class)
			.getContainers()
			.stream()
			.flatMap((container) -> container.getFailingQueues().stream())
			.toList();
	}

	static class Listeners {

		private final Set<String> handled = ConcurrentHashMap.newKeySet();

		@DelayListener(id = "both", queues = { "taken", "free" })
		void handle(String payload, @Header("delayqueue_id") String id) {
			this.handled.add(id);
		}

	}

}
