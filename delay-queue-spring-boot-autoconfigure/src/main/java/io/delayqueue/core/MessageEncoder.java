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

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;

import io.delayqueue.PayloadTooLargeException;
import io.delayqueue.store.DueTime;
import io.delayqueue.store.ScheduleCommand;
import io.delayqueue.store.StoredMessage;
import io.delayqueue.support.DelayHeaders;
import io.delayqueue.support.Recurrence;
import org.jspecify.annotations.Nullable;

import org.springframework.messaging.Message;
import org.springframework.messaging.MessageHeaders;
import org.springframework.messaging.converter.MessageConverter;
import org.springframework.util.MimeTypeUtils;

/**
 * Turns messages into what the store takes: converts the payload, gives it an id if it
 * has none, and checks the size.
 */
class MessageEncoder {

	private static final int STAMP_BOUND = 36 * 36 * 36 * 36;

	private final MessageConverter converter;

	private final MessageIdGenerator ids;

	private final InstantSource clock;

	private final long maxSize;

	private Function<String, @Nullable Duration> timeToLive = (queue) -> null;

	private Function<String, @Nullable Long> maxWaiting = (queue) -> null;

	MessageEncoder(MessageConverter converter, InstantSource clock, long maxSize) {
		this.converter = converter;
		this.ids = new MessageIdGenerator(clock);
		this.clock = clock;
		this.maxSize = maxSize;
	}

	void setTimeToLive(Function<String, @Nullable Duration> timeToLive) {
		this.timeToLive = timeToLive;
	}

	void setMaxWaiting(Function<String, @Nullable Long> maxWaiting) {
		this.maxWaiting = maxWaiting;
	}

	QueueCommand.Schedule encode(DelayMessage<?> message, Map<String, String> headers) {
		String id = (message.getId() != null) ? message.getId() : this.ids.generate();
		return command(message, id, stored(message, id, headers), message.getDueTime(), timeToLive(message));
	}

	QueueCommand.Schedule encode(RecurringMessage<?> message) {
		Recurrence recurrence = message.getRecurrence();
		StoredMessage stored = stored(message.getMessage(), message.getId(), message.getMessage().getHeaders());
		Map<String, String> headers = new HashMap<>(stored.headers());
		headers.put(DelayHeaders.RECURRENCE, recurrence.toString());
		// The store's clock has the last word.
		DueTime due = (recurrence.interval() != null) ? new DueTime.After(recurrence.interval())
				: new DueTime.At(recurrence.first(this.clock.instant()));
		return command(message.getMessage(), message.getId(),
				new StoredMessage(stored.payload(), stored.contentType(), headers, stored.scheduledTime(),
						DefinitionStamp.of(stored.payload(), stored.contentType(), headers, message.getPriority())),
				due, null);
	}

	private StoredMessage stored(DelayMessage<?> message, String id, Map<String, String> headers) {
		Message<?> converted = convert(message, id);
		byte[] payload = bytes(converted, message, id);
		Instant scheduled = this.clock.instant().truncatedTo(ChronoUnit.MILLIS);
		return new StoredMessage(payload, contentType(converted.getHeaders()), headers, scheduled, stamp());
	}

	private QueueCommand.Schedule command(DelayMessage<?> message, String id, StoredMessage stored, DueTime dueTime,
			@Nullable Duration timeToLive) {
		long size = stored.size();
		if (size > this.maxSize) {
			throw new PayloadTooLargeException(message.getQueue(), id, size, this.maxSize);
		}
		ScheduleCommand command = new ScheduleCommand(id, stored, dueTime,
				message.getDuplicatePolicy() == DuplicatePolicy.REPLACE, timeToLive, message.getPriority(),
				maxWaiting(message.getQueue()));
		return new QueueCommand.Schedule(message.getQueue(), command, message.getDuplicatePolicy());
	}

	private @Nullable Duration timeToLive(DelayMessage<?> message) {
		Duration own = message.getTimeToLive();
		return (own != null) ? own : this.timeToLive.apply(message.getQueue());
	}

	private long maxWaiting(String queue) {
		Long maxWaiting = this.maxWaiting.apply(queue);
		return (maxWaiting != null) ? maxWaiting : 0;
	}

	private Message<?> convert(DelayMessage<?> message, String id) {
		Object payload = message.getPayload();
		Message<?> converted;
		try {
			converted = this.converter.toMessage(payload, new MessageHeaders(Map.copyOf(message.getHeaders())));
		}
		catch (RuntimeException ex) {
			throw unconvertible(message, id, ex);
		}
		if (converted == null) {
			throw unconvertible(message, id, null);
		}
		return converted;
	}

	private static byte[] bytes(Message<?> converted, DelayMessage<?> message, String id) {
		Object payload = converted.getPayload();
		if (payload instanceof byte[] bytes) {
			return bytes.clone();
		}
		if (payload instanceof String text) {
			return text.getBytes(StandardCharsets.UTF_8);
		}
		throw unconvertible(message, id, null);
	}

	private static IllegalArgumentException unconvertible(DelayMessage<?> message, String id,
			@Nullable Throwable cause) {
		return new IllegalArgumentException("'payload' of message '" + id + "' for queue '" + message.getQueue()
				+ "' can't be converted to bytes: " + message.getPayload().getClass().getName(), cause);
	}

	private static String contentType(MessageHeaders headers) {
		Object contentType = headers.get(MessageHeaders.CONTENT_TYPE);
		return (contentType != null) ? contentType.toString() : MimeTypeUtils.APPLICATION_OCTET_STREAM_VALUE;
	}

	// Fresh for each call: a driver that sends a command twice repeats it, a caller who
	// schedules the same content again does not.
	private static String stamp() {
		return Integer.toString(ThreadLocalRandom.current().nextInt(STAMP_BOUND), 36);
	}

}
