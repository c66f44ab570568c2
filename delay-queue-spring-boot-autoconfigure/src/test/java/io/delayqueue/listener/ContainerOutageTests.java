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
import io.delayqueue.event.LeaseLostEvent;
import io.delayqueue.event.PollFailedEvent;
import io.delayqueue.event.PollRecoveredEvent;
import io.delayqueue.listener.PollerTask.Operation;
import io.delayqueue.listener.ScriptedStore.Fault;
import io.delayqueue.store.Settlement;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static io.delayqueue.listener.Containers.NOT_DONE;
import static io.delayqueue.listener.Containers.NOT_SENT_BUT_UNKNOWN;
import static io.delayqueue.listener.Containers.QUEUE;
import static io.delayqueue.listener.Containers.REPLY_LOST;
import static io.delayqueue.listener.Containers.await;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what {@link DefaultDelayListenerContainer} does when the store fails.
 */
class ContainerOutageTests {

	private static final Fault BUG = Fault.refused(() -> new IllegalStateException("a bug"));

	private static final Fault BUG_IN_REPLY = Fault.replyLost(() -> new IllegalStateException("a bug"));

	private static final Fault ERROR = Fault.refused(() -> new StackOverflowError("simulated"));

	@RegisterExtension
	final Containers containers = new Containers();

	private final ScriptedStore store = this.containers.store();

	private final List<Delivery> deliveries = new CopyOnWriteArrayList<>();

	@ParameterizedTest
	@MethodSource("faults")
	@KnownFault({ "OptimalBits/bull#2015", "TRYAGAIN while a slot moves" })
	void handlesEachMessageOnceAfterAClaimFailed(Fault fault) {
		this.store.next(Operation.CLAIM, fault, fault);
		this.containers.schedule("a");
		this.containers.schedule("b");
		this.containers.start(this::handle);
		await().until(() -> this.containers.isGone("a") && this.containers.isGone("b"));
		assertThat(this.deliveries).extracting(Delivery::getId).containsExactlyInAnyOrder("a", "b");
		assertThat(this.deliveries).allMatch((delivery) -> delivery.getAttempt() == 1);
	}

	@ParameterizedTest
	@MethodSource("faults")
	@KnownFault({ "OptimalBits/bull#2015", "asynq#642" })
	void settlesOnceAfterASettlementFailed(Fault fault) {
		this.store.next(Operation.SETTLE, fault, fault);
		this.containers.schedule("a");
		this.containers.start(this::handle);
		await().until(() -> this.containers.isGone("a") && this.store.settles().size() >= 3);
		assertThat(this.deliveries).hasSize(1);
		await().until(() -> !this.containers.events(PollRecoveredEvent.class).isEmpty());
		assertThat(this.containers.events(LeaseLostEvent.class)).isEmpty();
	}

	@ParameterizedTest
	@MethodSource("faults")
	void keepsItsLeaseAfterARenewalFailed(Fault fault) {
		CountDownLatch release = new CountDownLatch(1);
		this.store.next(Operation.EXTEND, fault);
		this.containers.schedule("a");
		List<Boolean> lost = new CopyOnWriteArrayList<>();
		this.containers.lease(Duration.ofMillis(1500)).start((delivery) -> {
			release.await();
			lost.add(delivery.isLeaseLost());
			return handle(delivery);
		});
		await().until(() -> this.store.extensions().size() >= 2);
		release.countDown();
		await().until(() -> this.containers.isGone("a"));
		assertThat(this.deliveries).singleElement().extracting(Delivery::getAttempt).isEqualTo(1);
		assertThat(lost).containsExactly(false);
	}

	static List<Fault> faults() {
		return List.of(NOT_DONE, NOT_SENT_BUT_UNKNOWN, REPLY_LOST, BUG, BUG_IN_REPLY, ERROR);
	}

	@Test
	void repeatsAClaimOfUnknownOutcomeAsItWas() {
		this.store.next(Operation.CLAIM, REPLY_LOST, REPLY_LOST);
		this.containers.schedule("a");
		this.containers.start(this::handle);
		await().until(() -> this.containers.isGone("a"));
		assertThat(this.store.claims().subList(0, 3)).containsOnly(this.store.claims().get(0));
	}

	@Test
	void repeatsASettlementOfUnknownOutcomeAsItWas() {
		this.store.next(Operation.SETTLE, REPLY_LOST, REPLY_LOST);
		this.containers.schedule("a");
		this.containers.start(this::handle);
		await().until(() -> this.containers.isGone("a") && this.store.settles().size() >= 3);
		assertThat(this.store.settles().subList(0, 3)).containsOnly(this.store.settles().get(0));
	}

	@Test
	void repeatsAClaimWhoseOutcomeStaysUnknownWhenALaterTryIsNotDone() {
		this.store.next(Operation.CLAIM, REPLY_LOST, NOT_DONE, NOT_DONE);
		this.containers.schedule("a");
		this.containers.start(this::handle);
		await().until(() -> this.containers.isGone("a"));
		assertThat(this.store.claims().subList(0, 4)).containsOnly(this.store.claims().get(0));
	}

	@Test
	void repeatsASettlementWhoseOutcomeStaysUnknownWhenALaterTryIsNotDone() {
		this.store.next(Operation.SETTLE, REPLY_LOST, NOT_DONE, REPLY_LOST);
		this.containers.schedule("a");
		this.containers.start(this::handle);
		await().until(() -> this.store.settles().size() == 4);
		await().until(() -> !this.containers.events(PollRecoveredEvent.class).isEmpty());
		assertThat(this.containers.events(LeaseLostEvent.class)).isEmpty();
	}

	@Test
	void ridingSettlementsAreNotLostWithTheClaim() {
		this.containers.concurrency(1);
		for (int i = 0; i < 10; i++) {
			this.containers.schedule("m" + i);
		}
		this.containers.start((delivery) -> {
			if (delivery.getId().equals("m3")) {
				this.store.next(Operation.CLAIM, NOT_DONE, REPLY_LOST, NOT_SENT_BUT_UNKNOWN, REPLY_LOST);
			}
			return handle(delivery);
		});
		await().until(() -> this.store.count(QUEUE).leased() == 0 && this.deliveries.size() == 10);
		assertThat(this.deliveries).allMatch((delivery) -> delivery.getAttempt() == 1);
		assertThat(this.containers.events(LeaseLostEvent.class)).isEmpty();
	}

	@Test
	void settlesWhileClaimsFail() {
		CountDownLatch release = new CountDownLatch(1);
		this.containers.schedule("a");
		this.containers.maxPollInterval(Duration.ofMillis(20)).start((delivery) -> {
			release.await();
			return handle(delivery);
		});
		await().until(() -> !this.store.claims().isEmpty());
		this.store.always(Operation.CLAIM, NOT_DONE);
		await().until(() -> !this.containers.events(PollFailedEvent.class).isEmpty());
		release.countDown();
		await().until(() -> this.containers.isGone("a"));
	}

	@Test
	void renewsLeasesWhileClaimsAndSettlementsFail() {
		this.store.always(Operation.SETTLE, NOT_DONE);
		this.containers.schedule("a");
		this.containers.lease(Duration.ofMillis(300)).maxPollInterval(Duration.ofMillis(20)).start((delivery) -> {
			this.store.always(Operation.CLAIM, NOT_DONE);
			return handle(delivery);
		});
		await().until(() -> this.store.extensions().size() >= 8);
		this.store.allAlways(Fault.NONE);
		await().until(() -> this.containers.isGone("a"));
		assertThat(this.deliveries).hasSize(1);
	}

	@ParameterizedTest
	@MethodSource("faults")
	@KnownFault("asynq#642")
	void keepsWhatWasHandledWhenItsLeaseEndedDuringTheOutage(Fault fault) {
		this.containers.lease(Duration.ofMillis(150)).schedule("a");
		DefaultDelayListenerContainer container = this.containers.create((delivery) -> {
			this.store.allAlways(fault);
			return handle(delivery);
		});
		container.start();
		await().until(() -> this.deliveries.size() == 1);
		container.pause();
		// The next tries of all but the claim are far away then.
		await().until(() -> this.store.settles().size() >= 5);
		this.store.allAlways(Fault.NONE);
		container.resume();
		await().until(() -> this.containers.isGone("a"));
		assertThat(this.deliveries).hasSize(1);
	}

	@Test
	void keepsWhatIsHandledWhenItsLeaseEndedDuringTheOutage() {
		CountDownLatch release = new CountDownLatch(1);
		this.containers.lease(Duration.ofMillis(150)).schedule("a");
		DefaultDelayListenerContainer container = this.containers.start((delivery) -> {
			handle(delivery);
			release.await();
			return null;
		});
		await().until(() -> this.deliveries.size() == 1);
		container.pause();
		this.store.always(Operation.EXTEND, NOT_DONE);
		await().until(() -> this.store.extensions().size() >= 5);
		this.store.allAlways(Fault.NONE);
		container.resume();
		await().until(() -> !this.deliveries.get(0).isLeaseLost());
		release.countDown();
		await().until(() -> this.containers.isGone("a"));
		assertThat(this.deliveries).hasSize(1);
	}

	@Test
	void backsOffWhileTheStoreIsAway() {
		this.store.allAlways(NOT_DONE);
		this.containers.start(this::handle);
		await().until(() -> this.store.calls() >= 3);
		Containers.awaitDuring(Duration.ofMillis(400)).until(() -> this.store.calls() <= 6);
	}

	@Test
	@KnownFault("bullmq#1658")
	@SpringCitizen("events")
	void tellsOncePerOutageAndOnceOfItsEnd() {
		this.store.allAlways(NOT_DONE);
		DefaultDelayListenerContainer container = this.containers.start(this::handle);
		await().until(() -> this.store.calls() >= 4);
		assertThat(container.isRunning()).isTrue();
		assertThat(this.containers.events(PollRecoveredEvent.class)).isEmpty();
		this.store.allAlways(Fault.NONE);
		this.containers.schedule("a");
		await().until(() -> this.containers.isGone("a"));
		await().until(() -> this.containers.events(PollRecoveredEvent.class).size() == 1);
		assertThat(this.containers.events(PollFailedEvent.class)).singleElement().satisfies((event) -> {
			assertThat(event.listenerId()).isEqualTo("test");
			assertThat(event.queue()).isEqualTo(QUEUE);
			assertThat(event.cause()).hasMessage("not done");
		});
	}

	@Test
	void givesUpACallWhoseReplyCanNeverBeUnderstood() {
		Fault brokenReply = Fault.replyLost(() -> new IllegalStateException("a bug"));
		this.containers.lease(Duration.ofMillis(200));
		this.store.always(Operation.CLAIM, brokenReply);
		this.containers.schedule("a");
		this.containers.start(this::handle);
		await().until(() -> this.store.claims().stream().map((claim) -> claim.call().number()).distinct().count() >= 2);
		this.store.always(Operation.CLAIM, Fault.NONE);
		await().until(() -> this.containers.isGone("a"));
		assertThat(this.deliveries).hasSize(1);
	}

	@Test
	void givesUpASettlementThatCanNeverBeUnderstoodButKeepsItsContent() {
		this.containers.lease(Duration.ofMillis(200));
		this.store.always(Operation.SETTLE, BUG_IN_REPLY);
		this.containers.schedule("a");
		this.containers.start(this::handle);
		await().until(() -> this.store.settles().stream().map((call) -> call.call().number()).distinct().count() >= 2);
		assertThat(this.store.settlements()).allMatch(Settlement.Acknowledge.class::isInstance);
		assertThat(this.containers.isGone("a")).isTrue();
		this.store.always(Operation.SETTLE, Fault.NONE);
		await().until(() -> !this.containers.events(PollRecoveredEvent.class).isEmpty());
		assertThat(this.containers.events(LeaseLostEvent.class)).isEmpty();
		assertThat(this.deliveries).hasSize(1);
	}

	private @Nullable CompletionStage<?> handle(Delivery delivery) {
		this.deliveries.add(delivery);
		return null;
	}

}
