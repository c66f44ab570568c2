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

/**
 * How many waiting messages of a queue were due when, at one moment. Each is counted
 * once.
 *
 * @param overdue those that are due and not yet handed out
 * @param nextMinute those that will be due within a minute
 * @param nextHour those that will be due after that, within an hour
 * @param nextDay those that will be due after that, within 24 hours
 * @param later those that will be due after that
 * @since 0.1.0
 */
public record DueHistogram(long overdue, long nextMinute, long nextHour, long nextDay, long later) {

	/**
	 * Return how many wait in all.
	 * @return the sum
	 */
	public long total() {
		return this.overdue + this.nextMinute + this.nextHour + this.nextDay + this.later;
	}

}
