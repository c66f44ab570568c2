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
import java.util.ArrayList;
import java.util.List;

import io.delayqueue.listener.PollerTask.Operation;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.then;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link PollHealth}.
 */
class PollHealthTests {

	private static final Exception CAUSE = new IllegalStateException("down");

	private final ManualTicker ticker = new ManualTicker();

	private final StopState stop = new StopState(this.ticker);

	private final PollReport report = mock(PollReport.class);

	private final PollHealth health = new PollHealth(this.ticker, this.stop, this.report);

	@Test
	void pausesGrowWithJitterUntilTheCap() {
		List<Long> pauses = new ArrayList<>();
		for (int i = 0; i < 12; i++) {
			this.health.failed(Operation.CLAIM, CAUSE, this.ticker.read());
			pauses.add(Duration.ofNanos(this.health.retryAt(Operation.CLAIM) - this.ticker.read()).toMillis());
			this.ticker.advance(Duration.ofSeconds(3));
		}
		assertThat(pauses.get(0)).isBetween(25L, 75L);
		assertThat(pauses.get(3)).isGreaterThan(pauses.get(0));
		assertThat(pauses).allMatch((pause) -> pause <= 2000);
		assertThat(pauses.get(11)).isGreaterThan(1000);
	}

	@Test
	void eachOperationHasAPauseOfItsOwn() {
		this.health.failed(Operation.CLAIM, CAUSE, this.ticker.read());
		assertThat(this.health.retryAt(Operation.SETTLE)).isZero();
		assertThat(this.health.isHealthy()).isFalse();
	}

	@Test
	void outageIsReportedOnceAndEndsWhenNothingFailsAnyMore() {
		long begin = this.ticker.read();
		this.ticker.advance(Duration.ofMillis(40));
		this.health.failed(Operation.CLAIM, CAUSE, begin);
		this.health.failed(Operation.CLAIM, CAUSE, this.ticker.read());
		this.health.failed(Operation.EXTEND, CAUSE, this.ticker.read());
		this.ticker.advance(Duration.ofSeconds(3));
		this.health.succeeded(Operation.CLAIM);
		then(this.report).should().failed(Operation.CLAIM.text(), CAUSE, Duration.ofMillis(40));
		then(this.report).should().failedAgain(Operation.CLAIM.text(), CAUSE, Duration.ZERO);
		then(this.report).should().failedAgain(Operation.EXTEND.text(), CAUSE, Duration.ZERO);
		then(this.report).shouldHaveNoMoreInteractions();
		this.health.succeeded(Operation.EXTEND);
		this.health.succeeded(Operation.EXTEND);
		then(this.report).should().recovered(Duration.ofSeconds(3));
		assertThat(this.health.isHealthy()).isTrue();
	}

	@Test
	void endIsReportedAsItCame() {
		this.health.ended();
		then(this.report).should().ended();
		this.stop.finishWithin(Duration.ZERO);
		this.health.ended();
		then(this.report).should().stopped();
	}

	@Test
	void pausesAreShortWhileStopping() {
		for (int i = 0; i < 10; i++) {
			this.health.failed(Operation.SETTLE, CAUSE, this.ticker.read());
		}
		this.stop.drain();
		assertThat(this.health.retryAt(Operation.SETTLE)).isLessThanOrEqualTo(Duration.ofMillis(100).toNanos());
	}

	@Test
	void knowsHowLongAgoTheStoreLastAnswered() {
		assertThat(this.health.status(false)).isEqualTo(new PollStatus(false, null, Duration.ZERO));
		this.health.begun();
		this.health.answered(Operation.CLAIM);
		this.ticker.advance(Duration.ofSeconds(7));
		assertThat(this.health.status(true)).isEqualTo(new PollStatus(true, Duration.ofSeconds(7), Duration.ZERO));
	}

	@Test
	void isInTroubleFromTheFirstFailureUntilNothingFails() {
		this.health.begun();
		this.health.failed(Operation.CLAIM, CAUSE, this.ticker.read());
		this.ticker.advance(Duration.ofSeconds(3));
		this.health.begun();
		this.health.failed(Operation.CLAIM, CAUSE, this.ticker.read());
		this.ticker.advance(Duration.ofSeconds(4));
		assertThat(this.health.status(false).troubleFor()).isEqualTo(Duration.ofSeconds(7));
		this.health.answered(Operation.CLAIM);
		assertThat(this.health.status(false).troubleFor()).isZero();
	}

	@Test
	void isInTroubleWhileTheStoreKeepsItWaiting() {
		this.health.begun();
		this.ticker.advance(Duration.ofSeconds(5));
		assertThat(this.health.isHealthy()).isTrue();
		assertThat(this.health.status(false).troubleFor()).isEqualTo(Duration.ofSeconds(5));
	}

	@Test
	void isInTroubleFromTheBeginOfTheCallThatFailed() {
		long begin = this.ticker.read();
		this.health.begun();
		this.ticker.advance(Duration.ofSeconds(60));
		this.health.failed(Operation.CLAIM, CAUSE, begin);
		this.ticker.advance(Duration.ofSeconds(1));
		assertThat(this.health.status(false).troubleFor()).isEqualTo(Duration.ofSeconds(61));
	}

	@Test
	void isInTroubleNoMoreWhenWhatFailedIsNotNeededAnyMore() {
		this.health.begun();
		this.health.failed(Operation.SETTLE, CAUSE, this.ticker.read());
		this.health.succeeded(Operation.SETTLE);
		this.ticker.advance(Duration.ofSeconds(1));
		assertThat(this.health.status(false).troubleFor()).isZero();
	}

}
