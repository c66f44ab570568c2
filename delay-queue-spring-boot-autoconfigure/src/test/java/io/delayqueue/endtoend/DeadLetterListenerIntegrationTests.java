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
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

import io.delayqueue.MessageState;
import io.delayqueue.annotation.DelayListener;
import io.delayqueue.config.DelayListenerEndpointRegistry;
import io.delayqueue.core.DelayQueueAdmin;
import io.delayqueue.core.MessageView;
import io.delayqueue.support.DelayHeaders;
import io.delayqueue.testapplication.TestApplication;
import io.delayqueue.testredis.RedisServer;
import io.delayqueue.testredis.RedisTest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.messaging.Message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.awaitility.Awaitility.await;

/**
 * Listeners of dead letters.
 */
@RedisTest
@ExtendWith(OutputCaptureExtension.class)
class DeadLetterListenerIntegrationTests {

	private static final Duration AT_MOST = Duration.ofSeconds(30);

	private TestApplication application;

	private Listeners listeners;

	@BeforeEach
	void start(RedisServer redis) {
		// Without hints, the tests would not end in time.
		this.application = TestApplication.start(redis, Map.of("delay-queue.listener.max-poll-interval", "1h",
				"delay-queue.listener.retry.delay", "50ms", "delay-queue.listener.retry.max-retries", 1),
				Listeners.class);
		this.listeners = this.application.get(Listeners.class);
	}

	@AfterEach
	void stop() {
		this.application.close();
	}

	@Test
	void getsThePayloadAndWhatItDiedOfAndRemovesIt() {
		Instant before = Instant.now().minusSeconds(1);
		String id = schedule("orders", new Order("o-1", true));
		await().atMost(AT_MOST).until(() -> !this.listeners.dead.isEmpty());
		Message<Order> letter = this.listeners.dead.get(0);
		assertThat(letter.getPayload()).isEqualTo(new Order("o-1", true));
		assertThat(letter.getHeaders()).contains(entry(DelayHeaders.ID, id), entry(DelayHeaders.QUEUE, "orders"),
				entry(DelayHeaders.ATTEMPT, 1), entry(DelayHeaders.DEATH_REASON, "FAILED"),
				entry(DelayHeaders.DEATH_ATTEMPT, 2),
				entry(DelayHeaders.DEATH_EXCEPTION, "java.lang.IllegalStateException"),
				entry(DelayHeaders.DEATH_MESSAGE, "no stock for o-1"));
		assertThat(letter.getHeaders().get(DelayHeaders.DEATH_STACK_TRACE, String.class)).contains("Listeners.handle");
		assertThat(letter.getHeaders().get(DelayHeaders.DEATH_TIME, Instant.class)).isAfter(before);
		awaitGone("orders", id);
	}

	@Test
	void getsWhatDiedBeforeItStartedTheLongestDeadFirst() {
		String first = schedule("late", new Order("o-1", true));
		awaitState("late", first, MessageState.DEAD);
		String second = schedule("late", new Order("o-2", true));
		awaitState("late", second, MessageState.DEAD);
		this.application.get(DelayListenerEndpointRegistry.class).findContainer("late-dead").orElseThrow().start();
		await().atMost(AT_MOST).until(() -> this.listeners.lateDead.equals(List.of(first, second)));
		awaitGone("late", first);
		awaitGone("late", second);
	}

	@Test
	void isTriedAgainAndThenLeavesTheDeadLetterWhereItIs() {
		String bad = schedule("failing", new Order("bad", true));
		await().atMost(AT_MOST).until(() -> this.listeners.failingDead.equals(List.of("bad 1", "bad 2")));
		String good = schedule("failing", new Order("good", true));
		awaitGone("failing", good);
		assertThat(this.listeners.failingDead).containsExactly("bad 1", "bad 2", "good 1");
		assertThat(awaitState("failing", bad, MessageState.DEAD).deathCause().message()).isEqualTo("no stock for bad");
		assertThat(admin().statistics("failing").dead()).isEqualTo(1);
	}

	@Test
	void mayReplayTheDeadLetterItself(CapturedOutput output) {
		String id = schedule("replaying", new Order("o-1", true));
		await().atMost(AT_MOST).until(() -> this.listeners.replayed.contains("o-1"));
		awaitGone("replaying", id);
		await().atMost(AT_MOST)
			.untilAsserted(() -> assertThat(output).contains("lost the lease of dead letter '" + id
					+ "' of queue 'replaying': it ended, or the dead letter was replayed, replaced or removed"));
	}

	@Test
	void takesDeadLettersThatCouldNotBeDecodedAsBytes() {
		this.application.template().schedule("undecodable", "no JSON", Duration.ZERO);
		await().atMost(AT_MOST).until(() -> this.listeners.bytes.contains("no JSON UNDECODABLE"));
	}

	@Test
	void takesDeadLettersInBatches() {
		schedule("batched", new Order("o-1", true));
		schedule("batched", new Order("o-2", true));
		await().atMost(AT_MOST).until(() -> this.listeners.batched.size() == 2);
		await().atMost(AT_MOST).until(() -> admin().statistics("batched").dead() == 0);
	}

	@Test
	void leavesNothingInRedis(RedisServer redis) {
		String id = schedule("orders", new Order("o-1", true));
		awaitGone("orders", id);
		for (String key : List.of("messages", "dead", "causes", "attempts", "dead-waiting", "dead-leased",
				"dead-owners", "dead-attempts")) {
			await().atMost(AT_MOST)
				.untilAsserted(() -> assertThat(redis.command("EXISTS", redis.keyPrefix() + ":{orders}:" + key)).as(key)
					.isEqualTo(0L));
		}
	}

	private String schedule(String queue, Order order) {
		return this.application.template().schedule(queue, order, Duration.ZERO);
	}

	private DelayQueueAdmin admin() {
		return this.application.admin();
	}

	private MessageView awaitState(String queue, String id, MessageState state) {
		return await().atMost(AT_MOST)
			.until(() -> this.application.template().find(queue, id),
					(found) -> found.map(MessageView::state).equals(Optional.of(state)))
			.orElseThrow();
	}

	private void awaitGone(String queue, String id) {
		await().atMost(AT_MOST).until(() -> this.application.template().find(queue, id).isEmpty());
	}

	record Order(String number, boolean fails) {

	}

	static class Listeners {

		private final List<Message<Order>> dead = new CopyOnWriteArrayList<>();

		private final List<String> lateDead = new CopyOnWriteArrayList<>();

		private final List<String> failingDead = new CopyOnWriteArrayList<>();

		private final List<String> replayed = new CopyOnWriteArrayList<>();

		private final List<String> bytes = new CopyOnWriteArrayList<>();

		private final List<String> batched = new CopyOnWriteArrayList<>();

		private final DelayQueueAdmin admin;

		private volatile boolean mended;

		Listeners(DelayQueueAdmin admin) {
			this.admin = admin;
		}

		@DelayListener(queues = { "orders", "late", "failing", "replaying", "batched" })
		void handle(Order order) {
			if (order.fails() && !this.mended) {
				throw new IllegalStateException("no stock for " + order.number());
			}
			this.replayed.add(order.number());
		}

		@DelayListener("undecodable")
		void handleUndecodable(Order order) {
			throw new IllegalStateException("never called");
		}

		@DelayListener(queues = "orders", deadLetters = "true")
		void bury(Message<Order> letter) {
			this.dead.add(letter);
		}

		@DelayListener(id = "late-dead", queues = "late", deadLetters = "true", autoStartup = "false",
				concurrency = "1")
		void buryLate(Message<Order> letter) {
			this.lateDead.add(letter.getHeaders().get(DelayHeaders.ID, String.class));
		}

		@DelayListener(queues = "failing", deadLetters = "true")
		void fail(Message<Order> letter) {
			String number = letter.getPayload().number();
			this.failingDead.add(number + " " + letter.getHeaders().get(DelayHeaders.ATTEMPT));
			if (number.equals("bad")) {
				throw new IllegalStateException("again");
			}
		}

		@DelayListener(queues = "replaying", deadLetters = "true")
		void replay(Message<Order> letter) {
			this.mended = true;
			this.admin.replay("replaying", letter.getHeaders().get(DelayHeaders.ID, String.class));
		}

		@DelayListener(queues = "undecodable", deadLetters = "true")
		void buryBytes(Message<byte[]> letter) {
			this.bytes.add(new String(letter.getPayload()) + " " + letter.getHeaders().get(DelayHeaders.DEATH_REASON));
		}

		@DelayListener(queues = "batched", deadLetters = "true", batch = "true")
		void buryBatch(List<Order> orders) {
			orders.forEach((order) -> this.batched.add(order.number()));
		}

	}

}
