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
import java.util.stream.IntStream;

import io.delayqueue.store.ClaimRequest;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LeaseKeeper}.
 */
class LeaseKeeperTests {

	private final ManualTicker ticker = new ManualTicker();

	private final LeaseKeeper keeper = new LeaseKeeper(Duration.ofSeconds(30));

	@Test
	void renewsAtAThirdOfTheLease() {
		hold("a", 0);
		assertThat(this.keeper.nextRenewal()).isEqualTo(Duration.ofSeconds(10).toNanos());
	}

	@Test
	void hasNothingToRenewAtFirst() {
		assertThat(this.keeper.isEmpty()).isTrue();
		assertThat(this.keeper.nextRenewal()).isEqualTo(Ticker.NEVER);
		assertThat(this.keeper.due(0)).isEmpty();
	}

	@Test
	void leaseLastsFromWhenItWasAskedFor() {
		ClaimedDelivery delivery = hold("a", 0);
		this.keeper.renewed(delivery, Duration.ofSeconds(12).toNanos());
		this.ticker.advance(Duration.ofSeconds(42).minusNanos(1));
		assertThat(delivery.isLeaseLost()).isFalse();
		this.ticker.advance(Duration.ofNanos(1));
		assertThat(delivery.isLeaseLost()).isTrue();
	}

	@Test
	void takesLeasesAlongWhoseTimeComesSoon() {
		ClaimedDelivery first = hold("a", 0);
		ClaimedDelivery soon = hold("b", Duration.ofSeconds(3).toNanos());
		hold("c", Duration.ofSeconds(4).toNanos());
		assertThat(this.keeper.due(Duration.ofSeconds(10).toNanos())).containsExactly(first, soon);
	}

	@Test
	void renewedLeaseIsLast() {
		ClaimedDelivery first = hold("a", 0);
		ClaimedDelivery second = hold("b", 1);
		this.keeper.renewed(first, Duration.ofSeconds(10).toNanos());
		assertThat(this.keeper.due(Duration.ofSeconds(10).toNanos())).containsExactly(second);
		assertThat(this.keeper.nextRenewal()).isEqualTo(Duration.ofSeconds(10).toNanos() + 1);
	}

	@Test
	void renewsNoMoreThanOneCallTakes() {
		IntStream.range(0, 300).forEach((i) -> hold("m" + i, i));
		assertThat(this.keeper.due(Duration.ofSeconds(10).toNanos() + 300)).hasSize(ClaimRequest.MAX_MESSAGES);
	}

	@Test
	void forgetsWhatIsDroppedOrLost() {
		ClaimedDelivery dropped = hold("a", 0);
		ClaimedDelivery lost = hold("b", 0);
		lost.leaseLost();
		this.keeper.drop(dropped);
		assertThat(this.keeper.due(Duration.ofSeconds(10).toNanos())).isEmpty();
		assertThat(this.keeper.isEmpty()).isTrue();
	}

	@Test
	void renewsAnExtendedLeaseWhenThatDoesNotShortenIt() {
		ClaimedDelivery extended = hold("a", 0);
		this.keeper.extended(extended, 0, Duration.ofMinutes(10));
		assertThat(this.keeper.nextRenewal()).isEqualTo(Duration.ofSeconds(580).toNanos());
		ClaimedDelivery other = hold("b", 0);
		assertThat(this.keeper.due(Duration.ofSeconds(10).toNanos())).containsExactly(other);
		assertThat(this.keeper.held()).containsExactlyInAnyOrder(extended, other);
		this.ticker.advance(Duration.ofMinutes(10).minusNanos(1));
		assertThat(extended.isLeaseLost()).isFalse();
		assertThat(this.keeper.due(Duration.ofSeconds(580).toNanos())).containsExactly(extended, other);
		this.keeper.renewed(extended, Duration.ofSeconds(580).toNanos());
		this.keeper.drop(other);
		assertThat(this.keeper.nextRenewal()).isEqualTo(Duration.ofSeconds(590).toNanos());
		this.keeper.drop(extended);
		assertThat(this.keeper.isEmpty()).isTrue();
	}

	private ClaimedDelivery hold(String id, long sentAt) {
		ClaimedDelivery delivery = ClaimedDeliveries.create(id, this.ticker, this.keeper.leaseEnd(sentAt));
		this.keeper.hold(delivery, sentAt);
		return delivery;
	}

}
