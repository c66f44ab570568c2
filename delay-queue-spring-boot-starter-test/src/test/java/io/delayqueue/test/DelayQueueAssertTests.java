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

package io.delayqueue.test;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import io.delayqueue.config.DefaultDelayListenerContainerFactory;
import io.delayqueue.config.SimpleDelayListenerEndpoint;
import io.delayqueue.core.DelayMessage;
import io.delayqueue.core.DelayQueueTemplate;
import io.delayqueue.listener.DelayMessageListener;
import io.delayqueue.listener.ListenerSettings;
import io.delayqueue.store.DeathCause;
import io.delayqueue.store.RetryPolicy;
import io.delayqueue.store.memory.InMemoryDelayQueueStore;
import io.delayqueue.support.PayloadMessageConverter;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.core.ParameterizedTypeReference;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

/**
 * Tests for {@link DelayQueueAssert} and the assertions that it leads to, without Spring.
 */
class DelayQueueAssertTests {

	private static final Instant START = Instant.parse("2030-01-31T07:00:00Z");

	private final DelayQueueTestClock clock = new DelayQueueTestClock(START);

	private final InMemoryDelayQueueStore store = new InMemoryDelayQueueStore(this.clock);

	private final PayloadMessageConverter converter = new PayloadMessageConverter(JsonMapper.builder().build());

	private final TestDelayQueue delayQueue = new TestDelayQueue(this.store, this.clock, this.converter, 10,
			Duration.ofSeconds(10));

	private final DelayQueueTemplate template = new DelayQueueTemplate(this.store, this.converter,
			DataSize.ofKilobytes(10), this.clock);

	private final TestQueue queue = this.delayQueue.queue("orders");

	@Test
	void comparesPayloadsWhateverTheClassOfWhatIsExpected() {
		schedule("map", Map.of("n", List.of(1L)), Duration.ZERO);
		schedule("list", new ArrayList<>(List.of(new Order(1), new Order(2))), Duration.ZERO);
		schedule("set", new LinkedHashSet<>(List.of("b", "a")), Duration.ZERO);
		schedule("enum", TimeUnit.DAYS, Duration.ZERO);
		assertThat(this.queue).hasScheduled("map").withPayload(Map.of("n", List.of(1)));
		assertThat(this.queue).hasScheduled("list").withPayload(List.of(new Order(1), new Order(2)));
		assertThat(this.queue).hasScheduled("list").withPayload(new Order[] { new Order(1), new Order(2) });
		assertThat(this.queue).hasScheduled("set").withPayload(Set.of("a", "b"));
		assertThat(this.queue).hasScheduled("enum").withPayload(TimeUnit.DAYS);
		failsWith(() -> assertThat(this.queue).hasScheduled("list").withPayload(List.of(new Order(1))),
				"to have the payload [Order[id=1]], but it is [{");
	}

	@Test
	void saysWhatThePayloadIsWhenItDoesNotFitWhatIsExpected() {
		schedule("a", "text", Duration.ZERO);
		failsWith(() -> assertThat(this.queue).hasScheduled("a").withPayload(42),
				"to have the payload 42, but it is no java.lang.Integer: text");
		failsWith(() -> assertThat(this.queue).hasScheduled("a").withPayload(List.of(42)),
				"to have the payload [42], but it is no java.util.Collection: text");
		failsWith(() -> assertThat(this.queue).hasScheduled("a").payload(Order.class),
				"to have a payload of type " + Order.class.getName() + ", but it is: text");
		failsWith(() -> assertThat(this.queue).hasScheduled("a").payload(new ParameterizedTypeReference<List<Order>>() {
		}), "to have a payload of type java.util.List<" + Order.class.getName() + ">, but it is: text");
	}

	@Test
	void describesWhatIsScheduled() {
		schedule("a", Map.of("n", 1), Duration.ofMinutes(30));
		schedule("b", "text", Duration.ZERO);
		schedule("c", new byte[3], Duration.ofHours(1));
		this.delayQueue.advance(Duration.ofMinutes(10));
		failsWith(() -> assertThat(this.queue).hasScheduled("x"), """
				Expecting queue 'orders' to have scheduled message 'x'.
				At 2030-01-31T07:10:00Z queue 'orders' holds:
				  scheduled (3):
				    'b' due since PT10M, at 2030-01-31T07:00:00Z: text
				    'a' due in PT20M, at 2030-01-31T07:30:00Z: {"n":1}
				    'c' due in PT50M, at 2030-01-31T08:00:00Z: 3 bytes
				Its listeners have handled: nothing""");
	}

	@Test
	void describesWhatIsDeadAndHandled() {
		consume((delivery) -> {
			throw new IllegalStateException("100 % broken");
		});
		schedule("a", "x".repeat(300), Duration.ZERO);
		this.delayQueue.deliverDue();
		failsWith(() -> assertThat(this.queue).isEmpty(),
				"""
						Expecting queue 'orders' to be empty.
						At 2030-01-31T07:00:00Z queue 'orders' holds:
						  dead (1):
						    'a' since 2030-01-31T07:00:00Z, FAILED in attempt 1 with java.lang.IllegalStateException, "100 % broken": %s…
						Its listeners have handled:
						  handlings (1):
						    'a' of queue 'orders' at 2030-01-31T07:00:00Z, attempt 1, failed: java.lang.IllegalStateException: 100 %% broken"""
					.replace("100 % broken", "100 %% broken")
					.formatted("x".repeat(200)));
	}

	@Test
	void describesNothingAndMany() {
		failsWith(() -> assertThat(this.queue).as("the desk").hasScheduledCount(1), """
				[the desk] Expecting queue 'orders' to have 1 messages scheduled, but there are 0.
				At 2030-01-31T07:00:00Z queue 'orders' holds: nothing
				Its listeners have handled: nothing""");
		for (int i = 0; i < 1200; i++) {
			schedule("m" + i, i, Duration.ofSeconds(i));
		}
		assertThat(this.queue).hasScheduledCount(1200);
		failsWith(() -> assertThat(this.queue).hasScheduledExactly("a", "b"), "scheduled (1200):", "and 1190 more",
				"exactly the messages [a, b]");
	}

	@Test
	void assertsAboutWhatIsScheduled() {
		schedule("a", List.of(1L, 2L), Duration.ofMinutes(30));
		assertThat(this.queue).hasScheduledExactly("a");
		ScheduledMessageAssert message = assertThat(this.queue).hasScheduled("a")
			.dueIn(Duration.ofMinutes(30))
			.dueAt(START.plusSeconds(1800))
			.withHeader("tenant", "one")
			.withFailures(0);
		message.payload(List.class).asInstanceOf(LIST).containsExactly(1, 2);
		message.payload(new ParameterizedTypeReference<List<Long>>() {
		}).isEqualTo(List.of(1L, 2L));
		failsWith(() -> message.dueIn(Duration.ofMinutes(29)), "to be due in PT29M, but it is due in PT30M");
		failsWith(() -> message.dueAt(START),
				"to be due at " + START + ", but it is due at " + START.plusSeconds(1800));
		failsWith(message::isDue, "to be due, but it will be at");
		failsWith(message::isRecurring, "to be recurring");
		failsWith(() -> message.withPayload("x"), "to have the payload x, but it is [1,2]");
		failsWith(() -> message.withHeader("tenant", "two"), "'tenant' with the value 'two'", "{tenant=one}");
		failsWith(() -> message.withFailures(1), "to have failed 1 times, but it has 0 times");
		this.delayQueue.advance(Duration.ofMinutes(30));
		assertThat(this.queue).hasScheduled("a").isDue();
	}

	@Test
	void assertsAboutDeadLetters() {
		consume((delivery) -> {
			throw new IllegalStateException("broken");
		});
		schedule("a", 1, Duration.ZERO);
		this.delayQueue.deliverDue();
		assertThat(this.queue).hasDeadExactly("a").hasDeadCount(1);
		DeadMessageAssert dead = assertThat(this.queue).hasDead("a")
			.withReason(DeathCause.Reason.FAILED)
			.withException(IllegalStateException.class)
			.withMessage("broken")
			.withMessageContaining("rok")
			.inAttempt(1)
			.withPayload(1);
		failsWith(() -> dead.withReason(DeathCause.Reason.EXPIRED), "to have died since EXPIRED, but it died FAILED");
		failsWith(() -> dead.withException(RuntimeException.class), "to have died of java.lang.RuntimeException");
		failsWith(() -> dead.withMessage("rok"), "with the text");
		failsWith(() -> dead.withMessageContaining("whole"), "that contains");
		failsWith(() -> dead.inAttempt(2), "in attempt 2");
		failsWith(() -> assertThat(this.queue).hasScheduled("a"), "to have scheduled message 'a'");
		failsWith(() -> assertThat(this.queue).hasInFlight("a"), "to have in flight message 'a'");
		failsWith(() -> assertThat(this.queue).doesNotContain("a"), "to contain no message 'a'");
	}

	@Test
	void assertsAboutWhatWasHandled() {
		consume((delivery) -> {
			if (delivery.getId().equals("b")) {
				throw new IllegalStateException("broken");
			}
			return null;
		});
		schedule("a", 1, Duration.ZERO);
		schedule("b", 2, Duration.ZERO);
		this.delayQueue.deliverDue();
		assertThat(this.queue).hasHandled("a").hasHandledExactly("a").hasFailed("b").hasMessage("broken");
		assertThat(this.delayQueue.handlings()).hasSize(2);
		failsWith(() -> assertThat(this.queue).hasHandled("b"), "to have handled message 'b'");
		failsWith(() -> assertThat(this.queue).hasHandledExactly("a", "b"),
				"to have handled exactly the messages [a, b]");
		failsWith(() -> assertThat(this.queue).hasFailed("a"), "to have failed to handle message 'a'");
	}

	private void consume(DelayMessageListener listener) {
		DefaultDelayListenerContainerFactory factory = new DefaultDelayListenerContainerFactory(this.store,
				new ListenerSettings(1, Duration.ofSeconds(30), Duration.ofSeconds(5), Duration.ZERO,
						new RetryPolicy(0, List.of(Duration.ZERO), Duration.ZERO)));
		this.delayQueue.drive(factory);
		factory.createContainer(new SimpleDelayListenerEndpoint("test", "orders", listener)).start();
	}

	private void schedule(String id, Object payload, Duration delay) {
		this.template
			.schedule(DelayMessage.to("orders").payload(payload).delay(delay).id(id).header("tenant", "one").build());
	}

	private static void failsWith(ThrowingCallable assertion, String... parts) {
		assertThatExceptionOfType(AssertionError.class).isThrownBy(assertion)
			.satisfies((ex) -> assertThat(ex.getMessage()).contains(parts));
	}

	record Order(long id) {

	}

}
