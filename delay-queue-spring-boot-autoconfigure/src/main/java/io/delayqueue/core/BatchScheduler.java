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

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.delayqueue.DelayQueueException;
import io.delayqueue.OutcomeUnknownException;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.ScheduleCommand;
import io.delayqueue.store.ScheduleReply;
import org.jspecify.annotations.Nullable;

/**
 * Sends many messages in chunks, each of one queue and bounded in number and bytes, and
 * keeps account of what became of each.
 */
class BatchScheduler {

	/**
	 * A chunk ends here, so that no command blocks the store for long.
	 */
	private static final int MAX_CHUNK_BYTES = 1024 * 1024;

	private final DelayQueueStore store;

	BatchScheduler(DelayQueueStore store) {
		this.store = store;
	}

	List<ScheduleResult> schedule(List<Entry> entries) {
		ScheduleResult[] results = new ScheduleResult[entries.size()];
		RuntimeException failure = null;
		for (List<Integer> chunk : chunks(entries)) {
			// After one chunk failed the next would most likely fail too, each after a
			// time-out: tell the caller at once.
			failure = (failure != null) ? skip(chunk, entries, results, ScheduleResult.Outcome.NOT_SCHEDULED, failure)
					: send(chunk, entries, results);
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

	private @Nullable RuntimeException send(List<Integer> chunk, List<Entry> entries, ScheduleResult[] results) {
		String queue = entries.get(chunk.get(0)).message().getQueue();
		List<ScheduleReply> replies;
		try {
			replies = this.store.schedule(queue, chunk.stream().map((index) -> entries.get(index).command()).toList());
		}
		catch (OutcomeUnknownException ex) {
			return skip(chunk, entries, results, ScheduleResult.Outcome.UNCERTAIN, ex);
		}
		catch (DelayQueueException ex) {
			return skip(chunk, entries, results, ScheduleResult.Outcome.NOT_SCHEDULED, ex);
		}
		catch (RuntimeException ex) {
			// Whatever it was, the account of the chunks before must not be lost.
			return skip(chunk, entries, results, ScheduleResult.Outcome.UNCERTAIN, ex);
		}
		for (int i = 0; i < chunk.size(); i++) {
			Entry entry = entries.get(chunk.get(i));
			results[chunk.get(i)] = toResult(entry.message(), entry.command().id(), replies.get(i));
		}
		return null;
	}

	private static RuntimeException skip(List<Integer> chunk, List<Entry> entries, ScheduleResult[] results,
			ScheduleResult.Outcome outcome, RuntimeException failure) {
		for (Integer index : chunk) {
			Entry entry = entries.get(index);
			results[index] = new ScheduleResult(entry.message().getQueue(), entry.command().id(), null, outcome);
		}
		return failure;
	}

	private List<List<Integer>> chunks(List<Entry> entries) {
		Map<String, List<Integer>> open = new LinkedHashMap<>();
		Map<String, Long> bytes = new LinkedHashMap<>();
		List<List<Integer>> chunks = new ArrayList<>();
		for (int i = 0; i < entries.size(); i++) {
			Entry entry = entries.get(i);
			String queue = entry.message().getQueue();
			List<Integer> chunk = open.get(queue);
			long size = entry.command().message().size();
			if (chunk == null || chunk.size() >= this.store.maxScheduleBatch()
					|| bytes.getOrDefault(queue, 0L) + size > MAX_CHUNK_BYTES) {
				chunk = new ArrayList<>();
				chunks.add(chunk);
				open.put(queue, chunk);
				bytes.put(queue, 0L);
			}
			chunk.add(i);
			bytes.merge(queue, size, Long::sum);
		}
		return chunks;
	}

	static ScheduleResult toResult(DelayMessage<?> message, String id, ScheduleReply reply) {
		ScheduleResult.Outcome outcome = switch (reply.outcome()) {
			case STORED -> ScheduleResult.Outcome.SCHEDULED;
			case REPLACED -> ScheduleResult.Outcome.REPLACED;
			case PRESENT, SETTLED -> (message.getDuplicatePolicy() == DuplicatePolicy.KEEP)
					? ScheduleResult.Outcome.KEPT : ScheduleResult.Outcome.REJECTED;
		};
		boolean waits = reply.outcome() != ScheduleReply.Outcome.SETTLED;
		return new ScheduleResult(message.getQueue(), id, waits ? reply.dueTime() : null, outcome);
	}

	record Entry(DelayMessage<?> message, ScheduleCommand command) {

	}

}
