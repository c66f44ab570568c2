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

package io.delayqueue.store.model;

import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;

import io.delayqueue.store.DueTime;

/**
 * When a message is to be due.
 *
 * @param delay how long from now
 * @param absolute whether it is given as an instant
 */
record When(Duration delay, boolean absolute) {

	Stream<When> simpler() {
		return Stream.of(new When(Duration.ZERO, this.absolute), new When(this.delay, false))
			.filter((when) -> !when.equals(this));
	}

	DueTime dueTime(Instant now) {
		if (!this.absolute) {
			return new DueTime.After(this.delay);
		}
		boolean endless = this.delay.compareTo(Duration.between(now, Instant.MAX)) > 0;
		return new DueTime.At(endless ? Instant.MAX : now.plus(this.delay));
	}

	@Override
	public String toString() {
		return (this.absolute ? "at now + " : "in ") + this.delay;
	}

}
