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
import java.time.Instant;

import io.delayqueue.store.ClaimedMessage;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link ClaimedDelivery}.
 */
class ClaimedDeliveryTests {

	private final ManualTicker ticker = new ManualTicker();

	private final ClaimedDelivery delivery = ClaimedDeliveries.create("a", this.ticker,
			Duration.ofSeconds(30).toNanos());

	@Test
	void isSettledOnce() {
		begin();
		assertThat(this.delivery.isDecided()).isFalse();
		assertThat(this.delivery.decide()).isTrue();
		assertThat(this.delivery.decide()).isFalse();
		assertThat(this.delivery.isDecided()).isTrue();
	}

	@Test
	void endsOnceAfterHandlingAndSettlement() {
		begin();
		assertThat(this.delivery.finish()).isTrue();
		assertThat(this.delivery.finish()).isFalse();
		assertThat(this.delivery.decide()).isTrue();
		assertThat(this.delivery.end()).isFalse();
		this.delivery.passOn();
		assertThat(this.delivery.end()).isTrue();
		assertThat(this.delivery.end()).isFalse();
	}

	@Test
	void doesNotEndWhileItIsHandledAlthoughItIsSettled() {
		begin();
		assertThat(this.delivery.decide()).isTrue();
		this.delivery.passOn();
		assertThat(this.delivery.end()).isFalse();
	}

	@Test
	void isHandledUntilNothingMoreComesOfIt() {
		assertThat(this.delivery.isHandled()).isFalse();
		begin();
		this.delivery.finish();
		this.delivery.decide();
		this.delivery.passOn();
		assertThat(this.delivery.end()).isTrue();
		assertThat(this.delivery.isHandled()).isTrue();
		this.delivery.over();
		assertThat(this.delivery.isHandled()).isFalse();
	}

	@Test
	void isNotGivenBackOnceAHandlerBegan() {
		assertThat(begin()).isTrue();
		assertThat(this.delivery.giveBack()).isFalse();
		assertThat(this.delivery.isDecided()).isFalse();
	}

	@Test
	void isNotHandledOnceItWasGivenBack() {
		assertThat(this.delivery.giveBack()).isTrue();
		assertThat(begin()).isFalse();
		assertThat(this.delivery.decide()).isFalse();
	}

	@Test
	void hasNoAcknowledgmentBeforeAHandlerBegan() {
		assertThatIllegalStateException().isThrownBy(this.delivery::getAcknowledgment);
		begin();
		assertThat(this.delivery.getAcknowledgment()).isNotNull();
	}

	@Test
	void countsTheTimeUntilTheHandlerBeganAsLateness() {
		this.ticker.advance(Duration.ofMillis(10));
		begin();
		this.ticker.advance(Duration.ofMillis(10));
		assertThat(this.delivery.getLateness()).isEqualTo(Duration.ofMillis(15));
	}

	@Test
	void losesItsLeaseByTheMonotonicClock() {
		this.ticker.advance(Duration.ofSeconds(30).minusNanos(1));
		assertThat(this.delivery.isLeaseLost()).isFalse();
		this.ticker.advance(Duration.ofNanos(1));
		assertThat(this.delivery.isLeaseLost()).isTrue();
		assertThat(this.delivery.isKnownLost()).isFalse();
	}

	@Test
	void tellsOnceThatTheLeaseIsKnownToBeLost() {
		assertThat(this.delivery.leaseLost()).isTrue();
		assertThat(this.delivery.leaseLost()).isFalse();
		assertThat(this.delivery.isLeaseLost()).isTrue();
	}

	@Test
	void doesNotPassAnInterruptOnToWhatTheThreadDoesNext() {
		begin();
		assertThat(this.delivery.isHandledBy(Thread.currentThread())).isTrue();
		this.delivery.interrupt();
		this.delivery.leave();
		assertThat(Thread.interrupted()).isFalse();
		assertThat(this.delivery.wasInterrupted()).isTrue();
		assertThat(this.delivery.isHandledBy(Thread.currentThread())).isFalse();
	}

	@Test
	void interruptsNobodyOnceTheHandlerHasReturned() {
		begin();
		this.delivery.leave();
		this.delivery.interrupt();
		assertThat(Thread.interrupted()).isFalse();
		assertThat(this.delivery.wasInterrupted()).isFalse();
	}

	@Test
	void notesAnInterruptOnceWhileItIsHandled() {
		assertThat(this.delivery.noteInterrupt()).isFalse();
		begin();
		assertThat(this.delivery.noteInterrupt()).isTrue();
		assertThat(this.delivery.noteInterrupt()).isFalse();
		assertThat(this.delivery.wasInterrupted()).isTrue();
		assertThat(Thread.interrupted()).isFalse();
	}

	@Test
	void hasNoMessageIfItCannotBeRead() {
		ClaimedDelivery unreadable = new ClaimedDelivery("q",
				new ClaimedMessage("a", 7, Instant.EPOCH, Duration.ZERO, 1, 0, null, "defect"), this.ticker, 1,
				new SharedPermit(new Permits(0), 1));
		assertThatIllegalStateException().isThrownBy(unreadable::getMessage);
	}

	private boolean begin() {
		return this.delivery.begin(new TestAcknowledgment());
	}

}
