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

package io.delayqueue.outbox;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

import io.delayqueue.QueueOperation;
import io.delayqueue.core.DuplicatePolicy;
import io.delayqueue.core.QueueCommand;
import io.delayqueue.store.DueTime;
import io.delayqueue.store.ScheduleCommand;
import io.delayqueue.store.StoredMessage;
import io.delayqueue.support.FormCodec;
import io.delayqueue.support.QueueNames;

/**
 * Writes what a command consists of, but its queue, id and payload, as one line of text,
 * and makes commands of rows.
 */
final class OutboxDetails {

	private static final String DELAY = "delay";

	private static final String DUE = "due";

	private static final String SINCE = "since";

	private static final String DUPLICATE = "duplicate";

	private static final String TIME_TO_LIVE = "ttl";

	private static final String PRIORITY = "priority";

	private static final String MAX_WAITING = "max-waiting";

	private static final String CONTENT_TYPE = "type";

	private static final String SCHEDULED = "scheduled";

	private static final String STAMP = "stamp";

	private static final String HEADER = "header.";

	private OutboxDetails() {
	}

	/**
	 * Write the details of a command.
	 * @param command the command
	 * @return one line of text
	 */
	static String encode(QueueCommand command) {
		StringBuilder line = new StringBuilder();
		if (command instanceof QueueCommand.Reschedule reschedule) {
			append(line, reschedule.dueTime());
		}
		else if (command instanceof QueueCommand.Schedule schedule) {
			append(line, schedule);
		}
		return line.toString();
	}

	private static void append(StringBuilder line, QueueCommand.Schedule schedule) {
		ScheduleCommand command = schedule.command();
		append(line, command.dueTime());
		FormCodec.append(line, DUPLICATE, schedule.policy().name());
		if (command.timeToLive() != null) {
			FormCodec.append(line, TIME_TO_LIVE, command.timeToLive().toString());
		}
		if (command.priority() != 0) {
			FormCodec.append(line, PRIORITY, String.valueOf(command.priority()));
		}
		if (command.maxWaiting() != 0) {
			FormCodec.append(line, MAX_WAITING, String.valueOf(command.maxWaiting()));
		}
		StoredMessage message = command.message();
		FormCodec.append(line, CONTENT_TYPE, message.contentType());
		FormCodec.append(line, SCHEDULED, message.scheduledTime().toString());
		FormCodec.append(line, STAMP, message.stamp());
		message.headers().forEach((name, value) -> FormCodec.append(line, HEADER + name, value));
	}

	private static void append(StringBuilder line, DueTime dueTime) {
		if (dueTime instanceof DueTime.After after) {
			FormCodec.append(line, DELAY, after.delay().toString());
		}
		else if (dueTime instanceof DueTime.At at) {
			FormCodec.append(line, DUE, at.instant().toString());
		}
		else if (dueTime instanceof DueTime.Since since) {
			FormCodec.append(line, SINCE, since.age().toString());
		}
	}

	/**
	 * Make a command of a row. Delays are reduced by the age of the row, and what is left
	 * of it counts as time that the message has been due for.
	 * @param row the row
	 * @return the command
	 * @throws IllegalArgumentException if the row is not one that {@link #encode} wrote
	 */
	static QueueCommand decode(OutboxRow row) {
		String queue = QueueNames.checkQueue(row.queue());
		String id = QueueNames.checkId(row.messageId());
		try {
			Map<String, String> details = FormCodec.decode(row.details());
			return switch (QueueOperation.valueOf(row.operation())) {
				case CANCEL -> new QueueCommand.Cancel(queue, id);
				case RESCHEDULE -> new QueueCommand.Reschedule(queue, id, dueTime(details, row));
				case SCHEDULE -> schedule(queue, id, row, details);
			};
		}
		catch (RuntimeException ex) {
			throw new IllegalArgumentException("It can't be read: " + ex.getMessage(), ex);
		}
	}

	private static QueueCommand schedule(String queue, String id, OutboxRow row, Map<String, String> details) {
		Map<String, String> headers = new LinkedHashMap<>();
		details.forEach((name, value) -> {
			if (name.startsWith(HEADER)) {
				headers.put(name.substring(HEADER.length()), value);
			}
		});
		byte[] payload = row.payload();
		if (payload == null) {
			throw new IllegalArgumentException("it has no payload");
		}
		StoredMessage message = new StoredMessage(payload, required(details, CONTENT_TYPE), headers,
				Instant.parse(required(details, SCHEDULED)), required(details, STAMP));
		DuplicatePolicy policy = DuplicatePolicy.valueOf(required(details, DUPLICATE));
		String timeToLive = details.get(TIME_TO_LIVE);
		ScheduleCommand command = new ScheduleCommand(id, message, dueTime(details, row),
				policy == DuplicatePolicy.REPLACE, (timeToLive != null) ? Duration.parse(timeToLive) : null,
				Integer.parseInt(details.getOrDefault(PRIORITY, "0")),
				Long.parseLong(details.getOrDefault(MAX_WAITING, "0")));
		return new QueueCommand.Schedule(queue, command, policy);
	}

	private static DueTime dueTime(Map<String, String> details, OutboxRow row) {
		String since = details.get(SINCE);
		if (since != null) {
			return new DueTime.Since(notNegative(Duration.parse(since)).plus(row.age()));
		}
		String delay = details.get(DELAY);
		if (delay != null) {
			Duration left = notNegative(Duration.parse(delay)).minus(row.age());
			return (left.compareTo(Duration.ZERO) > 0) ? new DueTime.After(left) : new DueTime.Since(left.negated());
		}
		Instant due = Instant.parse(required(details, DUE));
		Duration late = row.age().minus(notNegative(Duration.between(row.writtenAt(), due)));
		return late.isNegative() ? new DueTime.At(due) : new DueTime.Since(late);
	}

	// What was due before it was written was due when it was written.
	private static Duration notNegative(Duration delay) {
		return delay.isNegative() ? Duration.ZERO : delay;
	}

	private static String required(Map<String, String> details, String name) {
		String value = details.get(name);
		if (value == null) {
			throw new IllegalArgumentException("'" + name + "' is missing");
		}
		return value;
	}

}
