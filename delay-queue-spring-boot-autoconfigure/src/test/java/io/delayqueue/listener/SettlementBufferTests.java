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
import java.util.stream.IntStream;

import io.delayqueue.store.ClaimRequest;
import io.delayqueue.store.Settlement;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link SettlementBuffer}.
 */
class SettlementBufferTests {

	private final ManualTicker ticker = new ManualTicker();

	private final SettlementBuffer buffer = new SettlementBuffer(this.ticker);

	@Test
	void hasNothingToFlushAtFirst() {
		assertThat(this.buffer.flushAt()).isEqualTo(Ticker.NEVER);
		assertThat(this.buffer.take()).isEmpty();
	}

	@Test
	void isFlushedFiveMillisecondsAfterTheFirst() {
		this.ticker.advance(Duration.ofMillis(1));
		add("a");
		this.ticker.advance(Duration.ofMillis(4));
		add("b");
		assertThat(this.buffer.flushAt()).isEqualTo(Duration.ofMillis(6).toNanos());
		assertThat(ids(this.buffer.take())).containsExactly("a", "b");
		assertThat(this.buffer.flushAt()).isEqualTo(Ticker.NEVER);
	}

	@Test
	void isFlushedAtOnceWhenACallIsFull() {
		IntStream.range(0, ClaimRequest.MAX_MESSAGES + 1).forEach((i) -> add("m" + i));
		assertThat(this.buffer.flushAt()).isZero();
		assertThat(this.buffer.take()).hasSize(ClaimRequest.MAX_MESSAGES);
		assertThat(this.buffer.flushAt()).isZero();
		assertThat(ids(this.buffer.take())).containsExactly("m" + ClaimRequest.MAX_MESSAGES);
	}

	@Test
	void putsBackInOrderAndToBeFlushedAtOnce() {
		add("a");
		add("b");
		List<SettlementBuffer.Entry> taken = this.buffer.take();
		add("c");
		this.buffer.putBack(taken);
		assertThat(this.buffer.flushAt()).isZero();
		assertThat(ids(this.buffer.take())).containsExactly("a", "b", "c");
	}

	@Test
	void puttingBackNothingChangesNothing() {
		this.buffer.putBack(List.of());
		assertThat(this.buffer.flushAt()).isEqualTo(Ticker.NEVER);
	}

	private void add(String id) {
		this.buffer.add(ClaimedDeliveries.create(id, this.ticker, Ticker.NEVER), new Settlement.Acknowledge(id, 7));
	}

	private List<String> ids(List<SettlementBuffer.Entry> entries) {
		return entries.stream().map((entry) -> entry.settlement().id()).toList();
	}

}
