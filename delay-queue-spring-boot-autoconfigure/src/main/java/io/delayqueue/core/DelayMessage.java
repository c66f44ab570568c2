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

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

import io.delayqueue.store.DueTime;
import io.delayqueue.store.ScheduleCommand;
import io.delayqueue.support.DelayHeaders;
import io.delayqueue.support.QueueNames;
import org.jspecify.annotations.Nullable;

import org.springframework.messaging.Message;
import org.springframework.messaging.MessageHeaders;
import org.springframework.util.Assert;
import org.springframework.util.StringUtils;

/**
 * A message to be scheduled: immutable, and may be scheduled more than once. Built with
 *
 * <pre class="code">
 * DelayMessage.to("order-timeout").payload(timeout).delay(Duration.ofMinutes(30)).id("order-42").build()
 * </pre>
 *
 * @param <T> the payload type
 * @since 0.1.0
 */
public final class DelayMessage<T> {

	private static final Duration MIN_TIME_TO_LIVE = Duration.ofMillis(1);

	private final String queue;

	private final T payload;

	private final DueTime dueTime;

	private final @Nullable String id;

	private final Map<String, String> headers;

	private final DuplicatePolicy duplicatePolicy;

	private final @Nullable Duration timeToLive;

	private final int priority;

	private DelayMessage(Builder<T> builder, DueTime dueTime) {
		this.queue = builder.queue;
		this.payload = builder.payload;
		this.dueTime = dueTime;
		this.id = builder.id;
		this.headers = Map.copyOf(builder.headers);
		this.duplicatePolicy = builder.duplicatePolicy;
		this.timeToLive = builder.timeToLive;
		this.priority = builder.priority;
	}

	/**
	 * Begin a message for a queue.
	 * @param queue the queue
	 * @return takes the payload
	 * @throws IllegalArgumentException if the name is not legal
	 */
	public static Target to(String queue) {
		return new Target(QueueNames.checkQueue(queue));
	}

	/**
	 * Return the queue.
	 * @return the name of the queue
	 */
	public String getQueue() {
		return this.queue;
	}

	/**
	 * Return the payload.
	 * @return the payload
	 */
	public T getPayload() {
		return this.payload;
	}

	/**
	 * Return the id.
	 * @return the id, or {@code null} if one is generated each time it is scheduled
	 */
	public @Nullable String getId() {
		return this.id;
	}

	/**
	 * Return the headers.
	 * @return the headers, unmodifiable
	 */
	public Map<String, String> getHeaders() {
		return this.headers;
	}

	/**
	 * Return what happens if the id is taken.
	 * @return the policy
	 */
	public DuplicatePolicy getDuplicatePolicy() {
		return this.duplicatePolicy;
	}

	/**
	 * Return how long after its due time the message may still be handled.
	 * @return the time to live, or {@code null} for what holds for its queue
	 */
	public @Nullable Duration getTimeToLive() {
		return this.timeToLive;
	}

	/**
	 * Return which ones are handed out first of those that are due.
	 * @return the priority, from 0 to 9, the highest
	 */
	public int getPriority() {
		return this.priority;
	}

	DueTime getDueTime() {
		return this.dueTime;
	}

	/**
	 * Describe the message without its payload, which may be confidential.
	 */
	@Override
	public String toString() {
		return "DelayMessage[queue=" + this.queue + ", id=" + this.id + ", " + this.dueTime + "]";
	}

	/**
	 * The queue that a message is for; takes the payload.
	 */
	public static final class Target {

		private final String queue;

		private Target(String queue) {
			this.queue = queue;
		}

		/**
		 * Set the payload.
		 * @param <T> the payload type
		 * @param payload the payload
		 * @return the builder
		 */
		public <T> Builder<T> payload(T payload) {
			Assert.notNull(payload, "'payload' must not be null");
			Assert.isTrue(!(payload instanceof Message) && !(payload instanceof DelayMessage),
					() -> "'payload' must not be a message itself, but is a " + payload.getClass().getName()
							+ ": give what it carries, and its headers with 'header'");
			return new Builder<>(this.queue, payload);
		}

	}

	/**
	 * Builds a {@link DelayMessage}. Not safe for use by several threads.
	 *
	 * @param <T> the payload type
	 */
	public static final class Builder<T> {

		private final String queue;

		private final T payload;

		private final Map<String, String> headers = new LinkedHashMap<>();

		private @Nullable DueTime dueTime;

		private @Nullable String id;

		private DuplicatePolicy duplicatePolicy = DuplicatePolicy.REJECT;

		private @Nullable Duration timeToLive;

		private int priority;

		private Builder(String queue, T payload) {
			this.queue = queue;
			this.payload = payload;
		}

		/**
		 * Let the message be due some time after the store takes it.
		 * @param delay the delay; negative means none
		 * @return this builder
		 */
		public Builder<T> delay(Duration delay) {
			Assert.notNull(delay, "'delay' must not be null");
			return due(new DueTime.After(delay));
		}

		/**
		 * Let the message be due at an instant.
		 * @param dueTime the instant; the past means now
		 * @return this builder
		 */
		public Builder<T> dueTime(Instant dueTime) {
			Assert.notNull(dueTime, "'dueTime' must not be null");
			return due(new DueTime.At(dueTime));
		}

		private Builder<T> due(DueTime dueTime) {
			Assert.state(this.dueTime == null, "Only one of 'delay' and 'dueTime' can be set, and only once");
			this.dueTime = dueTime;
			return this;
		}

		/**
		 * Set the id, the business key: unique in the queue.
		 * @param id 1 to 256 bytes of UTF-8 without control characters
		 * @return this builder
		 */
		public Builder<T> id(String id) {
			this.id = QueueNames.checkId(id);
			return this;
		}

		/**
		 * Add a header, which the listener finds under the same name.
		 * @param name the name; must not be empty, {@code id}, {@code timestamp} or
		 * {@code contentType}, nor begin with {@value DelayHeaders#PREFIX}
		 * @param value the value
		 * @return this builder
		 */
		public Builder<T> header(String name, String value) {
			Assert.isTrue(StringUtils.hasText(name),
					() -> "The name of a header must not be blank, but is '" + name + "'");
			Assert.isTrue(!isReserved(name), () -> "Header '" + name + "' is reserved");
			Assert.notNull(value, () -> "The value of header '" + name + "' must not be null");
			this.headers.put(name, value);
			return this;
		}

		private static boolean isReserved(String name) {
			return name.startsWith(DelayHeaders.PREFIX) || name.equals(MessageHeaders.ID)
					|| name.equals(MessageHeaders.TIMESTAMP) || name.equals(MessageHeaders.CONTENT_TYPE);
		}

		/**
		 * Set how long after its due time the message may still be handled. If it could
		 * not be handed out until then, or not again after a failure, it goes to the dead
		 * letters as expired. A running handler is not affected.
		 * @param timeToLive the time, from 1 ms
		 * @return this builder
		 */
		public Builder<T> timeToLive(Duration timeToLive) {
			Assert.notNull(timeToLive, "'timeToLive' must not be null");
			Assert.isTrue(timeToLive.compareTo(MIN_TIME_TO_LIVE) >= 0,
					() -> "'timeToLive' must be at least 1ms, not " + timeToLive);
			this.timeToLive = timeToLive;
			return this;
		}

		/**
		 * Set which messages are handed out first of those that are due; by default it is
		 * 0, the lowest. Of equal priority the one that has been due for longest comes
		 * first. Each fourth message is chosen by its due time alone, so that those of
		 * lower priority are not kept waiting for ever. Nothing is handed out before it
		 * is due, whatever its priority.
		 * @param priority the priority, from 0 to 9
		 * @return this builder
		 */
		public Builder<T> priority(int priority) {
			Assert.isTrue(priority >= 0 && priority <= ScheduleCommand.HIGHEST_PRIORITY,
					() -> "'priority' must be from 0 to " + ScheduleCommand.HIGHEST_PRIORITY + ", not " + priority);
			this.priority = priority;
			return this;
		}

		/**
		 * Set what happens if the id is taken; {@link DuplicatePolicy#REJECT} by default.
		 * @param policy the policy
		 * @return this builder
		 */
		public Builder<T> onDuplicate(DuplicatePolicy policy) {
			Assert.notNull(policy, "'policy' must not be null");
			this.duplicatePolicy = policy;
			return this;
		}

		/**
		 * Build the message.
		 * @return the message
		 * @throws IllegalStateException if neither delay nor due time was set
		 */
		public DelayMessage<T> build() {
			Assert.state(this.dueTime != null, () -> "Message for queue '" + this.queue
					+ "' has no due time: call 'delay' or 'dueTime' (a delay of zero means now)");
			return new DelayMessage<>(this, this.dueTime);
		}

	}

}
