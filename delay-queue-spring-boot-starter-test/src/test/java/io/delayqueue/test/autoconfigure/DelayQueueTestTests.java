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

package io.delayqueue.test.autoconfigure;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

import io.delayqueue.core.BoundDelayQueueOperations;
import io.delayqueue.core.DelayQueueTemplate;
import io.delayqueue.test.TestDelayQueue;
import io.delayqueue.test.application.Closing;
import io.delayqueue.test.application.Interceptor;
import io.delayqueue.test.application.Listeners;
import io.delayqueue.test.application.OrderListener;
import io.delayqueue.test.application.OrderTimeout;
import io.delayqueue.test.application.ShopApplication;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.ApplicationContext;
import org.springframework.test.context.ContextConfiguration;
import org.springframework.test.context.bean.override.mockito.MockitoBean;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.then;

/**
 * Tests for {@link DelayQueueTest @DelayQueueTest}.
 */
@DelayQueueTest(properties = { "delay-queue.test.start=2030-01-31T07:00:00Z",
		"delay-queue.queues.orders.payload-type=io.delayqueue.test.application.OrderTimeout" })
@ContextConfiguration(classes = ShopApplication.class)
class DelayQueueTestTests {

	@Autowired
	TestDelayQueue delayQueue;

	@Autowired
	DelayQueueTemplate template;

	@Autowired
	@Qualifier("orders")
	BoundDelayQueueOperations<OrderTimeout> orders;

	@Autowired
	Clock clock;

	@Autowired
	Interceptor interceptor;

	@MockitoBean
	Closing closing;

	@Autowired
	ApplicationContext context;

	@Test
	void callsListenerWithWhatTheTestProvides() {
		this.orders.schedule(new OrderTimeout(7), Duration.ofMinutes(30));
		this.delayQueue.advance(Duration.ofMinutes(30));
		then(this.closing).should().close(7);
	}

	@Test
	void beginsAtTheTimeThatTheTestSets() {
		assertThat(this.clock.instant()).isEqualTo("2030-01-31T07:00:00Z");
		this.template.schedule("orders", new OrderTimeout(8), Instant.parse("2030-01-31T08:00:00Z"));
		assertThat(this.delayQueue.advance(Duration.ofMinutes(59))).isEmpty();
		assertThat(this.delayQueue.advance(Duration.ofMinutes(1))).hasSize(1);
	}

	@Test
	void takesListenersAndWhatComesAroundThem() {
		String id = this.template.schedule("reminders", "x", Duration.ZERO);
		this.delayQueue.deliverDue();
		assertThat(this.interceptor.ids()).contains(id);
		assertThat(this.context.getBeansOfType(Listeners.class)).hasSize(1);
		assertThat(this.context.getBeansOfType(OrderListener.class)).hasSize(1);
		assertThat(this.context.containsBean("delayListenerErrorHandler")).isTrue();
	}

	@Test
	void leavesTheRestOfTheApplicationOut() {
		assertThat(this.context.containsBean("recurringDefinitions")).isFalse();
		assertThat(this.context.containsBean("dataSource")).isFalse();
		assertThat(this.context.containsBean("redisConnectionFactory")).isFalse();
	}

}
