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

import java.time.Instant;

import io.delayqueue.MessageState;
import org.jspecify.annotations.Nullable;

/**
 * What became of a {@link ScheduleCommand}.
 *
 * @param outcome what the store did
 * @param dueTime when the message with this id is due by the store's clock; of one in
 * flight when it was due, of a dead one when it died, of a settled one until when its id
 * is remembered; without meaning if the queue is full
 * @param found the state of the message that held the id before, be it the same one,
 * unless it was absent
 * @since 0.1.0
 */
public record ScheduleReply(Outcome outcome, Instant dueTime, @Nullable MessageState found) {

	/**
	 * What the store did.
	 */
	public enum Outcome {

		/**
		 * The message was stored, now or by an earlier try of the same command.
		 */
		STORED,

		/**
		 * The message took the place of another with its id.
		 */
		REPLACED,

		/**
		 * Another message holds the id; nothing was written.
		 */
		PRESENT,

		/**
		 * A message with this id was handled lately, and the id is still remembered;
		 * nothing was written.
		 */
		SETTLED,

		/**
		 * As many messages wait as may; nothing was written.
		 */
		FULL

	}

}
