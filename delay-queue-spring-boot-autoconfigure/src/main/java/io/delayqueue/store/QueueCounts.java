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

package io.delayqueue.store;

import java.time.Duration;

/**
 * How many messages a queue holds.
 *
 * @param waiting those not handed out and not yet due
 * @param due those not handed out although due
 * @param leased those in flight
 * @param dead the dead letters
 * @param oldestOverdue how long the earliest of the due ones has been due; zero if none
 * is
 * @param paused whether nothing is handed out at present
 * @since 0.1.0
 */
public record QueueCounts(long waiting, long due, long leased, long dead, Duration oldestOverdue, boolean paused) {

	/**
	 * Create counts of a queue that is not paused.
	 * @param waiting those not handed out and not yet due
	 * @param due those not handed out although due
	 * @param leased those in flight
	 * @param dead the dead letters
	 * @param oldestOverdue how long the earliest of the due ones has been due
	 */
	public QueueCounts(long waiting, long due, long leased, long dead, Duration oldestOverdue) {
		this(waiting, due, leased, dead, oldestOverdue, false);
	}

}
