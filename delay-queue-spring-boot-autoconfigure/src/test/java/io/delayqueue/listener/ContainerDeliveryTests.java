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

package io.delayqueue.listener;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.delayqueue.MessageState;
import io.delayqueue.event.ListenerStartedEvent;
import io.delayqueue.event.MessageDeadLetteredEvent;
import io.delayqueue.event.PollFailedEvent;
import io.delayqueue.event.PollRecoveredEvent;
import io.delayqueue.store.ClaimReply;
import io.delayqueue.store.ClaimRequest;
import io.delayqueue.store.ClaimedMessage;
import io.delayqueue.store.DeathCause.Reason;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.core.task.SimpleAsyncTaskExecutor;

import static io.delayqueue.listener.Containers.QUEUE;
import static io.delayqueue.listener.Containers.await;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what {@link DefaultDelayListenerContainer} hands to its listener, and on
 * which threads.
 */
class ContainerDeliveryTests {

	@RegisterExtension
	final Containers containers = new Containers();

	private final List<Delivery> deliveries = new CopyOnWriteArrayList<>();

	private final List<Thread> threads = new CopyOnWriteArrayList<>();

	@Test
	void handsOutWhatIsDueAndAcknowledgesIt() {
		this.containers.schedule("a");
		this.containers.start(this::handle);
		await().until(() -> this.containers.isGone("a"));
		assertThat(this.deliveries).singleElement().satisfies((delivery) -> {
			assertThat(delivery.getId()).isEqualTo("a");
			assertThat(delivery.getQueue()).isEqualTo(QUEUE);
			assertThat(delivery.getAttempt()).isOne();
			assertThat(delivery.getMessage()).isEqualTo(Containers.message("a"));
			assertThat(delivery.getLateness()).isBetween(Duration.ZERO, Duration.ofSeconds(5));
			assertThat(delivery.getDueTime()).isNotNull();
			assertThat(delivery.isLeaseLost()).isFalse();
		});
	}

	@Test
	void handsOutWhatBecomesDueLater() {
		this.containers.start(this::handle);
		this.containers.schedule("a", Duration.ofMillis(60));
		await().until(() -> this.containers.isGone("a"));
		assertThat(this.deliveries).hasSize(1);
	}

	@Test
	void publishesThatItStarted() {
		this.containers.start(this::handle);
		await().until(() -> !this.containers.events(ListenerStartedEvent.class).isEmpty());
		assertThat(this.containers.events(ListenerStartedEvent.class))
			.containsExactly(new ListenerStartedEvent("test", Set.of(QUEUE)));
	}

	@Test
	void consumesEachOfItsQueues() {
		this.containers.schedule("one", "a", Duration.ZERO);
		this.containers.schedule("two", "b", Duration.ZERO);
		this.containers.start(this::handle, "one", "two");
		await().until(() -> this.deliveries.size() == 2);
		assertThat(this.deliveries).extracting(Delivery::getQueue).containsExactlyInAnyOrder("one", "two");
	}

	@Test
	void handlesNoMoreAtATimeThanItsConcurrency() {
		AtomicInteger now = new AtomicInteger();
		AtomicInteger most = new AtomicInteger();
		IntStream.range(0, 500).forEach((i) -> this.containers.schedule("m" + i));
		this.containers.concurrency(3).start((delivery) -> {
			most.accumulateAndGet(now.incrementAndGet(), Math::max);
			Thread.yield();
			now.decrementAndGet();
			return handle(delivery);
		});
		await().until(() -> this.containers.store().count(QUEUE).due() == 0 && this.deliveries.size() == 500);
		assertThat(most).hasValueLessThanOrEqualTo(3);
		assertThat(this.containers.store().claims()).allMatch((claim) -> claim.maxMessages() <= 3);
	}

	@Test
	void claimsNoMoreThanFreeHandlersCanTake() throws Exception {
		CountDownLatch release = new CountDownLatch(1);
		IntStream.range(0, 5).forEach((i) -> this.containers.schedule("m" + i));
		this.containers.concurrency(2).start((delivery) -> {
			this.deliveries.add(delivery);
			release.await();
			return null;
		});
		await().until(() -> this.deliveries.size() == 2);
		Containers.awaitDuring(Duration.ofMillis(100)).until(() -> this.containers.store().count(QUEUE).leased() == 2);
		release.countDown();
		await().until(() -> this.deliveries.size() == 5);
	}

	@Test
	void claimsNoMoreThanOneCallMayBring() {
		IntStream.range(0, 600).forEach((i) -> this.containers.schedule("m" + i));
		this.containers.concurrency(1000).start(this::handle);
		await().until(() -> this.deliveries.size() == 600);
		assertThat(this.containers.store().claims())
			.allMatch((claim) -> claim.maxMessages() <= ClaimRequest.MAX_MESSAGES);
	}

	@Test
	void deadLettersWhatCannotBeReadWithoutAskingTheListener() {
		this.containers.store().mapClaimReplies(ContainerDeliveryTests::unreadable);
		this.containers.schedule("a");
		this.containers.start(this::handle);
		await().until(() -> this.containers.store().count(QUEUE).dead() == 1);
		assertThat(this.deliveries).isEmpty();
		assertThat(this.containers.store().find(QUEUE, "a")).hasValueSatisfying((snapshot) -> {
			assertThat(snapshot.state()).isEqualTo(MessageState.DEAD);
			assertThat(snapshot.cause()).isNotNull();
			assertThat(snapshot.cause().reason()).isEqualTo(Reason.UNDECODABLE);
			assertThat(snapshot.cause().message()).isEqualTo("bad header");
		});
		await().until(() -> !this.containers.events(MessageDeadLetteredEvent.class).isEmpty());
	}

	@Test
	void runsHandlersOnThreadsNamedAfterTheListener() {
		this.containers.schedule("a");
		this.containers.start(this::handle);
		await().until(() -> this.containers.isGone("a"));
		assertThat(this.threads).allMatch((thread) -> thread.getName().startsWith("test-"));
	}

	@Test
	void runsHandlersOnTheGivenExecutor() {
		this.containers.schedule("a");
		DefaultDelayListenerContainer container = this.containers.create(this::handle);
		container.setTaskExecutor(new SimpleAsyncTaskExecutor("mine-"));
		container.start();
		await().until(() -> this.containers.isGone("a"));
		assertThat(this.threads).allMatch((thread) -> thread.getName().startsWith("mine-"));
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_21)
	void runsHandlersOnVirtualThreads() throws Exception {
		this.containers.schedule("a");
		DefaultDelayListenerContainer container = this.containers.create(this::handle);
		container.setVirtualThreads(true);
		container.start();
		await().until(() -> this.containers.isGone("a"));
		assertThat((Boolean) Thread.class.getMethod("isVirtual").invoke(this.threads.get(0))).isTrue();
	}

	@Test
	void releasesWhatTheExecutorRefusesAndTriesAgainLater() {
		AtomicInteger refusals = new AtomicInteger();
		this.containers.schedule("a");
		DefaultDelayListenerContainer container = this.containers.create(this::handle);
		container.setTaskExecutor((task) -> {
			if (refusals.incrementAndGet() <= 2) {
				throw new RejectedExecutionException("full");
			}
			new Thread(task).start();
		});
		container.start();
		await().until(() -> this.containers.isGone("a"));
		assertThat(this.deliveries).singleElement()
			.satisfies((delivery) -> assertThat(delivery.getAttempt()).isEqualTo(3));
		await().until(() -> !this.containers.events(PollRecoveredEvent.class).isEmpty());
		assertThat(this.containers.events(PollFailedEvent.class)).hasSize(1);
	}

	@ParameterizedTest
	@EnumSource(AckMode.class)
	void takesAnExecutorThatRunsTasksOnThePollersThreadForOneThatRefuses(AckMode ackMode) {
		AtomicInteger tasks = new AtomicInteger();
		this.containers.ackMode(ackMode).concurrency(1).schedule("a");
		DefaultDelayListenerContainer container = this.containers.create(this::handle);
		container.setTaskExecutor((task) -> {
			if (tasks.incrementAndGet() == 1) {
				runAndHideFailures(task);
			}
			else {
				new Thread(task, "handler").start();
			}
		});
		container.start();
		await().until(() -> this.deliveries.size() == 1);
		assertThat(this.threads).singleElement().extracting(Thread::getName).isEqualTo("handler");
		await().until(() -> !this.containers.events(PollRecoveredEvent.class).isEmpty());
		assertThat(this.containers.events(PollFailedEvent.class)).hasSize(1);
	}

	private static void runAndHideFailures(Runnable task) {
		new FutureTask<>(task, null).run();
	}

	@Test
	void startsAsManyThreadsAsNeededAtMost() {
		IntStream.range(0, 300).forEach((i) -> this.containers.schedule("m" + i));
		this.containers.concurrency(4).start(this::handle);
		await().until(() -> this.deliveries.size() == 300);
		assertThat(this.threads.stream().distinct()).hasSizeLessThanOrEqualTo(4);
	}

	private static ClaimReply unreadable(ClaimReply reply) {
		List<ClaimedMessage> messages = reply.messages()
			.stream()
			.map((message) -> new ClaimedMessage(message.id(), message.token(), message.dueTime(), message.lateness(),
					message.attempt(), message.failures(), null, "bad header"))
			.toList();
		return new ClaimReply(messages, reply.token(), reply.settlements(), reply.endedLeases(), reply.expired(),
				reply.untilNext());
	}

	private @Nullable CompletionStage<?> handle(Delivery delivery) {
		this.threads.add(Thread.currentThread());
		this.deliveries.add(delivery);
		return null;
	}

}
