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

package io.delayqueue.store.redis;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import io.delayqueue.store.ClaimReply;
import io.delayqueue.store.ClaimRequest;
import io.delayqueue.store.ClaimedMessage;
import io.delayqueue.store.ConsumerCall;
import io.delayqueue.store.DeathCause;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.DueTime;
import io.delayqueue.store.RetryPolicy;
import io.delayqueue.store.ScheduleCommand;
import io.delayqueue.store.ScheduleReply;
import io.delayqueue.store.Settlement;
import io.delayqueue.store.Source;
import io.delayqueue.store.StoredMessage;

/**
 * The calls of one consumer and of producers, with defaults for what a test does not care
 * about.
 */
final class StoreCalls {

	static final String QUEUE = "orders";

	static final String CONSUMER = "consumer-1";

	static final RetryPolicy POLICY = new RetryPolicy(3, List.of(Duration.ofSeconds(1)), Duration.ZERO);

	private static final AtomicLong NUMBERS = new AtomicLong();

	private StoreCalls() {
	}

	static StoredMessage message(String payload) {
		return message(payload.getBytes(StandardCharsets.UTF_8));
	}

	static StoredMessage message(byte[] payload) {
		return new StoredMessage(payload, "application/json", Map.of(), Instant.ofEpochMilli(1_900_000_000_000L),
				"k3f9");
	}

	static ScheduleCommand command(String id, Duration delay) {
		return new ScheduleCommand(id, message("{\"id\":\"" + id + "\"}"), new DueTime.After(delay), false);
	}

	static ScheduleReply schedule(DelayQueueStore store, String id, Duration delay) {
		return store.schedule(QUEUE, List.of(command(id, delay))).get(0);
	}

	static void scheduleMany(DelayQueueStore store, int count, DueTime dueTime, String name) {
		int batch = store.maxScheduleBatch();
		for (int from = 0; from < count; from += batch) {
			store.schedule(QUEUE,
					IntStream.range(from, Math.min(from + batch, count))
						.mapToObj((i) -> new ScheduleCommand(name + "-%020d".formatted(i), message("{\"i\":" + i + "}"),
								dueTime, false))
						.toList());
		}
	}

	static ConsumerCall call() {
		return call(number(), 0);
	}

	static ConsumerCall call(long number, long confirmed) {
		return new ConsumerCall(QUEUE, CONSUMER, number, confirmed);
	}

	static ConsumerCall deadLetterCall() {
		return deadLetterCall(number(), 0);
	}

	static ConsumerCall deadLetterCall(long number, long confirmed) {
		return new ConsumerCall(QUEUE, "mourner-1", number, confirmed, Source.DEAD_LETTERS);
	}

	static long number() {
		return NUMBERS.incrementAndGet();
	}

	static ClaimReply claim(DelayQueueStore store) {
		return store.claim(request(call(), 100));
	}

	static ClaimReply claimDeadLetters(DelayQueueStore store) {
		return store.claim(request(deadLetterCall(), 100));
	}

	/**
	 * Make dead letters.
	 * @param store the store, whose clock stands still
	 * @param ids their ids
	 */
	static void bury(DelayQueueStore store, String... ids) {
		for (String id : ids) {
			schedule(store, id, Duration.ZERO);
		}
		ClaimReply claim = claim(store);
		store.settle(call(), claim.messages().stream().map((message) -> deadLetter(message)).toList());
	}

	static Settlement deadLetter(ClaimedMessage message) {
		return new Settlement.DeadLetter(message.id(), message.token(),
				new DeathCause(DeathCause.Reason.FAILED, 1, null, null, null));
	}

	static ClaimRequest request(ConsumerCall call, int maxMessages, Settlement... settlements) {
		return new ClaimRequest(call, maxMessages, Duration.ofSeconds(30), POLICY, List.of(settlements));
	}

	static List<String> ids(ClaimReply reply) {
		return reply.messages().stream().map(ClaimedMessage::id).toList();
	}

	static Settlement[] acknowledge(ClaimReply reply) {
		return reply.messages()
			.stream()
			.map((message) -> new Settlement.Acknowledge(message.id(), message.token()))
			.toArray(Settlement[]::new);
	}

}
