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

import io.delayqueue.LeaseLostException;
import io.delayqueue.listener.SettlementBuffer.Entry;
import io.delayqueue.observation.ConsumerMetrics;
import io.delayqueue.store.RetryPolicy;
import io.delayqueue.store.Settlement;
import io.delayqueue.store.Source;
import io.delayqueue.store.memory.InMemoryDelayQueueStore;
import io.micrometer.observation.ObservationRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static io.delayqueue.listener.Containers.QUEUE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

/**
 * Tests for what {@link MessageProcessor} makes of a lease that is lost while a delivery
 * is on its way to the handler or in it.
 */
@ExtendWith(OutputCaptureExtension.class)
class MessageProcessorTests {

	private static final Duration LEASE = Duration.ofSeconds(30);

	// A failure would be the last one.
	private static final RetryPolicy NO_RETRIES = new RetryPolicy(0, List.of(Duration.ZERO), Duration.ZERO);

	private final ManualTicker ticker = new ManualTicker();

	private final ConsumerContext context = ConsumerContext
		.create("test", QUEUE, Source.MESSAGES, new ListenerSettings(1, LEASE, LEASE, LEASE, NO_RETRIES), 1,
				new InMemoryDelayQueueStore(), this.ticker, new WakeUp(this.ticker),
				new ConsumerReport("test", QUEUE, Source.MESSAGES, new EventDispatcher(null, "test"),
						ConsumerMetrics.NONE),
				mock(PollReport.class),
				new HandlingObserver("test", QUEUE, this.ticker, ConsumerMetrics.NONE, ObservationRegistry.NOOP, null));

	private final ClaimedDelivery delivery = ClaimedDeliveries.create("a", this.ticker, LEASE.toNanos());

	@Test
	void releasesWhatIsGivenUpBecauseItsLeaseIsLost(CapturedOutput output) {
		process(this::loseTheLeaseAndGiveUp);
		assertThat(settlements()).containsExactly(new Settlement.Release("a", 7));
		assertThat(output).contains("INFO").contains("message 'a' of queue 'orders' was given up in attempt 1");
		assertThat(output).doesNotContain("WARN").doesNotContain("failed");
	}

	@Test
	void releasesWhatIsGivenUpInAWrapper() {
		process((delivery) -> {
			try {
				return loseTheLeaseAndGiveUp(delivery);
			}
			catch (LeaseLostException ex) {
				throw new ListenerExecutionFailedException("test", QUEUE, "a", ex);
			}
		});
		assertThat(settlements()).containsExactly(new Settlement.Release("a", 7));
	}

	@Test
	void releasesWhatIsGivenUpAlthoughALateRenewalSavesItsLease() {
		process((delivery) -> {
			try {
				return loseTheLeaseAndGiveUp(delivery);
			}
			finally {
				this.delivery.leaseEndsAt(Ticker.NEVER);
			}
		});
		assertThat(settlements()).containsExactly(new Settlement.Release("a", 7));
	}

	@Test
	void settlesNothingThatIsKnownToBeLost() {
		process((delivery) -> {
			this.delivery.leaseLost();
			throw new LeaseLostException(QUEUE, "a");
		});
		assertThat(settlements()).isEmpty();
		assertThat(this.context.inFlight().list()).isEmpty();
	}

	@Test
	void countsGivingUpWithALeaseThatLastsAsAFailure() {
		process((delivery) -> {
			throw new LeaseLostException(QUEUE, "a");
		});
		assertThat(settlements()).singleElement().isInstanceOf(Settlement.DeadLetter.class);
	}

	private CompletionStage<?> loseTheLeaseAndGiveUp(Delivery delivery) {
		this.ticker.advance(LEASE);
		assertThat(delivery.isLeaseLost()).isTrue();
		throw new LeaseLostException(delivery.getQueue(), delivery.getId());
	}

	private void process(DelayMessageListener listener) {
		this.context.permits().takeUpTo(1);
		this.context.inFlight().add(this.delivery);
		new MessageProcessor(new DeliveryFinisher(this.context), listener).process(List.of(this.delivery));
	}

	private List<Settlement> settlements() {
		return Entry.settlements(this.context.buffer().take());
	}

}
