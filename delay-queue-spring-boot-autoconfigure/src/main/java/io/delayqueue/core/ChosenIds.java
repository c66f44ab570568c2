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

package io.delayqueue.core;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;

/**
 * The ids that an operation was told and has not dealt with yet. Used by one thread.
 */
final class ChosenIds {

	private final Deque<String> ids;

	ChosenIds(Collection<String> ids) {
		this.ids = new ArrayDeque<>(ids);
	}

	/**
	 * Return the next ones. They stay until {@link #done(int, int, int)}: a step that
	 * failed is taken again.
	 * @param size how many at most
	 * @return the ids
	 */
	List<String> next(int size) {
		return this.ids.stream().limit(size).toList();
	}

	/**
	 * Drop ids that a step has dealt with.
	 * @param count how many of the next ones
	 * @param done how many messages it dealt with
	 * @param skipped how many it left as they were
	 * @return what the step did
	 */
	BulkRun.Result done(int count, int done, int skipped) {
		for (int i = 0; i < count; i++) {
			this.ids.removeFirst();
		}
		return new BulkRun.Result(done, skipped, this.ids.isEmpty());
	}

}
