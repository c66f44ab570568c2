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

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

import io.delayqueue.MessageState;
import org.jspecify.annotations.Nullable;

/**
 * Notes what producers ask of a store, and fails for ids for which it is told to.
 */
public class RecordingStore extends ForwardingStore {

	private final List<String> calls = new CopyOnWriteArrayList<>();

	private final Map<String, RuntimeException> failures = new HashMap<>();

	public RecordingStore(DelayQueueStore delegate) {
		super(delegate);
	}

	/**
	 * Let calls fail that have to do with an id.
	 * @param id the id
	 * @param failure what they fail with, or {@code null} to have them succeed again
	 */
	public void failFor(String id, @Nullable RuntimeException failure) {
		if (failure != null) {
			this.failures.put(id, failure);
		}
		else {
			this.failures.remove(id);
		}
	}

	/**
	 * Return the calls so far.
	 * @return for each call its kind, queue and ids
	 */
	public List<String> calls() {
		return this.calls;
	}

	@Override
	public List<ScheduleReply> schedule(String queue, List<ScheduleCommand> commands) {
		List<String> ids = new ArrayList<>();
		commands.forEach((command) -> ids.add(command.id()));
		note("schedule", queue, ids);
		return super.schedule(queue, commands);
	}

	@Override
	public RescheduleReply reschedule(String queue, String id, DueTime dueTime) {
		note("reschedule", queue, List.of(id));
		return super.reschedule(queue, id, dueTime);
	}

	@Override
	public Optional<MessageState> cancel(String queue, String id) {
		note("cancel", queue, List.of(id));
		return super.cancel(queue, id);
	}

	private void note(String kind, String queue, List<String> ids) {
		this.calls.add(kind + " " + queue + " " + String.join(",", ids));
		for (String id : ids) {
			RuntimeException failure = this.failures.get(id);
			if (failure != null) {
				throw failure;
			}
		}
	}

}
