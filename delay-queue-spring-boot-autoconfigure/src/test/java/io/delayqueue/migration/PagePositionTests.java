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

package io.delayqueue.migration;

import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link PagePosition}.
 */
class PagePositionTests {

	@Test
	void isAtTheLastScoreOfThePage() {
		assertThat(PagePosition.FIRST.after(page("1", "2"), List.of())).isEqualTo(new PagePosition("2", 0));
	}

	@Test
	void leavesOutThoseOfTheLastScoreThatHaveStayed() {
		List<PendingMember> page = page("1", "2", "2", "2");
		assertThat(PagePosition.FIRST.after(page, page.subList(0, 3))).isEqualTo(new PagePosition("2", 2));
	}

	@Test
	void leavesOutThoseOfPagesBeforeThatHaveTheSameScore() {
		List<PendingMember> page = page("2", "2");
		assertThat(new PagePosition("2", 3).after(page, page)).isEqualTo(new PagePosition("2", 5));
		assertThat(new PagePosition("2", 3).after(page, List.of())).isEqualTo(new PagePosition("2", 3));
	}

	@Test
	void forgetsThoseOfAnEarlierScore() {
		List<PendingMember> page = page("2", "3");
		assertThat(new PagePosition("2", 3).after(page, page)).isEqualTo(new PagePosition("3", 1));
	}

	@Test
	void takesBothWordsForZeroForOnePlace() {
		List<PendingMember> page = page("-0", "0", "-0");
		assertThat(new PagePosition("0", 2).after(page, page)).isEqualTo(new PagePosition("-0", 5));
	}

	@Test
	void knowsScoresWithoutEnd() {
		List<PendingMember> page = page("-inf", "-inf");
		assertThat(PagePosition.FIRST.after(page, page)).isEqualTo(new PagePosition("-inf", 2));
		List<PendingMember> last = page("inf");
		assertThat(new PagePosition("inf", 1).after(last, last)).isEqualTo(new PagePosition("inf", 2));
	}

	@Test
	void neverGoesBackWhereNothingHasGone() {
		List<PendingMember> page = page("1", "2");
		assertThatIllegalStateException().isThrownBy(() -> new PagePosition("3", 1).after(page, page))
			.withMessageContaining("not read in the order of the scores");
		assertThat(new PagePosition("3", 1).after(page, List.of())).isEqualTo(new PagePosition("2", 0));
	}

	private static List<PendingMember> page(String... scores) {
		return Arrays.stream(scores).map((score) -> new PendingMember(new byte[0], score)).toList();
	}

}
