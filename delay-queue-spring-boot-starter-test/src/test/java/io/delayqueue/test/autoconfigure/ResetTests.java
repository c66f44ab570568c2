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
import java.util.ArrayList;
import java.util.List;

import io.delayqueue.core.DelayMessage;
import io.delayqueue.core.DelayQueueTemplate;
import io.delayqueue.listener.Acknowledgment;
import io.delayqueue.test.Handling;
import io.delayqueue.test.TestDelayQueue;
import io.delayqueue.test.application.Listeners;
import io.delayqueue.test.application.ShopApplication;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that each test begins with what the application had at its start, whatever others
 * have done before in the same context, and also when the context was paused meanwhile.
 */
@SpringBootTest(classes = ShopApplication.class)
@AutoConfigureTestDelayQueue
class ResetTests {

	private static final List<Acknowledgment> before = new ArrayList<>();

	@Autowired
	TestDelayQueue delayQueue;

	@Autowired
	DelayQueueTemplate template;

	@Autowired
	Listeners listeners;

	@Autowired
	ConfigurableApplicationContext context;

	@BeforeEach
	void isAsAtTheStart() {
		assertThat(this.delayQueue.handlings()).isEmpty();
		assertThat(this.delayQueue.queue("ticks")).hasScheduled("every-quarter")
			.dueAt(this.delayQueue.now().plus(Duration.ofMinutes(15)));
		assertThat(this.delayQueue.queue("manual")).isEmpty();
		assertThat(this.delayQueue.queue("reminders")).isEmpty();
		before.forEach(ResetTests::settleInVain);
		before.clear();
		assertThat(this.delayQueue.queue("manual")).isEmpty();
		this.listeners.open().clear();
	}

	private static void settleInVain(Acknowledgment acknowledgment) {
		try {
			acknowledgment.retryAfter(Duration.ZERO);
		}
		catch (IllegalStateException ex) {
			// The context was paused for tests with another one, and gave it back.
			assertThat(ex).hasMessageContaining("settled already");
		}
	}

	@AfterEach
	void leavesSomething() {
		this.listeners.open().clear();
		schedule("manual", "a", Duration.ZERO);
		schedule("reminders", "a", Duration.ofMinutes(5));
		schedule("reminders", "b", Duration.ofDays(5));
		this.delayQueue.advance(Duration.ofHours(1));
		before.addAll(this.listeners.open());
	}

	@RepeatedTest(3)
	void deliversInTheSecondTestAsInTheFirst() {
		schedule("reminders", "a", Duration.ofMinutes(15));
		assertThat(this.delayQueue.advance(Duration.ofMinutes(15))).extracting(Handling::queue)
			.containsExactlyInAnyOrder("reminders", "ticks");
	}

	@Test
	void goesOnWhenTheContextWasPaused() {
		schedule("reminders", "a", Duration.ofMinutes(1));
		schedule("manual", "b", Duration.ZERO);
		this.delayQueue.deliverDue();
		this.context.pause();
		assertThat(this.delayQueue.queue("manual")).hasScheduled("b").isDue();
		assertThat(this.delayQueue.advance(Duration.ofHours(1))).isEmpty();
		this.context.restart();
		assertThat(this.delayQueue.deliverDue()).extracting(Handling::queue).contains("reminders", "manual", "ticks");
	}

	private void schedule(String queue, String id, Duration delay) {
		this.template.schedule(DelayMessage.to(queue).payload(id).delay(delay).id(id).build());
	}

	@Nested
	class InNestedTest {

		@Test
		void isTheSame() {
			assertThat(ResetTests.this.delayQueue.advance(Duration.ofMinutes(15))).hasSize(1);
		}

	}

}
