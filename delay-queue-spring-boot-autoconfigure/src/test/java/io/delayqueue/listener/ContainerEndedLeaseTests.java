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

import io.delayqueue.event.MessageDeadLetteredEvent;
import io.delayqueue.store.ClaimReply;
import io.delayqueue.store.ClaimRequest;
import io.delayqueue.store.ConsumerCall;
import io.delayqueue.store.EndedLease;
import io.delayqueue.store.EndedLease.Fate;
import io.delayqueue.store.RetryPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static io.delayqueue.listener.Containers.QUEUE;
import static io.delayqueue.listener.Containers.await;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what {@link DefaultDelayListenerContainer} does about leases of consumers
 * that died.
 */
class ContainerEndedLeaseTests {

	private static final RetryPolicy NO_RETRIES = new RetryPolicy(0, List.of(Duration.ZERO), Duration.ZERO);

	@RegisterExtension
	final Containers containers = new Containers().maxPollInterval(Duration.ofMillis(20));

	private final ScriptedStore store = this.containers.store();

	private int calls;

	@Test
	void publishesThatAMessageDiedWithItsConsumers() {
		claimAndDie("a", true);
		this.containers.retryPolicy(NO_RETRIES).start((delivery) -> null);
		await().until(() -> !this.containers.events(MessageDeadLetteredEvent.class).isEmpty());
		assertThat(this.containers.events(MessageDeadLetteredEvent.class))
			.containsExactly(new MessageDeadLetteredEvent("test", QUEUE, "a", "LEASE_ENDED", null));
	}

	@Test
	void takesOverWhatADeadConsumerLeft() {
		claimAndDie("a", true);
		this.containers.start((delivery) -> null);
		await().until(() -> this.containers.isGone("a"));
	}

	@Test
	void takesOverWhatNeverArrivedAtADeadConsumerWithoutCountingAFailure() {
		claimAndDie("a", false);
		this.containers.retryPolicy(NO_RETRIES).start((delivery) -> null);
		await().until(() -> this.containers.isGone("a"));
		assertThat(this.containers.events(MessageDeadLetteredEvent.class)).isEmpty();
	}

	@ParameterizedTest
	@EnumSource(Fate.class)
	void goesOnWhateverBecameOfALease(Fate fate) {
		this.store.mapClaimReplies((reply) -> new ClaimReply(reply.messages(), reply.token(), reply.settlements(),
				List.of(new EndedLease("x", fate)), List.of(), reply.untilNext()));
		this.containers.start((delivery) -> null);
		this.containers.schedule("a");
		await().until(() -> this.containers.isGone("a"));
	}

	private void claimAndDie(String id, boolean confirm) {
		this.containers.schedule(id);
		// What is due now can be claimed from the next millisecond on.
		long token = await().until(this::claimAsTheDead, (reply) -> !reply.messages().isEmpty()).token();
		if (confirm) {
			this.store.settle(new ConsumerCall(QUEUE, "dead", ++this.calls, token), List.of());
		}
	}

	private ClaimReply claimAsTheDead() {
		this.calls++;
		return this.store.claim(new ClaimRequest(new ConsumerCall(QUEUE, "dead", this.calls, 0), 1,
				Duration.ofMillis(30), NO_RETRIES, List.of()));
	}

}
