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

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * What became of a message that was scheduled.
 *
 * @param queue the queue
 * @param id the id
 * @param dueTime when it is due, by the store's clock; {@code null} if that is not known
 * @param outcome what became of it
 * @since 0.1.0
 */
public record ScheduleResult(String queue, String id, @Nullable Instant dueTime, Outcome outcome) {

	/**
	 * What became of the message.
	 */
	public enum Outcome {

		/**
		 * It is scheduled.
		 */
		SCHEDULED,

		/**
		 * It is scheduled and took the place of another one with its id.
		 */
		REPLACED,

		/**
		 * Another one with its id was kept.
		 */
		KEPT,

		/**
		 * It will be scheduled once the transaction has committed, and not at all if that
		 * is rolled back. Only if the template is told to wait for transactions.
		 */
		DEFERRED,

		/**
		 * Its id is taken and its policy is REJECT. Only in the results of a
		 * {@link BatchScheduleException}.
		 */
		REJECTED,

		/**
		 * As many messages wait in the queue as may. Only in the results of a
		 * {@link BatchScheduleException}.
		 */
		QUEUE_FULL,

		/**
		 * No reply came: it may or may not be scheduled. Only in the results of a
		 * {@link BatchScheduleException}.
		 */
		UNCERTAIN,

		/**
		 * It is not scheduled, since its chunk was refused or an earlier one failed. Only
		 * in the results of a {@link BatchScheduleException}.
		 */
		NOT_SCHEDULED;

		/**
		 * Return whether a message with the id is in the queue, as the caller wished, or
		 * is to be once the transaction has committed.
		 * @return whether this is SCHEDULED, REPLACED, KEPT or DEFERRED
		 */
		public boolean isSuccess() {
			return this == SCHEDULED || this == REPLACED || this == KEPT || this == DEFERRED;
		}

	}

}
