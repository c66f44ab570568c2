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

import java.util.Arrays;
import java.util.List;

import io.delayqueue.DelayQueueException;
import io.delayqueue.DuplicateMessageException;
import io.delayqueue.OutcomeUnknownException;
import io.delayqueue.QueueFullException;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.ScheduleReply;
import org.jspecify.annotations.Nullable;

/**
 * Sends many messages in chunks and keeps account of what became of each.
 */
class BatchScheduler {

	private final DelayQueueStore store;

	BatchScheduler(DelayQueueStore store) {
		this.store = store;
	}

	List<ScheduleResult> schedule(List<QueueCommand.Schedule> messages) {
		ScheduleResult[] results = new ScheduleResult[messages.size()];
		RuntimeException failure = null;
		for (List<Integer> chunk : CommandChunks.of(messages, this.store.maxScheduleBatch())) {
			// After one chunk failed the next would most likely fail too, each after a
			// time-out: tell the caller at once.
			failure = (failure != null) ? skip(chunk, messages, results, ScheduleResult.Outcome.NOT_SCHEDULED, failure)
					: send(chunk, messages, results);
		}
		List<ScheduleResult> list = Arrays.asList(results);
		long bad = list.stream().filter((result) -> !result.outcome().isSuccess()).count();
		if (bad > 0) {
			throw new BatchScheduleException(
					bad + " of " + list.size() + " messages were not, or not certainly, scheduled: see getResults()",
					list, failure);
		}
		return List.copyOf(list);
	}

	private @Nullable RuntimeException send(List<Integer> chunk, List<QueueCommand.Schedule> messages,
			ScheduleResult[] results) {
		String queue = messages.get(chunk.get(0)).queue();
		List<ScheduleReply> replies;
		try {
			replies = this.store.schedule(queue, chunk.stream().map((index) -> messages.get(index).command()).toList());
		}
		catch (OutcomeUnknownException ex) {
			return skip(chunk, messages, results, ScheduleResult.Outcome.UNCERTAIN, ex);
		}
		catch (DelayQueueException ex) {
			return skip(chunk, messages, results, ScheduleResult.Outcome.NOT_SCHEDULED, ex);
		}
		catch (RuntimeException ex) {
			// Whatever it was, the account of the chunks before must not be lost.
			return skip(chunk, messages, results, ScheduleResult.Outcome.UNCERTAIN, ex);
		}
		for (int i = 0; i < chunk.size(); i++) {
			results[chunk.get(i)] = toResult(messages.get(chunk.get(i)), replies.get(i));
		}
		return null;
	}

	private static RuntimeException skip(List<Integer> chunk, List<QueueCommand.Schedule> messages,
			ScheduleResult[] results, ScheduleResult.Outcome outcome, RuntimeException failure) {
		for (Integer index : chunk) {
			results[index] = toResult(messages.get(index), outcome);
		}
		return failure;
	}

	static ScheduleResult toResult(QueueCommand.Schedule message, ScheduleResult.Outcome outcome) {
		return new ScheduleResult(message.queue(), message.id(), null, outcome);
	}

	/**
	 * Return why a message was refused.
	 * @param message the message
	 * @param reply what the store said
	 * @return the exception, or {@code null} if it was not refused
	 */
	static @Nullable DelayQueueException refusal(QueueCommand.Schedule message, ScheduleReply reply) {
		return switch (toResult(message, reply).outcome()) {
			case REJECTED -> new DuplicateMessageException(message.queue(), message.id(), reply.found());
			case QUEUE_FULL -> new QueueFullException(message.queue(), message.id(), message.command().maxWaiting());
			default -> null;
		};
	}

	static ScheduleResult toResult(QueueCommand.Schedule message, ScheduleReply reply) {
		ScheduleResult.Outcome outcome = switch (reply.outcome()) {
			case STORED -> isKept(message, reply) ? ScheduleResult.Outcome.KEPT : ScheduleResult.Outcome.SCHEDULED;
			case REPLACED -> ScheduleResult.Outcome.REPLACED;
			case PRESENT, SETTLED -> (message.policy() == DuplicatePolicy.KEEP) ? ScheduleResult.Outcome.KEPT
					: ScheduleResult.Outcome.REJECTED;
			case FULL -> ScheduleResult.Outcome.QUEUE_FULL;
		};
		boolean waits = reply.outcome() != ScheduleReply.Outcome.SETTLED
				&& reply.outcome() != ScheduleReply.Outcome.FULL;
		return new ScheduleResult(message.queue(), message.id(), waits ? reply.dueTime() : null, outcome);
	}

	// Scheduled before with the same definition.
	private static boolean isKept(QueueCommand.Schedule message, ScheduleReply reply) {
		return message.command().message().isRecurring() && reply.found() != null;
	}

}
