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

import java.util.Optional;
import java.util.Set;

import io.delayqueue.MessageState;
import io.delayqueue.OutcomeUnknownException;
import org.jspecify.annotations.Nullable;

/**
 * Looks at queues as an operator does. All methods may be called by any thread. What they
 * change is told by {@link io.delayqueue.event.OperatorEvent}s.
 *
 * @since 0.1.0
 */
public interface DelayQueueAdmin {

	/**
	 * Return the queues that were ever scheduled to, listened to or paused with this
	 * store.
	 * @return the names, sorted
	 */
	Set<String> queues();

	/**
	 * Count the messages of a queue. Costs O(log n).
	 * @param queue the queue
	 * @return the statistics; all zero for a queue that does not exist
	 * @throws IllegalArgumentException if the name is not legal
	 */
	QueueStatistics statistics(String queue);

	/**
	 * Count the waiting messages of a queue by when they are due, by the store's clock.
	 * Costs O(log n).
	 * @param queue the queue
	 * @return the histogram; all zero for a queue that does not exist
	 * @throws IllegalArgumentException if the name is not legal
	 */
	DueHistogram dueHistogram(String queue);

	/**
	 * List the messages in a state: waiting ones by due time, those in flight by the end
	 * of their lease, dead ones by their time of death. Costs O(log n) and what is
	 * listed, wherever the page is.
	 * @param queue the queue
	 * @param state the state
	 * @param cursor where to go on, from the page before; {@code null} to begin
	 * @param limit how many at most, from 1 to 1,000; there may be fewer although it is
	 * not the last page
	 * @return a page
	 * @throws IllegalArgumentException if an argument is not legal
	 */
	MessagePage messages(String queue, MessageState state, @Nullable String cursor, int limit);

	/**
	 * Find a message by its id, in whatever state it is.
	 * @param queue the queue
	 * @param id the message's id
	 * @return the message, or empty if there is none
	 */
	Optional<MessageView> find(String queue, String id);

	/**
	 * Let no message of a queue be handed out any more, nor any dead letter, by any
	 * application, until it is resumed, also after restarts. What is in flight is handled
	 * to its end, and scheduling goes on. Once this method has returned, no claim
	 * succeeds; what was claimed before may still begin.
	 * @param queue the queue
	 * @return whether it was not paused before
	 * @throws OutcomeUnknownException if no reply came; repeating it is safe
	 */
	boolean pause(String queue);

	/**
	 * Let the messages of a queue be handed out again: at once by consumers that get the
	 * hint, by others at their next look.
	 * @param queue the queue
	 * @return whether it was paused
	 * @throws OutcomeUnknownException if no reply came; repeating it is safe
	 */
	boolean resume(String queue);

	/**
	 * Let a waiting message be handled now. The end of its time to live moves along, and
	 * one that is due already keeps its place before others. A recurring message has an
	 * occurrence out of turn by it: its regular ones come when they would have come
	 * anyway, unless one becomes due before the last delivery of that occurrence begins.
	 * @param queue the queue
	 * @param id the message's id
	 * @return whether there was such a waiting message
	 * @throws OutcomeUnknownException if no reply came; repeating it is safe
	 */
	boolean deliverNow(String queue, String id);

	/**
	 * Remove a message, in whatever state it is.
	 * @param queue the queue
	 * @param id the message's id
	 * @return whether there was one
	 * @throws OutcomeUnknownException if no reply came; repeating it is safe
	 */
	boolean delete(String queue, String id);

	/**
	 * Remove all messages that a queue has in a state now, in small steps of which none
	 * holds up the store. Of those that come into the state meanwhile, some that wait or
	 * are dead may be removed too, none that are in flight. Recurring messages stay,
	 * since without them nothing would ever be due again: {@link #delete} ends one.
	 * Handlers of what was in flight go on, and what they return has no effect. If this
	 * throws, what has been removed is removed, and it can be called again.
	 * @param queue the queue
	 * @param state the state
	 * @return how many were removed
	 * @throws OutcomeUnknownException if no reply came
	 */
	long purge(String queue, MessageState state);

	/**
	 * Do the same as {@link #purge(String, MessageState)} in the background. A step that
	 * failed, or whose reply was lost, is taken again; if it was the first one, what came
	 * in meanwhile is removed too.
	 * @param queue the queue
	 * @param state the state
	 * @param perSecond how many per second at most, from 1 to 10,000
	 * @return tells how far it is, and can be cancelled
	 */
	BulkOperation purge(String queue, MessageState state, int perSecond);

	/**
	 * Let a dead letter be handled again, now and with all its retries before it. It has
	 * no time to live any more.
	 * @param queue the queue
	 * @param id the message's id
	 * @return whether there was such a dead letter
	 * @throws OutcomeUnknownException if no reply came; repeating it is safe
	 */
	boolean replay(String queue, String id);

	/**
	 * Let all dead letters that a queue has now be handled again in the background.
	 * @param queue the queue
	 * @param perSecond how many per second at most, from 1 to 10,000
	 * @return tells how far it is, and can be cancelled
	 */
	BulkOperation replayAll(String queue, int perSecond);

	/**
	 * Let dead letters be handled again in the background.
	 * @param replay which ones, where and how fast
	 * @return tells how far it is, and can be cancelled
	 */
	BulkOperation replay(DeadLetterReplay replay);

}
