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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.delayqueue.KnownFault;
import io.delayqueue.MessageState;
import io.delayqueue.SpringCitizen;
import io.delayqueue.annotation.DelayListener;
import io.delayqueue.config.DelayListenerEndpointRegistry;
import io.delayqueue.core.DelayMessage;
import io.delayqueue.core.DelayQueueTemplate;
import io.delayqueue.core.MessageView;
import io.delayqueue.listener.DelayListenerContainer;
import io.delayqueue.testapplication.TestApplication;
import io.delayqueue.testredis.RedisServer;
import io.delayqueue.testredis.RedisTest;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The stop of a whole application, whose parts stop in an order.
 */
@Tag("compat")
@RedisTest
class StopIntegrationTests {

	@Test
	@KnownFault({ "spring-cloud-aws#137", "spring-data-redis#2262" })
	@SpringCitizen("phase")
	void whatIsHandledDuringTheStopIsAcknowledgedAndSchedulesWork(RedisServer redis) throws Exception {
		try (TestApplication other = TestApplication.start(redis, Map.of())) {
			TestApplication application = TestApplication.start(redis, Map.of(), Listeners.class);
			Listeners listeners = application.get(Listeners.class);
			String id = application.template().schedule("orders", "a", Duration.ZERO);
			assertThat(listeners.began.await(30, TimeUnit.SECONDS)).isTrue();
			DelayListenerContainer container = application.get(DelayListenerEndpointRegistry.class)
				.getContainers()
				.iterator()
				.next();
			CompletableFuture<Void> stop = CompletableFuture.runAsync(application::close);
			Awaitility.await().until(() -> !container.isRunning());
			assertThat(other.template().find("orders", id)).map(MessageView::state).contains(MessageState.IN_FLIGHT);
			listeners.release.countDown();
			stop.get(30, TimeUnit.SECONDS);
			assertThat(other.template().find("orders", id)).isEmpty();
			assertThat(other.template().find("orders", "scheduled-by-handler")).isPresent();
			assertThat(other.admin().statistics("orders").leased()).isZero();
		}
	}

	static class Listeners {

		private final CountDownLatch began = new CountDownLatch(1);

		private final CountDownLatch release = new CountDownLatch(1);

		private final DelayQueueTemplate template;

		Listeners(DelayQueueTemplate template) {
			this.template = template;
		}

		@DelayListener("orders")
		void handle(String payload) throws InterruptedException {
			this.began.countDown();
			this.release.await();
			this.template.schedule(DelayMessage.to("orders")
				.payload("b")
				.delay(Duration.ofDays(1))
				.id("scheduled-by-handler")
				.build());
		}

	}

}
