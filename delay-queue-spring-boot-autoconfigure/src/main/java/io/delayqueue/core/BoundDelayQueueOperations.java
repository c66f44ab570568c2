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
import java.util.Optional;

/**
 * {@link DelayQueueOperations} bound to one queue and one payload type.
 *
 * @param <T> the payload type
 * @since 0.1.0
 */
public interface BoundDelayQueueOperations<T> {

	/**
	 * Return the queue.
	 * @return the name of the queue
	 */
	String getQueue();

	/**
	 * Schedule a payload to be handled after a delay.
	 * @param payload the payload
	 * @param delay how long from now
	 * @return the generated id
	 * @see DelayQueueOperations#schedule(String, Object, Duration)
	 */
	String schedule(T payload, Duration delay);

	/**
	 * Schedule a payload to be handled at an instant.
	 * @param payload the payload
	 * @param dueTime when it is due
	 * @return the generated id
	 * @see DelayQueueOperations#schedule(String, Object, Instant)
	 */
	String schedule(T payload, Instant dueTime);

	/**
	 * Return the builder of a message for this queue, to be scheduled with
	 * {@link #schedule(DelayMessage)}.
	 * @param payload the payload
	 * @return a builder with queue and payload set
	 */
	DelayMessage.Builder<T> message(T payload);

	/**
	 * Schedule a message.
	 * @param message the message; its queue must be this one
	 * @return what became of it
	 * @see DelayQueueOperations#schedule(DelayMessage)
	 */
	ScheduleResult schedule(DelayMessage<? extends T> message);

	/**
	 * Remove a message.
	 * @param id the message's id
	 * @return what became of it
	 * @see DelayQueueOperations#cancel(String, String)
	 */
	CancelResult cancel(String id);

	/**
	 * Let a waiting message be due some time from now instead.
	 * @param id the message's id
	 * @param delay how long from now
	 * @return what became of it
	 * @see DelayQueueOperations#reschedule(String, String, Duration)
	 */
	RescheduleResult reschedule(String id, Duration delay);

	/**
	 * Let a waiting message be due at an instant instead.
	 * @param id the message's id
	 * @param dueTime when it is due
	 * @return what became of it
	 * @see DelayQueueOperations#reschedule(String, String, Instant)
	 */
	RescheduleResult reschedule(String id, Instant dueTime);

	/**
	 * Look up a message.
	 * @param id the message's id
	 * @return the message as it is now, or empty if it is absent
	 * @see DelayQueueOperations#find(String, String)
	 */
	Optional<MessageView> find(String id);

}
