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
import java.time.ZoneId;
import java.util.Map;

import io.delayqueue.support.DelayHeaders;
import io.delayqueue.support.MissedPolicy;
import io.delayqueue.support.QueueNames;
import io.delayqueue.support.Recurrence;
import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;

/**
 * A message to be handed out again and again: immutable. Built with
 *
 * <pre class="code">
 * RecurringMessage.to("report").payload(report).id("daily-report").cron("0 0 7 * * *", zone).build()
 * </pre>
 *
 * @param <T> the payload type
 * @since 0.1.0
 */
public final class RecurringMessage<T> {

	private static final int MAX_ID_BYTES = 220;

	private static final Duration MIN_TOLERANCE = Duration.ofSeconds(1);

	private final DelayMessage<T> message;

	private final Recurrence recurrence;

	private RecurringMessage(DelayMessage<T> message, Recurrence recurrence) {
		this.message = message;
		this.recurrence = recurrence;
	}

	/**
	 * Begin a message for a queue.
	 * @param queue the queue
	 * @return takes the payload
	 * @throws IllegalArgumentException if the name is not legal
	 */
	public static Target to(String queue) {
		return new Target(DelayMessage.to(queue));
	}

	/**
	 * Return the queue.
	 * @return the name of the queue
	 */
	public String getQueue() {
		return this.message.getQueue();
	}

	/**
	 * Return the payload, the same each time.
	 * @return the payload
	 */
	public T getPayload() {
		return this.message.getPayload();
	}

	/**
	 * Return the id.
	 * @return the id
	 */
	public String getId() {
		return String.valueOf(this.message.getId());
	}

	/**
	 * Return the headers.
	 * @return the headers, unmodifiable
	 */
	public Map<String, String> getHeaders() {
		return this.message.getHeaders();
	}

	/**
	 * Return which ones are handed out first of those that are due.
	 * @return the priority, from 0 to 9, the highest
	 */
	public int getPriority() {
		return this.message.getPriority();
	}

	/**
	 * Return when it recurs.
	 * @return the recurrence
	 */
	public Recurrence getRecurrence() {
		return this.recurrence;
	}

	/**
	 * Return what stands for each of its occurrences.
	 * @return the message, due some time or other
	 */
	DelayMessage<T> getMessage() {
		return this.message;
	}

	/**
	 * Describe the message without its payload, which may be confidential.
	 */
	@Override
	public String toString() {
		return "RecurringMessage[queue=" + getQueue() + ", id=" + getId() + ", " + this.recurrence + "]";
	}

	/**
	 * The queue that a message is for; takes the payload.
	 */
	public static final class Target {

		private final DelayMessage.Target target;

		private Target(DelayMessage.Target target) {
			this.target = target;
		}

		/**
		 * Set the payload.
		 * @param <T> the payload type
		 * @param payload the payload, the same each time
		 * @return the builder
		 */
		public <T> Builder<T> payload(T payload) {
			return new Builder<>(this.target.payload(payload).delay(Duration.ZERO));
		}

	}

	/**
	 * Builds a {@link RecurringMessage}. Not safe for use by several threads.
	 *
	 * @param <T> the payload type
	 */
	public static final class Builder<T> {

		private final DelayMessage.Builder<T> message;

		private @Nullable Recurrence recurrence;

		private MissedPolicy missed = MissedPolicy.FIRE_ONCE;

		private Duration tolerance = Recurrence.DEFAULT_TOLERANCE;

		private Builder(DelayMessage.Builder<T> message) {
			this.message = message.onDuplicate(DuplicatePolicy.REPLACE);
		}

		/**
		 * Set the id, by which it is changed or cancelled: unique in the queue. Those
		 * that die have the time at which they were due added to it.
		 * @param id 1 to 220 bytes of UTF-8 without control characters
		 * @return this builder
		 */
		public Builder<T> id(String id) {
			int bytes = QueueNames.checkId(id).getBytes(StandardCharsets.UTF_8).length;
			Assert.isTrue(bytes <= MAX_ID_BYTES, () -> "'id' of a message that recurs must be at most " + MAX_ID_BYTES
					+ " bytes of UTF-8, but has " + bytes);
			this.message.id(id);
			return this;
		}

		/**
		 * Let it recur as a cron expression says. When the zone's clocks are changed, its
		 * rules decide, as Spring's
		 * {@link org.springframework.scheduling.support.CronExpression} applies them.
		 * @param expression the expression: six fields, from seconds to days of the week,
		 * or a macro such as {@code @daily}
		 * @param zone the time zone in which it is read
		 * @return this builder
		 */
		public Builder<T> cron(String expression, ZoneId zone) {
			return recurrence(Recurrence.cron(expression, zone));
		}

		/**
		 * Let it recur at a fixed interval, for the first time when that has passed.
		 * Neither the time that the handling takes nor lateness is added to it.
		 * @param interval the interval, from 1 ms; less than that is cut off
		 * @return this builder
		 */
		public Builder<T> every(Duration interval) {
			return recurrence(Recurrence.every(interval));
		}

		private Builder<T> recurrence(Recurrence recurrence) {
			Assert.state(this.recurrence == null, "Only one of 'cron' and 'every' can be set, and only once");
			this.recurrence = recurrence;
			return this;
		}

		/**
		 * Set what becomes of missed occurrences; {@link MissedPolicy#FIRE_ONCE} by
		 * default.
		 * @param policy the policy
		 * @return this builder
		 */
		public Builder<T> onMissed(MissedPolicy policy) {
			Assert.notNull(policy, "'policy' must not be null");
			this.missed = policy;
			return this;
		}

		/**
		 * Set from which lateness on an occurrence counts as missed, with
		 * {@link MissedPolicy#SKIP}; one minute by default. None is on time to the
		 * millisecond, and a busy listener or one that gets no hints is later than that:
		 * let it be well above the {@code max-poll-interval} of the listener.
		 * @param tolerance the lateness, with {@link MissedPolicy#SKIP} from 1 s
		 * @return this builder
		 */
		public Builder<T> tolerance(Duration tolerance) {
			Assert.notNull(tolerance, "'tolerance' must not be null");
			this.tolerance = tolerance;
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
			this.message.header(name, value);
			return this;
		}

		/**
		 * Set which messages are handed out first of those that are due.
		 * @param priority the priority, from 0 to 9
		 * @return this builder
		 * @see DelayMessage.Builder#priority(int)
		 */
		public Builder<T> priority(int priority) {
			this.message.priority(priority);
			return this;
		}

		/**
		 * Build the message.
		 * @return the message
		 * @throws IllegalStateException if the id was not set, or neither cron expression
		 * nor interval
		 * @throws IllegalArgumentException if the tolerance is too small for occurrences
		 * that are to be skipped
		 */
		public RecurringMessage<T> build() {
			DelayMessage<T> message = this.message.build();
			Assert.state(message.getId() != null, () -> "Recurring message for queue '" + message.getQueue()
					+ "' has no id: call 'id', for it is changed and cancelled by it");
			Assert.state(this.recurrence != null, () -> "Recurring message '" + message.getId() + "' for queue '"
					+ message.getQueue() + "' does not recur: call 'cron' or 'every'");
			Assert.isTrue(this.missed != MissedPolicy.SKIP || this.tolerance.compareTo(MIN_TOLERANCE) >= 0,
					() -> "'tolerance' must be at least " + MIN_TOLERANCE + " with SKIP, or occurrences that are "
							+ "late by no more than is usual would be skipped, but is " + this.tolerance);
			return new RecurringMessage<>(message, this.recurrence.onMissed(this.missed, this.tolerance));
		}

	}

}
