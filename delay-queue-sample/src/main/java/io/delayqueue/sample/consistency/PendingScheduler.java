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

package io.delayqueue.sample.consistency;

import java.util.Collection;

import io.delayqueue.DelayQueueException;
import io.delayqueue.core.DelayMessage;
import io.delayqueue.core.DelayQueueOperations;

import org.springframework.stereotype.Component;

/**
 * Schedules messages for rows that were just inserted.
 * <p>
 * A row and its message can't be written in one transaction, so the order matters: first
 * the row, on disk, then the message. A crash in between leaves a row without a message,
 * which {@link ScheduleRepair} finds at the next start. The other way round a message
 * could survive whose row is lost, and meet another row that is given the same id.
 *
 * @since 0.1.0
 */
@Component
public class PendingScheduler {

	private final DelayQueueOperations operations;

	private final DatabaseCheckpoint checkpoint;

	PendingScheduler(DelayQueueOperations operations, DatabaseCheckpoint checkpoint) {
		this.operations = operations;
		this.checkpoint = checkpoint;
	}

	/**
	 * Schedule the messages of committed rows, all or none.
	 * @param messages the messages
	 * @param removeRows removes the rows again. Messages that were scheduled nevertheless
	 * find no row when they are due, and are ignored
	 * @throws DelayQueueException if not all were scheduled
	 */
	public void schedule(Collection<? extends DelayMessage<?>> messages, Runnable removeRows) {
		this.checkpoint.await();
		try {
			this.operations.scheduleAll(messages);
		}
		catch (DelayQueueException ex) {
			removeRows.run();
			throw ex;
		}
	}

}
