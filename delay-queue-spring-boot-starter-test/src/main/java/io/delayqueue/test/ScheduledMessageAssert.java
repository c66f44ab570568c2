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

package io.delayqueue.test;

import java.time.Duration;
import java.time.Instant;

/**
 * Assertions about a message that waits for its due time.
 *
 * @since 0.1.0
 */
public final class ScheduledMessageAssert extends AbstractMessageAssert<ScheduledMessageAssert> {

	ScheduledMessageAssert(TestQueue queue, TestMessage message) {
		super(queue, message, ScheduledMessageAssert.class);
	}

	/**
	 * Verify how long it is until the message is due, to the millisecond.
	 * @param duration how long
	 * @return this assertion
	 */
	public ScheduledMessageAssert dueIn(Duration duration) {
		Duration actual = Duration.between(queue().now(), this.actual.time());
		if (actual.minus(duration).abs().compareTo(Duration.ofMillis(1)) >= 0) {
			throw failed("to be due " + QueueDescription.dueIn(duration) + ", but it is due "
					+ QueueDescription.dueIn(actual));
		}
		return this;
	}

	/**
	 * Verify when the message is due, to the millisecond.
	 * @param instant when
	 * @return this assertion
	 */
	public ScheduledMessageAssert dueAt(Instant instant) {
		if (Duration.between(instant, this.actual.time()).abs().compareTo(Duration.ofMillis(1)) >= 0) {
			throw failed("to be due at " + instant + ", but it is due at " + this.actual.time());
		}
		return this;
	}

	/**
	 * Verify that the message is due now, or has been for a while.
	 * @return this assertion
	 */
	public ScheduledMessageAssert isDue() {
		if (this.actual.time().isAfter(queue().now())) {
			throw failed("to be due, but it will be at " + this.actual.time());
		}
		return this;
	}

	/**
	 * Verify that the message comes again and again.
	 * @return this assertion
	 */
	public ScheduledMessageAssert isRecurring() {
		if (!this.actual.isRecurring()) {
			throw failed("to be recurring");
		}
		return this;
	}

}
