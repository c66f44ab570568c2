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
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

import io.delayqueue.DelayQueueException;
import io.delayqueue.DuplicateMessageException;
import io.delayqueue.OutcomeUnknownException;
import io.delayqueue.PayloadTooLargeException;
import io.delayqueue.QueueFullException;
import io.delayqueue.StoreUnavailableException;
import io.delayqueue.UncertainScheduleException;

import org.springframework.core.ParameterizedTypeReference;

/**
 * Schedules, cancels and looks up delayed messages. Implemented by
 * {@link DelayQueueTemplate}. All methods may be called by any thread.
 * <p>
 * A {@link Duration} counts from the moment the store takes the message, by the store's
 * clock, or, with an outbox, from the call, by the database's clock; negative means none.
 * An {@link Instant} is compared with the store's clock as it is; the past means now.
 * What overflows the range of the store is due at its end.
 * <p>
 * Queue names are 1 to 128 letters, digits, {@code .}, {@code _} and {@code -}, beginning
 * with a letter or digit. Ids are 1 to 256 bytes of UTF-8 without control characters. An
 * argument that is {@code null} or breaks these rules gives an
 * {@link IllegalArgumentException}, and nothing is written.
 *
 * @since 0.1.0
 */
public interface DelayQueueOperations {

	/**
	 * Schedule a payload to be handled after a delay, under a generated id.
	 * @param queue the queue
	 * @param payload the payload, to be converted to bytes
	 * @param delay how long from now
	 * @return the generated id
	 * @throws PayloadTooLargeException if the converted payload is too large
	 * @throws QueueFullException if as many messages wait in the queue as may
	 * @throws UncertainScheduleException if no reply came
	 * @throws StoreUnavailableException if the store serves nobody at present; nothing
	 * was written
	 * @throws DelayQueueException if nothing was written for another reason
	 */
	String schedule(String queue, Object payload, Duration delay);

	/**
	 * Schedule a payload to be handled at an instant, under a generated id.
	 * @param queue the queue
	 * @param payload the payload, to be converted to bytes
	 * @param dueTime when it is due
	 * @return the generated id
	 * @throws PayloadTooLargeException if the converted payload is too large
	 * @throws QueueFullException if as many messages wait in the queue as may
	 * @throws UncertainScheduleException if no reply came
	 * @throws StoreUnavailableException if the store serves nobody at present; nothing
	 * was written
	 * @throws DelayQueueException if nothing was written for another reason
	 */
	String schedule(String queue, Object payload, Instant dueTime);

	/**
	 * Schedule a message.
	 * @param message the message
	 * @return what became of it
	 * @throws DuplicateMessageException if its id is taken and its policy is
	 * {@link DuplicatePolicy#REJECT}
	 * @throws PayloadTooLargeException if the converted payload is too large
	 * @throws QueueFullException if as many messages wait in the queue as may
	 * @throws UncertainScheduleException if no reply came
	 * @throws StoreUnavailableException if the store serves nobody at present; nothing
	 * was written
	 * @throws DelayQueueException if nothing was written for another reason
	 */
	ScheduleResult schedule(DelayMessage<?> message);

	/**
	 * Schedule many messages, also of different queues, in as few round trips as
	 * possible. Each chunk that is sent is atomic; the whole is not.
	 * @param messages the messages
	 * @return one result per message, in input order
	 * @throws BatchScheduleException if any message was rejected or its chunk failed;
	 * tells what became of each
	 * @throws PayloadTooLargeException if a converted payload is too large; then nothing
	 * was written
	 */
	List<ScheduleResult> scheduleAll(Collection<? extends DelayMessage<?>> messages);

	/**
	 * Schedule a message that is handed out again and again, one occurrence at a time
	 * over all applications: the next one waits until the last has been handled, or has
	 * failed for good. To be called at each start of an application, if you like: a
	 * message that waits or is in flight and was defined in the same way goes on
	 * undisturbed and is reported as {@link ScheduleResult.Outcome#KEPT}. If its payload,
	 * headers, priority or recurrence differ, or it is dead or does not recur, it is
	 * replaced and begins anew. The order of a map in a JSON payload makes no difference;
	 * that of its lists does, and so does that of sets, which are lists there: let a set
	 * have an order that is the same in each JVM. {@link #cancel(String, String)} ends
	 * it, also while an occurrence is being handled.
	 * @param message the message
	 * @return what became of it, and when its present or next occurrence is due
	 * @throws PayloadTooLargeException if the converted payload is too large
	 * @throws QueueFullException if as many messages wait in the queue as may
	 * @throws UncertainScheduleException if no reply came
	 * @throws StoreUnavailableException if the store serves nobody at present; nothing
	 * was written
	 * @throws DelayQueueException if nothing was written for another reason
	 */
	ScheduleResult scheduleRecurring(RecurringMessage<?> message);

	/**
	 * Schedule a payload to be handled as a cron expression says.
	 * @param id the id, by which it is changed and cancelled
	 * @param queue the queue
	 * @param payload the payload, to be converted to bytes
	 * @param cron the cron expression, of six fields as of Spring's
	 * {@link org.springframework.scheduling.support.CronExpression}
	 * @param zone the time zone in which it is read
	 * @return what became of it
	 * @see #scheduleRecurring(RecurringMessage)
	 */
	ScheduleResult scheduleRecurring(String id, String queue, Object payload, String cron, ZoneId zone);

	/**
	 * Schedule a payload to be handled at a fixed interval, for the first time when that
	 * has passed.
	 * @param id the id, by which it is changed and cancelled
	 * @param queue the queue
	 * @param payload the payload, to be converted to bytes
	 * @param interval the interval
	 * @return what became of it
	 * @see #scheduleRecurring(RecurringMessage)
	 */
	ScheduleResult scheduleRecurring(String id, String queue, Object payload, Duration interval);

	/**
	 * Remove a message, in whatever state it is.
	 * @param queue the queue
	 * @param id the message's id
	 * @return what became of it
	 * @throws OutcomeUnknownException if no reply came; repeating it is safe
	 */
	CancelResult cancel(String queue, String id);

	/**
	 * Let a waiting message be due some time from now instead. It keeps its id, payload
	 * and attempts. Of a recurring message the next occurrence is moved, once.
	 * @param queue the queue
	 * @param id the message's id
	 * @param delay how long from now; negative means at once
	 * @return what became of it
	 * @throws OutcomeUnknownException if no reply came; repeating it is safe
	 */
	RescheduleResult reschedule(String queue, String id, Duration delay);

	/**
	 * Let a waiting message be due at an instant instead. It keeps its id, payload and
	 * attempts. Of a recurring message the next occurrence is moved, once.
	 * @param queue the queue
	 * @param id the message's id
	 * @param dueTime when it is due; the past means now
	 * @return what became of it
	 * @throws OutcomeUnknownException if no reply came; repeating it is safe
	 */
	RescheduleResult reschedule(String queue, String id, Instant dueTime);

	/**
	 * Look up a message.
	 * @param queue the queue
	 * @param id the message's id
	 * @return the message as it is now, or empty if it is absent
	 */
	Optional<MessageView> find(String queue, String id);

	/**
	 * Return operations bound to a queue and a payload type.
	 * @param <T> the payload type
	 * @param queue the queue
	 * @param type the payload type
	 * @return the bound operations
	 */
	<T> BoundDelayQueueOperations<T> boundQueueOps(String queue, Class<T> type);

	/**
	 * Return operations bound to a queue and a generic payload type.
	 * @param <T> the payload type
	 * @param queue the queue
	 * @param type the payload type
	 * @return the bound operations
	 */
	<T> BoundDelayQueueOperations<T> boundQueueOps(String queue, ParameterizedTypeReference<T> type);

}
