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

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import io.delayqueue.DelayQueueException;
import io.delayqueue.MessageState;
import io.delayqueue.OutcomeUnknownException;
import io.delayqueue.StoreUnavailableException;

/**
 * Keeps delayed messages and hands them out under leases. Every operation is atomic, all
 * times are judged by the store's own clock, and an operation whose reply was lost can be
 * repeated with equal arguments.
 * <p>
 * All methods block and may be called by any thread; calls of one consumer (see
 * {@link ConsumerCall}) must not overlap. They throw {@link OutcomeUnknownException} when
 * a command was sent and no reply came. All other {@link DelayQueueException}s mean that
 * nothing was changed: {@link StoreUnavailableException} when the store serves nobody at
 * present, a plain one when only this call or queue is concerned.
 *
 * @since 0.1.0
 */
public interface DelayQueueStore {

	/**
	 * How many ids of handled messages are remembered of one queue at most, those that
	 * are to be remembered longest.
	 */
	int MAX_REMEMBERED = 100_000;

	/**
	 * Store new messages, in one atomic step for as many as {@link #maxScheduleBatch()}.
	 * An id that is present in any state, or still remembered, is left alone unless the
	 * command says {@code replace}; a stored message that equals the command's is the
	 * caller's own repeat, is left as it is, whatever its state and the command's due
	 * time, and is reported as {@link ScheduleReply.Outcome#STORED}. So is a recurring
	 * message that waits or is in flight, if the command's recurs too and has the same
	 * stamp. The instant at which one that recurs is first due may be past: then it is
	 * late, but it keeps its time.
	 * @param queue the queue
	 * @param commands what to store, at most {@link #maxScheduleBatch()}; a later command
	 * of the same id finds what the earlier one stored
	 * @return one reply per command, in their order
	 */
	List<ScheduleReply> schedule(String queue, List<ScheduleCommand> commands);

	/**
	 * Return how many commands {@link #schedule(String, List)} takes at most.
	 * @return the largest number of commands in one call
	 */
	int maxScheduleBatch();

	/**
	 * In this order and in one atomic step: carry out the settlements that ride along,
	 * take back what the consumer still holds of its last claim if it has not confirmed
	 * that, take back a bounded number of ended leases, earliest end first, and hand out
	 * due messages under a new lease, highest priority first, then earliest due, all at
	 * equal times in the order of the ids' UTF-8 bytes; of those to be handed out each
	 * fourth is chosen by its due time alone. Due messages whose time to live is over are
	 * not handed out but moved to the dead letters or removed, as the request says; they
	 * count among the largest number of messages. In the end dead letters that are too
	 * old or too many are removed, a bounded number. Hands out at most
	 * {@link ClaimRequest#MAX_BYTES} in all, or one message that is larger; the first
	 * that does not fit and all after it are left as they are.
	 * <p>
	 * Repeated with the same number it settles nothing again, takes back no leases,
	 * returns the same settlement results and the messages still held of that claim, also
	 * after their lease's time if nobody took them back, and takes no others. Their
	 * leases start anew.
	 * @param request what to settle and how much to claim
	 * @return the claimed messages and when to ask again
	 */
	ClaimReply claim(ClaimRequest request);

	/**
	 * Carry out settlements. A settlement whose token is not the owner's changes nothing,
	 * nor does one with the right token by another consumer. Repeated with the same
	 * number it returns the same results and changes nothing again.
	 * @param call the consumer's call
	 * @param settlements what to settle, at most {@link ClaimRequest#MAX_MESSAGES}
	 * @return one result per settlement, in their order
	 */
	List<SettlementResult> settle(ConsumerCall call, List<Settlement> settlements);

	/**
	 * Let leases end {@code lease} from now, also earlier than before, and also after a
	 * lease's time if nobody took the message back. A lease whose token is not the
	 * owner's, or that is another consumer's, is lost and stays as it is.
	 * @param call the consumer's call
	 * @param request the leases to extend and by how long
	 * @return for each lease, in their order, whether it is still held
	 */
	List<Boolean> extend(ConsumerCall call, ExtendRequest request);

	/**
	 * Forget what is remembered of a consumer that will call no more. Leases that it
	 * still holds go on and count as not confirmed. A copy of one of its calls that comes
	 * after that is taken for the call of a new consumer.
	 * @param queue the queue
	 * @param consumer the consumer's name
	 */
	void forget(String queue, String consumer);

	/**
	 * Let a waiting message be due at another time. What it has gone through stays; one
	 * in any other state is left alone.
	 * @param queue the queue
	 * @param id the message's id
	 * @param dueTime when it is due
	 * @return what was found and done
	 */
	RescheduleReply reschedule(String queue, String id, DueTime dueTime);

	/**
	 * Let a waiting message be due now. One that is due already keeps its place; one in
	 * any other state is left alone.
	 * @param queue the queue
	 * @param id the message's id
	 * @return whether it waits
	 */
	boolean deliverNow(String queue, String id);

	/**
	 * Remove a message in any state. Of one in flight the settlement is void.
	 * @param queue the queue
	 * @param id the message's id
	 * @return the state in which it was, or empty if it was absent
	 */
	Optional<MessageState> cancel(String queue, String id);

	/**
	 * Look up a message.
	 * @param queue the queue
	 * @param id the message's id
	 * @return the message as it is now, or empty if it is absent
	 */
	default Optional<MessageSnapshot> find(String queue, String id) {
		return find(queue, List.of(id)).get(0);
	}

	/**
	 * Look up messages. Gives at most {@link ClaimRequest#MAX_BYTES} in all, or one
	 * message that is larger.
	 * @param queue the queue
	 * @param ids the messages' ids, at most {@link ClaimRequest#MAX_MESSAGES}
	 * @return the messages as they are now, in the order of the ids, empty for one that
	 * is absent; the last ones are missing if they would be too large together
	 */
	List<Optional<MessageSnapshot>> find(String queue, List<String> ids);

	/**
	 * List messages in a state: waiting ones by due time, those in flight by the end of
	 * their lease, dead ones by their time of death; of equal times by the ids' UTF-8
	 * bytes. Gives at most {@link ClaimRequest#MAX_BYTES} in all, or one message that is
	 * larger.
	 * @param request which
	 * @return the messages as they are now, none if there are no more
	 */
	List<MessageSnapshot> browse(BrowseRequest request);

	/**
	 * Let dead letters be due now. Their deliveries count on, their failures begin anew,
	 * and they have no time to live any more.
	 * @param request which
	 * @return which ones it were
	 */
	ReplayReply replay(ReplayRequest request);

	/**
	 * Remove dead letters, each unless it has been replayed, also if it died again.
	 * @param queue the queue
	 * @param deadLetters their ids and when they died, at most
	 * {@link ClaimRequest#MAX_MESSAGES}
	 * @return for each of them, in their order, whether it was removed
	 */
	List<Boolean> discard(String queue, List<BrowseRequest.Position> deadLetters);

	/**
	 * Go through the messages in a state, in the order of {@link #browse}, up to the last
	 * that is there when this begins, and remove them, in steps of which each is atomic.
	 * In flight, those that are handed out after the beginning are left alone, else only
	 * those that come into a place that has been passed or lies after the last one. What
	 * recurs is left alone, unless it is dead. Settlements of what was in flight are
	 * void.
	 * @param request which, and how many in this step
	 * @return how many were removed and where to go on
	 */
	PurgeReply purge(PurgeRequest request);

	/**
	 * Let nothing of the queue be handed out until it is resumed. Claims go on to settle
	 * and to take back leases.
	 * @param queue the queue
	 * @return whether it was not paused before
	 */
	boolean pause(String queue);

	/**
	 * End a pause.
	 * @param queue the queue
	 * @return whether it was paused
	 */
	boolean resume(String queue);

	/**
	 * Tell the time by the clock that judges the queue's due times.
	 * @param queue the queue
	 * @return the time, rounded down to milliseconds
	 */
	Instant time(String queue);

	/**
	 * Count the messages of a queue. Costs O(log n).
	 * @param queue the queue
	 * @return the counts; all zero for a queue that does not exist
	 */
	QueueCounts count(String queue);

	/**
	 * Count the waiting messages of a queue by when they are due. Costs O(log n) for each
	 * number.
	 * @param queue the queue
	 * @param bounds times from now, rising
	 * @return how many are due, then for each bound how many will be due by then and were
	 * not counted yet, and last how many will be due after all bounds
	 */
	List<Long> countDue(String queue, List<Duration> bounds);

	/**
	 * Return the names of all queues that were ever scheduled to, claimed from or paused
	 * with this store.
	 * @return the names, in no order
	 */
	Set<String> queues();

	/**
	 * Call a listener whenever a message may have become due earlier than was known:
	 * scheduled, retried, released or taken back before the earliest that waited. A hint
	 * may be lost or come twice; nobody may depend on it. Never blocks on the store.
	 * @param listener the listener, called on a thread of the store or of a caller; it
	 * must return at once
	 * @return closes the subscription
	 */
	HintSubscription subscribe(HintListener listener);

}
