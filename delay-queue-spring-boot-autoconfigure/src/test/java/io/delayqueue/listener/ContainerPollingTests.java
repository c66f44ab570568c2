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
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

import io.delayqueue.KnownFault;
import io.delayqueue.SpringCitizen;
import io.delayqueue.listener.PollerTask.Operation;
import io.delayqueue.listener.ScriptedStore.Fault;
import io.delayqueue.store.ClaimReply;
import io.delayqueue.store.Settlement;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static io.delayqueue.listener.Containers.QUEUE;
import static io.delayqueue.listener.Containers.await;
import static io.delayqueue.listener.Containers.awaitDuring;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for when {@link DefaultDelayListenerContainer} calls the store, and when not.
 */
class ContainerPollingTests {

	@RegisterExtension
	final Containers containers = new Containers();

	private final ScriptedStore store = this.containers.store();

	private final List<String> handled = new CopyOnWriteArrayList<>();

	@Test
	void asksOnceWhileNothingIsThere() {
		this.containers.start(this::handle);
		await().until(() -> this.store.calls() == 1);
		awaitDuring(Duration.ofMillis(200)).until(() -> this.store.calls() == 1);
	}

	@Test
	void sleepsUntilTheNextMessageIsDue() {
		this.containers.schedule("a", Duration.ofMillis(300));
		this.containers.start(this::handle);
		await().until(() -> this.store.calls() == 1);
		awaitDuring(Duration.ofMillis(150)).until(() -> this.store.calls() == 1);
		await().until(() -> this.containers.isGone("a"));
		assertThat(this.store.claims()).hasSizeLessThanOrEqualTo(3);
	}

	@Test
	@KnownFault("redisson#1754")
	void asksAtTheLongestIntervalWithoutAnyHint() {
		this.store.mapClaimReplies((reply) -> new ClaimReply(reply.messages(), reply.token(), reply.settlements(),
				reply.endedLeases(), reply.expired(), Duration.ofHours(1)));
		this.containers.maxPollInterval(Duration.ofMillis(50)).start(this::handle);
		await().until(() -> this.store.claims().size() >= 4);
	}

	@Test
	@KnownFault("redisson#5172")
	void isWokenByANearerMessage() {
		this.containers.schedule("far", Duration.ofSeconds(50));
		this.containers.start(this::handle);
		await().until(() -> this.store.calls() == 1);
		this.containers.schedule("near", Duration.ofMillis(30));
		await().atMost(Duration.ofSeconds(5)).until(() -> this.handled.contains("near"));
	}

	@Test
	@KnownFault("redisson#5172")
	void countsAHintThatComesWhileAClaimIsUnderWay() {
		// The reply says that nothing is there, and is older than the hint.
		this.store.next(Operation.CLAIM, Fault.meanwhile(() -> this.containers.schedule("a", Duration.ofMillis(20))));
		this.containers.start(this::handle);
		await().atMost(Duration.ofSeconds(5)).until(() -> this.handled.contains("a"));
	}

	@Test
	@KnownFault("redisson#5172")
	void isNotPutOffByAFartherHint() {
		this.containers.schedule("a", Duration.ofMillis(100));
		this.containers.start(this::handle);
		await().until(() -> this.store.calls() == 1);
		this.store.hint(QUEUE, Duration.ofSeconds(50));
		await().atMost(Duration.ofSeconds(5)).until(() -> this.handled.contains("a"));
	}

	@Test
	void ignoresHintsOfOtherQueues() {
		this.containers.start(this::handle);
		await().until(() -> this.store.calls() == 1);
		this.store.hint("other", Duration.ZERO);
		awaitDuring(Duration.ofMillis(100)).until(() -> this.store.calls() == 1);
	}

	@Test
	void looksAtItsQueueWhenHintsWereLost() {
		this.containers.start(this::handle);
		await().until(() -> this.store.calls() == 1);
		this.store.hintsLost();
		await().until(() -> this.store.calls() == 2);
	}

	@Test
	void doesNotSpinWhenTheStoreOnlySaysThatThereMayBeMore() {
		this.store.mapClaimReplies(
				(reply) -> new ClaimReply(List.of(), 0, reply.settlements(), List.of(), List.of(), Duration.ZERO));
		long begin = System.nanoTime();
		this.containers.start(this::handle);
		await().until(() -> this.store.calls() >= 50);
		assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(Duration.ofMillis(49));
	}

	@Test
	@KnownFault("rqueue batch per tick")
	void claimsAgainAtOnceWhileBatchesAreFull() {
		for (int i = 0; i < 50; i++) {
			this.containers.schedule("m" + i);
		}
		this.containers.concurrency(1).start(this::handle);
		await().atMost(Duration.ofSeconds(5)).until(() -> this.handled.size() == 50);
	}

	@Test
	void writesSettlementsAloneWhenNoClaimIsNear() {
		this.containers.schedule("a");
		this.containers.start(this::handle);
		await().until(() -> this.containers.isGone("a"));
		assertThat(this.store.settles()).singleElement()
			.satisfies((call) -> assertThat(call.settlements()).singleElement()
				.isInstanceOf(Settlement.Acknowledge.class));
		assertThat(this.store.claims()).allMatch((claim) -> claim.settlements().isEmpty());
	}

	@Test
	void letsSettlementsRideOnClaimsWhileThereIsMore() {
		for (int i = 0; i < 20; i++) {
			this.containers.schedule("m" + i);
		}
		this.containers.concurrency(1).start(this::handle);
		await().until(() -> this.store.count(QUEUE).leased() == 0 && this.handled.size() == 20);
		assertThat(this.store.claims().stream().mapToInt((claim) -> claim.settlements().size()).sum())
			.isGreaterThanOrEqualTo(15);
	}

	@Test
	void confirmsAClaimWhoseMessagesTakeLong() throws Exception {
		CountDownLatch release = new CountDownLatch(1);
		this.containers.schedule("a");
		this.containers.start((delivery) -> {
			release.await();
			return null;
		});
		await().until(() -> !this.store.settles().isEmpty());
		long token = this.store.claimReplies().get(0).token();
		assertThat(this.store.settles()).singleElement().satisfies((call) -> {
			assertThat(call.settlements()).isEmpty();
			assertThat(call.call().confirmed()).isEqualTo(token).isNotZero();
		});
		awaitDuring(Duration.ofMillis(400)).until(() -> this.store.settles().size() == 1);
		release.countDown();
	}

	@Test
	void givesEachCallAHigherNumber() {
		for (int i = 0; i < 20; i++) {
			this.containers.schedule("m" + i);
		}
		this.containers.concurrency(1).start(this::handle);
		await().until(() -> this.handled.size() == 20);
		assertThat(this.store.claims()).extracting((claim) -> claim.call().number()).doesNotHaveDuplicates().isSorted();
		assertThat(this.store.claims()).allMatch((claim) -> claim.call().consumer().matches("test-[a-z0-9]+"));
	}

	@Test
	@SpringCitizen("start and pause")
	void claimsNothingWhilePausedAndGoesOnWhenResumed() {
		DefaultDelayListenerContainer container = this.containers.create(this::handle);
		container.pause();
		container.start();
		this.containers.schedule("a");
		awaitDuring(Duration.ofMillis(100)).until(() -> this.store.claims().isEmpty());
		assertThat(container.isPaused()).isTrue();
		assertThat(container.isRunning()).isTrue();
		container.resume();
		await().until(() -> this.containers.isGone("a"));
		assertThat(container.isPaused()).isFalse();
	}

	private @Nullable CompletionStage<?> handle(Delivery delivery) {
		this.handled.add(delivery.getId());
		return null;
	}

}
