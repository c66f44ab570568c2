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

import io.delayqueue.core.DelayMessage;
import io.delayqueue.core.DelayQueueTemplate;
import io.delayqueue.outbox.Outbox;
import io.delayqueue.test.Handling;
import io.delayqueue.test.TestDelayQueue;
import io.delayqueue.test.application.ShopApplication;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that what goes by way of an outbox has its turn as if it did not.
 */
@SpringBootTest(classes = ShopApplication.class,
		properties = { "delay-queue.template.transaction=outbox", "spring.datasource.generate-unique-name=true" })
@AutoConfigureTestDelayQueue
class OutboxTests {

	@Autowired
	TestDelayQueue delayQueue;

	@Autowired
	DelayQueueTemplate template;

	@Autowired
	Outbox outbox;

	private final TransactionTemplate transaction;

	OutboxTests(@Autowired PlatformTransactionManager transactionManager) {
		this.transaction = new TransactionTemplate(transactionManager);
	}

	@BeforeEach
	void isAsAtTheStart() {
		assertThat(this.delayQueue.queue("ticks")).hasScheduledExactly("every-quarter");
		assertThat(this.delayQueue.queue("chain")).isEmpty();
	}

	@RepeatedTest(3)
	void handlesInTurnWhatHandlersHaveScheduled() {
		this.transaction.executeWithoutResult((status) -> schedule("c", 2));
		assertThat(this.delayQueue.queue("chain")).hasScheduledExactly("c");
		assertThat(this.delayQueue.advance(Duration.ofMinutes(35))).filteredOn(Handling::queue, "chain")
			.extracting(Handling::id)
			.containsExactly("c", "c'", "c''");
		schedule("left for the next test to forget", 0);
	}

	@Test
	void handlesNothingThatIsRolledBackOrNotCommitted() {
		this.transaction.executeWithoutResult((status) -> {
			schedule("c", 2);
			assertThat(this.delayQueue.queue("chain")).isEmpty();
			assertThat(this.delayQueue.deliverDue()).isEmpty();
			status.setRollbackOnly();
		});
		assertThat(this.delayQueue.advance(Duration.ofMinutes(10))).isEmpty();
		assertThat(this.outbox.backlog().count()).isZero();
	}

	private void schedule(String id, int payload) {
		this.template.schedule(DelayMessage.to("chain").payload(payload).delay(Duration.ofMinutes(10)).id(id).build());
	}

}
