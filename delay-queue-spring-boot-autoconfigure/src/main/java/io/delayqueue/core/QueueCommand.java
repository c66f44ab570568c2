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

import io.delayqueue.QueueOperation;
import io.delayqueue.store.DueTime;
import io.delayqueue.store.ScheduleCommand;

/**
 * What a producer asks for: checked, encoded, and ready to be carried out now or later.
 *
 * @since 0.1.0
 */
public sealed interface QueueCommand {

	/**
	 * Return the queue.
	 * @return the name of the queue
	 */
	String queue();

	/**
	 * Return the message's id.
	 * @return the id
	 */
	String id();

	/**
	 * Return the kind of the command.
	 * @return what is asked for
	 */
	QueueOperation operation();

	/**
	 * Asks for a message to be scheduled.
	 *
	 * @param queue the queue
	 * @param command the encoded message
	 * @param policy what happens if the id is taken
	 */
	record Schedule(String queue, ScheduleCommand command, DuplicatePolicy policy) implements QueueCommand {

		@Override
		public String id() {
			return this.command.id();
		}

		@Override
		public QueueOperation operation() {
			return QueueOperation.SCHEDULE;
		}

	}

	/**
	 * Asks for a message to be cancelled.
	 *
	 * @param queue the queue
	 * @param id the message's id
	 */
	record Cancel(String queue, String id) implements QueueCommand {

		@Override
		public QueueOperation operation() {
			return QueueOperation.CANCEL;
		}

	}

	/**
	 * Asks for a message to be due at another time.
	 *
	 * @param queue the queue
	 * @param id the message's id
	 * @param dueTime when it is due
	 */
	record Reschedule(String queue, String id, DueTime dueTime) implements QueueCommand {

		@Override
		public QueueOperation operation() {
			return QueueOperation.RESCHEDULE;
		}

	}

}
