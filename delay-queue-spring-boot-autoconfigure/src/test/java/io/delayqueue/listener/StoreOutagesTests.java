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

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link StoreOutages}.
 */
class StoreOutagesTests {

	private static final Duration SHORT = Duration.ofMillis(10);

	private final ManualTicker ticker = new ManualTicker();

	private final StoreOutages outages = new StoreOutages(this.ticker);

	@Test
	void outageBeginsWithTheFirstConsumerAndEndsWithTheLast() {
		this.ticker.advance(Duration.ofSeconds(1));
		assertThat(this.outages.isNews("a", SHORT)).isTrue();
		assertThat(this.outages.isNews("b", SHORT)).isFalse();
		assertThat(this.outages.ends("a")).isFalse();
		assertThat(this.outages.isNews("a", SHORT)).isFalse();
		assertThat(this.outages.ends("b")).isFalse();
		assertThat(this.outages.ends("a")).isTrue();
		assertThat(this.outages.ends("a")).isFalse();
	}

	@Test
	void nextOutageIsNews() {
		this.ticker.advance(Duration.ofSeconds(1));
		this.outages.isNews("a", SHORT);
		this.outages.ends("a");
		this.ticker.advance(Duration.ofSeconds(1));
		assertThat(this.outages.isNews("a", SHORT)).isTrue();
	}

	@Test
	void tryThatBeganBeforeTheEndOfTheLastOutageBelongsToIt() {
		this.ticker.advance(Duration.ofSeconds(1));
		this.outages.isNews("a", SHORT);
		this.outages.ends("a");
		this.ticker.advance(Duration.ofSeconds(1));
		assertThat(this.outages.isNews("b", Duration.ofSeconds(2))).isFalse();
		assertThat(this.outages.ends("b")).isFalse();
	}

	@Test
	void outageIsToldOfAlsoIfATryFromBeforeItFailsFirst() {
		this.ticker.advance(Duration.ofSeconds(1));
		this.outages.isNews("a", SHORT);
		this.outages.ends("a");
		this.ticker.advance(Duration.ofSeconds(1));
		this.outages.isNews("old", Duration.ofSeconds(2));
		assertThat(this.outages.isNews("b", SHORT)).isTrue();
		assertThat(this.outages.isNews("old", SHORT)).isFalse();
		assertThat(this.outages.ends("b")).isFalse();
		assertThat(this.outages.ends("old")).isTrue();
	}

	@Test
	void consumerThatWasNotAffectedEndsNothing() {
		assertThat(this.outages.ends("a")).isFalse();
	}

}
