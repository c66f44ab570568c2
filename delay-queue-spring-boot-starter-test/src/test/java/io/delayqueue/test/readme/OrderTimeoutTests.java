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

package io.delayqueue.test.readme;

import java.time.Duration;

import io.delayqueue.test.TestDelayQueue;
import io.delayqueue.test.autoconfigure.AutoConfigureTestDelayQueue;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The recipe for tests.
 */
@SpringBootTest
@AutoConfigureTestDelayQueue
class OrderTimeoutTests {

	@Autowired
	Orders orders;

	@Autowired
	TestDelayQueue delayQueue;

	@Test
	void unpaidOrderIsClosedAfterHalfAnHour() {
		this.orders.place(42);
		assertThat(this.delayQueue.queue("order-timeout")).hasScheduled("order-42")
			.dueIn(Duration.ofMinutes(30))
			.withPayload(new OrderTimeout(42));
		this.delayQueue.advance(Duration.ofMinutes(30));
		assertThat(this.delayQueue.queue("order-timeout")).isEmpty().hasHandledExactly("order-42");
	}

	@Test
	void paidOrderIsLeftAlone() {
		this.orders.place(42);
		this.orders.paid(42);
		assertThat(this.delayQueue.advance(Duration.ofDays(1))).isEmpty();
	}

}
