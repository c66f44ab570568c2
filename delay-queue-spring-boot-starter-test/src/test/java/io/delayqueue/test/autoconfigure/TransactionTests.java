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

import java.time.Duration;

import io.delayqueue.core.DelayQueueTemplate;
import io.delayqueue.test.Handling;
import io.delayqueue.test.TestDelayQueue;
import io.delayqueue.test.TooManyDeliveriesException;
import io.delayqueue.test.application.Listeners;
import io.delayqueue.test.application.ShopApplication;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.transaction.BeforeTransaction;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests that what waits for a commit is there after it, with the attributes of the
 * annotation set.
 */
@SpringBootTest(classes = ShopApplication.class, properties = "delay-queue.template.transaction=after-commit")
@AutoConfigureTestDelayQueue(start = "2030-01-31T07:00:00Z", maxDeliveries = 3, completionTimeout = "1s")
class TransactionTests {

	@Autowired
	TestDelayQueue delayQueue;

	@Autowired
	DelayQueueTemplate template;

	@Autowired
	Listeners listeners;

	private final TransactionTemplate transaction;

	TransactionTests(@Autowired PlatformTransactionManager transactionManager) {
		this.transaction = new TransactionTemplate(transactionManager);
	}

	@Test
	void isScheduledAfterTheCommit() {
		this.transaction.executeWithoutResult((status) -> {
			this.template.schedule("reminders", "x", Duration.ofMinutes(1));
			assertThat(this.delayQueue.queue("reminders")).isEmpty();
			assertThat(this.delayQueue.advance(Duration.ofMinutes(5))).isEmpty();
		});
		assertThat(this.delayQueue.queue("reminders")).hasScheduledCount(1);
		assertThat(this.delayQueue.advance(Duration.ofMinutes(1))).extracting(Handling::queue)
			.containsExactly("reminders");
	}

	@Test
	void isNotScheduledAfterRollback() {
		this.transaction.executeWithoutResult((status) -> {
			this.template.schedule("reminders", "x", Duration.ofMinutes(1));
			status.setRollbackOnly();
		});
		assertThat(this.delayQueue.queue("reminders")).isEmpty();
	}

	@BeforeTransaction
	void scheduleBeforeTheTransaction() {
		this.template.schedule("reminders", "early", Duration.ofMinutes(1));
	}

	@Test
	@Transactional
	void handlerTakesPartInATransactionOfTheTest() {
		this.template.schedule("reminders", "never", Duration.ofMinutes(1));
		this.listeners.seen().clear();
		this.delayQueue.advance(Duration.ofMinutes(1));
		assertThat(this.listeners.seen()).containsExactly("early in a transaction");
	}

	@Test
	void attributesOfTheAnnotationHold() {
		assertThat(this.delayQueue.now()).isEqualTo("2030-01-31T07:00:00Z");
		assertThatExceptionOfType(TooManyDeliveriesException.class)
			.isThrownBy(() -> this.delayQueue.advance(Duration.ofHours(2)))
			.withMessageContaining("There were 3 deliveries");
	}

}
