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

import java.util.List;

import org.springframework.util.Assert;

/**
 * Where a page begins. Members of earlier pages that have stayed where they were are
 * passed over by their score, so that it does not matter what others remove meanwhile.
 *
 * @param score the score to begin at, in the words of Redis
 * @param leftOut how many to leave out that have this score
 */
record PagePosition(String score, int leftOut) {

	static final PagePosition FIRST = new PagePosition("-inf", 0);

	/**
	 * Return where the page after one begins.
	 * @param page the page, not empty
	 * @param stayed those of it that have stayed where they were
	 * @return where the next page begins
	 * @throws IllegalStateException if that is no further on although nothing has gone:
	 * there would never be an end
	 */
	PagePosition after(List<PendingMember> page, List<PendingMember> stayed) {
		PendingMember last = page.get(page.size() - 1);
		int before = isAt(last) ? this.leftOut : 0;
		int more = (int) stayed.stream().filter((member) -> member.scoreValue() == last.scoreValue()).count();
		PagePosition next = new PagePosition(last.score(), before + more);
		Assert.state(stayed.size() < page.size() || next.isAfter(this),
				() -> "What is pending was not read in the order of the scores: " + next + " follows " + this);
		return next;
	}

	// By value: Redis has two words for zero, which are one place.
	private boolean isAt(PendingMember member) {
		return member.scoreValue() == PendingMember.valueOf(this.score);
	}

	private boolean isAfter(PagePosition other) {
		double here = PendingMember.valueOf(this.score);
		double there = PendingMember.valueOf(other.score);
		return here > there || (here == there && this.leftOut > other.leftOut);
	}

}
