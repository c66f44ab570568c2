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

package io.delayqueue.survival;

import java.util.Arrays;
import java.util.List;

import io.delayqueue.core.DelayMessage;

/**
 * What a message asks its handler to do.
 *
 * @param millis how long to take, attempt by attempt; the last holds for all further ones
 * @param failures how many attempts fail
 */
record Work(List<Long> millis, int failures) {

	static final String QUEUE = "work";

	static final String GENERATION = "generation";

	/**
	 * As long as it is not released, see {@link Gates}.
	 */
	static final long UNTIL_RELEASED = Long.MAX_VALUE;

	/**
	 * Every attempt fails, and the first is the last; the listener of dead letters does
	 * the work.
	 */
	static final int FOR_GOOD = Integer.MAX_VALUE;

	static Work taking(long... millis) {
		return new Work(Arrays.stream(millis).boxed().toList(), 0);
	}

	Work failing(int failures) {
		return new Work(this.millis, failures);
	}

	long millisIn(int attempt) {
		return this.millis.get(Math.min(attempt, this.millis.size()) - 1);
	}

	DelayMessage.Builder<Work> as(String id, long generation) {
		return DelayMessage.to(QUEUE).payload(this).id(id).header(GENERATION, String.valueOf(generation));
	}

}
