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

package io.delayqueue.migration;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import io.delayqueue.PayloadTooLargeException;
import io.delayqueue.core.BatchScheduleException;
import io.delayqueue.core.DelayQueueOperations;
import io.delayqueue.core.MessageView;
import io.delayqueue.core.ScheduleResult;
import org.jspecify.annotations.Nullable;

/**
 * Schedules a page of messages, and tells which of them are safe over here.
 */
final class ImportTarget {

	private final DelayQueueOperations operations;

	private final ImportAccount account;

	private final List<ImportedMessage> scheduled = new ArrayList<>();

	private final List<ImportedMessage> repeated = new ArrayList<>();

	ImportTarget(DelayQueueOperations operations, ImportAccount account) {
		this.operations = operations;
		this.account = account;
	}

	/**
	 * Schedule a page of messages.
	 * @param messages the messages
	 * @return why not all could be scheduled, or {@code null}
	 */
	@Nullable BatchScheduleException schedule(List<ImportedMessage> messages) {
		try {
			judge(messages, this.operations.scheduleAll(messages.stream().map(ImportedMessage::message).toList()));
			return null;
		}
		catch (BatchScheduleException ex) {
			judge(messages, ex.getResults());
			return ex;
		}
		catch (PayloadTooLargeException ex) {
			// Nothing was written. Which of them it is shows when each goes alone.
			return (messages.size() > 1) ? scheduleOneByOne(messages) : tooLarge(ex);
		}
	}

	/**
	 * Return the messages that may be removed from where they were.
	 * @return those that were scheduled, now or before
	 */
	List<ImportedMessage> safe() {
		List<ImportedMessage> safe = new ArrayList<>(this.scheduled);
		safe.addAll(this.repeated);
		return safe;
	}

	/**
	 * Cancel what was scheduled for messages that others have removed or put off
	 * meanwhile: they have cancelled it over there, or handle it themselves.
	 * @param changed such messages
	 */
	void settle(List<ImportedMessage> changed) {
		for (ImportedMessage message : this.scheduled) {
			if (!changed.contains(message)) {
				this.account.moved();
			}
			else {
				this.account.changed();
				cancel(message);
			}
		}
		this.repeated.forEach((message) -> this.account.repeated());
	}

	private void cancel(ImportedMessage message) {
		if (isItself(message)) {
			this.operations.cancel(message.message().getQueue(), message.messageId());
		}
	}

	private @Nullable BatchScheduleException scheduleOneByOne(List<ImportedMessage> messages) {
		for (ImportedMessage message : messages) {
			BatchScheduleException failure = schedule(List.of(message));
			if (failure != null) {
				return failure;
			}
		}
		return null;
	}

	private @Nullable BatchScheduleException tooLarge(PayloadTooLargeException failure) {
		this.account.failed(failure);
		return null;
	}

	private void judge(List<ImportedMessage> messages, List<ScheduleResult> results) {
		for (int i = 0; i < results.size(); i++) {
			switch (results.get(i).outcome()) {
				case SCHEDULED, DEFERRED -> this.scheduled.add(messages.get(i));
				case KEPT -> judgeKept(messages.get(i));
				default -> {
				}
			}
		}
	}

	private void judgeKept(ImportedMessage message) {
		if (isItself(message)) {
			this.repeated.add(message);
		}
		else {
			this.account.taken();
		}
	}

	// One that is not to be found was handled, now or within the deduplication window.
	private boolean isItself(ImportedMessage message) {
		if (message.hasIdMadeFromPending()) {
			return true;
		}
		Optional<MessageView> stored = this.operations.find(message.message().getQueue(), message.messageId());
		return stored.isEmpty() || message.id().equals(stored.get().headers().get(PendingMessage.IMPORT_HEADER));
	}

}
