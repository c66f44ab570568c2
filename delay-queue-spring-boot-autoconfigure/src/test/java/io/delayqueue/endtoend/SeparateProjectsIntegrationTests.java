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

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import io.delayqueue.KnownFault;
import io.delayqueue.SpringCitizen;
import io.delayqueue.annotation.DelayListener;
import io.delayqueue.core.QueueStatistics;
import io.delayqueue.testapplication.TestApplication;
import io.delayqueue.testredis.RedisServer;
import io.delayqueue.testredis.RedisTest;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Producers and consumers that share no classes, no class loader, or no version of the
 * library that writes JSON.
 */
@RedisTest
class SeparateProjectsIntegrationTests {

	private static final LocalDateTime TIME = LocalDateTime.of(2026, 2, 28, 23, 59);

	private final RedisServer redis;

	SeparateProjectsIntegrationTests(RedisServer redis) {
		this.redis = redis;
	}

	@Test
	@KnownFault("rqueue#98")
	void theConsumerDecidesOnTheType() throws Exception {
		try (TestApplication producer = TestApplication.start(this.redis, Map.of());
				TestApplication consumer = TestApplication.start(this.redis, Map.of(), Listeners.class)) {
			String id = producer.template().schedule("orders", new Placed(42, "vip", TIME), Duration.ofMillis(500));
			assertThat(stored(id)).contains("\"orderId\":42").doesNotContain("Placed", "io.delayqueue");
			assertThat(next(consumer)).isEqualTo(new Listeners.Timeout(42, TIME));
		}
	}

	@Test
	@KnownFault("rqueue#98")
	@SpringCitizen("jar")
	void aListenerOfAnotherClassLoaderGetsItsOwnType() throws Exception {
		Class<?> listeners = new ReloadingClassLoader().loadClass(Listeners.class.getName());
		assertThat(listeners).isNotSameAs(Listeners.class);
		try (TestApplication application = TestApplication.start(this.redis, Map.of(), listeners)) {
			application.template().schedule("orders", new Listeners.Timeout(42, TIME), Duration.ZERO);
			Object received = next(application);
			assertThat(received).hasToString(new Listeners.Timeout(42, TIME).toString());
			assertThat(received.getClass().getClassLoader()).isSameAs(listeners.getClassLoader());
		}
	}

	@Test
	@KnownFault("rqueue#164")
	void bothSidesUseTheMapperOfTheApplication() throws Exception {
		Map<String, Object> properties = Map.of("spring.jackson.property-naming-strategy", "SNAKE_CASE");
		try (TestApplication application = TestApplication.start(this.redis, properties, Listeners.class)) {
			String id = application.template().schedule("orders", new Placed(42, "vip", TIME), Duration.ofMillis(500));
			assertThat(stored(id)).contains("\"order_id\":42");
			assertThat(next(application)).isEqualTo(new Listeners.Timeout(42, TIME));
		}
	}

	@Test
	@KnownFault("rqueue#299")
	void aMapperThatWritesOtherBytesSettlesToo() throws Exception {
		Map<String, Object> properties = Map.of("spring.jackson.serialization.indent_output", true,
				"spring.jackson.mapper.sort_properties_alphabetically", true, "delay-queue.listener.lease", "1s");
		try (TestApplication producer = TestApplication.start(this.redis, Map.of());
				TestApplication consumer = TestApplication.start(this.redis, properties, Listeners.class)) {
			producer.template().schedule("orders", new Placed(42, "vip", TIME), Duration.ZERO);
			assertThat(next(consumer)).isEqualTo(new Listeners.Timeout(42, TIME));
			// What is not settled would still be leased, or due again.
			Awaitility.await()
				.untilAsserted(() -> assertThat(consumer.admin().statistics("orders"))
					.isEqualTo(new QueueStatistics(0, 0, 0, 0, Duration.ZERO, false)));
			assertThat(received(consumer)).isEmpty();
		}
	}

	private String stored(String id) {
		return String.valueOf(this.redis.command("HGET", this.redis.keyPrefix() + ":{orders}:messages", id));
	}

	private static Object next(TestApplication application) throws InterruptedException {
		return received(application).poll(30, TimeUnit.SECONDS);
	}

	private static BlockingQueue<?> received(TestApplication application) {
		return (BlockingQueue<?>) application.get(Supplier.class).get();
	}

	record Placed(long orderId, String note, LocalDateTime at) {

	}

	// A Supplier, since what another class loader makes can't be cast to this class.
	static class Listeners implements Supplier<BlockingQueue<Object>> {

		private final BlockingQueue<Object> received = new LinkedBlockingQueue<>();

		@DelayListener("orders")
		void handle(Timeout timeout) {
			this.received.add(timeout);
		}

		@Override
		public BlockingQueue<Object> get() {
			return this.received;
		}

		record Timeout(long orderId, LocalDateTime at) {

		}

	}

	/**
	 * Makes classes of its own of the listeners, as the one that reloads applications
	 * during development does.
	 */
	private static final class ReloadingClassLoader extends ClassLoader {

		ReloadingClassLoader() {
			super(SeparateProjectsIntegrationTests.class.getClassLoader());
		}

		@Override
		protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
			if (!name.startsWith(Listeners.class.getName())) {
				return super.loadClass(name, resolve);
			}
			Class<?> loaded = findLoadedClass(name);
			return (loaded != null) ? loaded : define(name);
		}

		private Class<?> define(String name) throws ClassNotFoundException {
			try (InputStream input = getResourceAsStream(name.replace('.', '/') + ".class")) {
				byte[] bytes = input.readAllBytes();
				return defineClass(name, bytes, 0, bytes.length);
			}
			catch (IOException ex) {
				throw new ClassNotFoundException(name, ex);
			}
		}

	}

}
