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

package io.delayqueue.autoconfigure;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.delayqueue.annotation.DelayListener;
import io.delayqueue.core.DelayQueueTemplate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.test.annotation.DirtiesContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The way of a message through an application that has nothing but the starter, with a
 * Redis that subclasses connect.
 */
@Tag("compat")
@SpringBootTest(classes = AbstractDeliveryIntegrationTests.TestApplication.class)
@DirtiesContext
abstract class AbstractDeliveryIntegrationTests {

	@Autowired
	private DelayQueueTemplate template;

	@Autowired
	private OrderTimeouts timeouts;

	@Test
	void messageReachesListener() {
		OrderTimeout timeout = new OrderTimeout(42, "✓");
		this.template.schedule("order-timeout", timeout, Duration.ofMillis(100));
		Awaitility.await().untilAsserted(() -> assertThat(this.timeouts.received).containsExactly(timeout));
	}

	record OrderTimeout(long order, String note) {

	}

	static class OrderTimeouts {

		private final Queue<OrderTimeout> received = new ConcurrentLinkedQueue<>();

		@DelayListener("order-timeout")
		void close(OrderTimeout timeout) {
			this.received.add(timeout);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration(exclude = DataSourceAutoConfiguration.class)
	@Import(OrderTimeouts.class)
	static class TestApplication {

	}

}
