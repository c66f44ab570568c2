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
	 */
	PagePosition after(List<PendingMember> page, List<PendingMember> stayed) {
		String last = page.get(page.size() - 1).score();
		int before = last.equals(this.score) ? this.leftOut : 0;
		int more = (int) stayed.stream().filter((member) -> member.score().equals(last)).count();
		return new PagePosition(last, before + more);
	}

}
