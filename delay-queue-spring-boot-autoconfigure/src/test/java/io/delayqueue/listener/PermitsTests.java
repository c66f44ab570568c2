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

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Permits}.
 */
class PermitsTests {

	private final Permits permits = new Permits(3);

	@Test
	void givesNoMoreThanThereAre() {
		assertThat(this.permits.takeUpTo(2)).isEqualTo(2);
		assertThat(this.permits.takeUpTo(2)).isOne();
		assertThat(this.permits.takeUpTo(2)).isZero();
		assertThat(this.permits.isAvailable()).isFalse();
	}

	@Test
	void givesThemAgainWhenTheyAreBack() {
		this.permits.takeUpTo(3);
		this.permits.giveBack(2);
		assertThat(this.permits.isAvailable()).isTrue();
		assertThat(this.permits.takeUpTo(10)).isEqualTo(2);
	}

}
