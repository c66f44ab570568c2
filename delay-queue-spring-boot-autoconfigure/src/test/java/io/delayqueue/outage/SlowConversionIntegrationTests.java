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
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

import io.delayqueue.DelayQueueException;
import io.delayqueue.MessageState;
import io.delayqueue.annotation.DelayListener;
import io.delayqueue.core.CancelResult;
import io.delayqueue.core.DelayMessage;
import io.delayqueue.core.DuplicatePolicy;
import io.delayqueue.core.MessageView;
import io.delayqueue.testapplication.TestApplication;
import io.delayqueue.testredis.RedisServer;
import io.delayqueue.testredis.RedisTest;
import io.delayqueue.testredis.TcpProxy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Converting a payload takes longer than the lease while Redis can't be reached, and the
 * message is cancelled meanwhile: its handler must not be called.
 */
@RedisTest
class SlowConversionIntegrationTests {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private final RedisServer redis;

	private final TcpProxy proxy;

	SlowConversionIntegrationTests(RedisServer redis) {
		this.redis = redis;
		this.proxy = TcpProxy.to(redis);
	}

	@AfterEach
	void close() {
		Order.MAY_END.countDown();
		this.proxy.close();
	}

	@Test
	void messageCancelledWhileItsPayloadIsConvertedIsNotHandled() throws InterruptedException {
		try (TestApplication cutOff = start(this.proxy, "1s", Orders.class)) {
			schedule(cutOff, "a");
			Order.BEGUN.await();
			this.proxy.refuse();
			this.proxy.cut();
			try (TestApplication other = start(this.redis, "10m", Others.class)) {
				await().atMost(PATIENCE).until(() -> state(other).equals(Optional.of(MessageState.WAITING)));
				assertThat(other.template().cancel("orders", "a")).isEqualTo(CancelResult.CANCELLED);
			}
			Order.MAY_END.countDown();
			this.proxy.heal();
			// On the one thread on which the other would have been handled before.
			schedule(cutOff, "last");
			Orders orders = cutOff.get(Orders.class);
			await().atMost(PATIENCE).until(() -> orders.handled.contains("last"));
			assertThat(orders.handled).containsExactly("last");
		}
	}

	private static void schedule(TestApplication application, String id) {
		DelayMessage<Map<String, String>> message = DelayMessage.to("orders")
			.payload(Map.of("name", id))
			.id(id)
			.onDuplicate(DuplicatePolicy.KEEP)
			.delay(Duration.ZERO)
			.build();
		await().atMost(PATIENCE)
			.ignoreExceptionsInstanceOf(DelayQueueException.class)
			.until(() -> application.template().schedule(message).outcome().isSuccess());
	}

	private static Optional<MessageState> state(TestApplication application) {
		return application.template().find("orders", "a").map(MessageView::state);
	}

	private static TestApplication start(RedisServer redis, String retryDelay, Class<?> handler) {
		Map<String, Object> properties = new HashMap<>();
		properties.put("spring.data.redis.timeout", "500ms");
		properties.put("delay-queue.listener.concurrency", "1");
		properties.put("delay-queue.listener.lease", "1s");
		properties.put("delay-queue.listener.max-poll-interval", "200ms");
		properties.put("delay-queue.listener.retry.delay", retryDelay);
		properties.put("delay-queue.listener.retry.max-delay", "10m");
		return TestApplication.start(redis, properties, handler);
	}

	/**
	 * Can't be made of JSON before the test allows it.
	 *
	 * @param name the id of the message
	 */
	record Order(String name) {

		private static final CountDownLatch BEGUN = new CountDownLatch(1);

		private static final CountDownLatch MAY_END = new CountDownLatch(1);

		Order {
			BEGUN.countDown();
			try {
				MAY_END.await();
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
		}

	}

	static class Orders {

		private final List<String> handled = new CopyOnWriteArrayList<>();

		@DelayListener("orders")
		void handle(Order order) {
			this.handled.add(order.name());
		}

	}

	/**
	 * Whether it takes the message over as a failure or as one that was never handled,
	 * the message waits afterwards.
	 */
	static class Others {

		@DelayListener("orders")
		void handle(Map<String, String> order) {
			throw new IllegalStateException("Not now");
		}

	}

}
