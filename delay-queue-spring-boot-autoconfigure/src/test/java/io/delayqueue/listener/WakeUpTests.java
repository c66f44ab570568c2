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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import io.delayqueue.KnownFault;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link WakeUp}.
 */
@Timeout(20)
class WakeUpTests {

	private final ManualTicker ticker = new ManualTicker();

	private final WakeUp wakeUp = new WakeUp(this.ticker);

	@Test
	void claimsAtOnceAtFirst() {
		assertThat(this.wakeUp.nextClaim()).isLessThanOrEqualTo(this.ticker.read());
	}

	@Test
	void nearestMomentWins() {
		this.wakeUp.claimSent();
		this.wakeUp.claimIn(Duration.ofSeconds(50));
		this.wakeUp.claimIn(Duration.ofSeconds(3));
		this.wakeUp.claimIn(Duration.ofSeconds(20));
		assertThat(this.wakeUp.nextClaim()).isEqualTo(Duration.ofSeconds(3).toNanos());
	}

	@Test
	@KnownFault("redisson#5172")
	void replyDoesNotUndoAHintThatCameAfterItsClaimWasSent() {
		this.wakeUp.claimSent();
		this.wakeUp.claimIn(Duration.ofSeconds(3));
		this.wakeUp.claimAt(Duration.ofSeconds(50).toNanos());
		assertThat(this.wakeUp.nextClaim()).isEqualTo(Duration.ofSeconds(3).toNanos());
	}

	@Test
	void forgetsWhatAClaimTakesCareOf() {
		this.wakeUp.claimIn(Duration.ofSeconds(3));
		this.wakeUp.claimSent();
		assertThat(this.wakeUp.nextClaim()).isEqualTo(Ticker.NEVER);
	}

	@Test
	void longestWaitDoesNotOverflow() {
		this.wakeUp.claimSent();
		this.ticker.advance(Duration.ofDays(1));
		this.wakeUp.claimIn(Duration.ofSeconds(Long.MAX_VALUE));
		assertThat(this.wakeUp.nextClaim()).isEqualTo(Ticker.NEVER);
	}

	@Test
	void negativeWaitMeansAtOnce() {
		this.wakeUp.claimSent();
		this.ticker.advance(Duration.ofSeconds(1));
		this.wakeUp.claimIn(Duration.ofSeconds(-7));
		assertThat(this.wakeUp.nextClaim()).isEqualTo(this.ticker.read());
	}

	@Test
	void doesNotSleepAfterASignalThatCameBefore() {
		this.wakeUp.signal();
		this.wakeUp.await(Ticker.NEVER);
		assertThat(this.wakeUp.nextClaim()).isZero();
	}

	@Test
	void doesNotSleepUntilAMomentThatHasPassed() {
		this.ticker.advance(Duration.ofSeconds(1));
		this.wakeUp.await(Duration.ofMillis(999).toNanos());
		assertThat(this.ticker.read()).isPositive();
	}

	@Test
	void isWokenByANearerMoment() {
		this.wakeUp.claimSent();
		CompletableFuture<Void> sleeper = CompletableFuture.runAsync(() -> this.wakeUp.await(Ticker.NEVER));
		this.wakeUp.claimIn(Duration.ofSeconds(1));
		assertThat(sleeper).succeedsWithin(Duration.ofSeconds(10));
	}

	@Test
	void isWokenByAnInterrupt() {
		Thread.currentThread().interrupt();
		this.wakeUp.await(Ticker.NEVER);
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
	}

	@Test
	void losesNoSignal() {
		int signals = 20_000;
		AtomicInteger produced = new AtomicInteger();
		CompletableFuture<Void> sleeper = CompletableFuture.runAsync(() -> {
			// Nothing else would wake it from its last sleep.
			for (int seen = 0; seen < signals; seen = produced.get()) {
				this.wakeUp.await(Ticker.NEVER);
			}
		});
		for (int i = 0; i < signals; i++) {
			produced.incrementAndGet();
			this.wakeUp.signal();
		}
		assertThat(sleeper).succeedsWithin(Duration.ofSeconds(10));
	}

}
