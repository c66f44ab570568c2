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

import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.DueTime;
import io.delayqueue.store.ScheduleCommand;
import io.delayqueue.support.DelayHeaders;
import io.delayqueue.support.Recurrence;

/**
 * Finds out when a recurring message is due for the first time, right before it is sent:
 * by the store's clock, not by that of whoever wrote the command, and not before a
 * transaction has committed.
 */
final class FirstOccurrence {

	private FirstOccurrence() {
	}

	static ScheduleCommand resolve(DelayQueueStore store, String queue, ScheduleCommand command) {
		String text = command.message().headers().get(DelayHeaders.RECURRENCE);
		if (text == null) {
			return command;
		}
		Recurrence recurrence = Recurrence.parse(text);
		return (recurrence.cron() != null) ? command.due(new DueTime.At(recurrence.first(store.time(queue)))) : command;
	}

}
