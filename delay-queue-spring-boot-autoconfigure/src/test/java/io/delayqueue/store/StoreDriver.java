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

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Short words for what the contract tests do with a store, on one queue.
 */
final class StoreDriver {

	static final String QUEUE = "orders";

	static final String ID = "order-42";

	static final Duration LEASE = Duration.ofSeconds(30);

	private final StoreHarness harness;

	private final Map<String, ClaimReply> lastReplies = new HashMap<>();

	private int calls;

	StoreDriver(StoreHarness harness) {
		this.harness = harness;
	}

	DelayQueueStore store() {
		return this.harness.store();
	}

	Instant now() {
		return this.harness.now();
	}

	Instant in(Duration delay) {
		return now().plus(delay);
	}

	void advance(Duration time) {
		this.harness.advance(time);
	}

	/**
	 * Return a text that no other call gave.
	 * @return letters and digits
	 */
	String unique() {
		return "n" + ++this.calls;
	}

	/**
	 * Return a number higher than any before.
	 * @return the number
	 */
	long number() {
		return ++this.calls;
	}

	/**
	 * Return the replies to the last claims, by the consumers' names.
	 * @return the replies, to be written to
	 */
	Map<String, ClaimReply> lastReplies() {
		return this.lastReplies;
	}

	TestConsumer consumer(String name) {
		return new TestConsumer(this, name);
	}

	StoredMessage message(String payload) {
		return message(payload.getBytes(StandardCharsets.UTF_8));
	}

	StoredMessage message(byte[] payload) {
		return new StoredMessage(payload, "text/plain", Map.of(), now(), unique());
	}

	ScheduleCommand command(String id, Duration delay) {
		return command(id, new DueTime.After(delay));
	}

	ScheduleCommand command(String id, DueTime dueTime) {
		return new ScheduleCommand(id, message("payload of " + id), dueTime, false);
	}

	ScheduleCommand replacing(String id, Duration delay) {
		return new ScheduleCommand(id, message("another of " + id), new DueTime.After(delay), true);
	}

	List<ScheduleReply> scheduleAll(ScheduleCommand... commands) {
		return store().schedule(QUEUE, List.of(commands));
	}

	ScheduleReply schedule(ScheduleCommand command) {
		return scheduleAll(command).get(0);
	}

	ScheduleReply schedule(String id, Duration delay) {
		return schedule(command(id, delay));
	}

	ScheduleReply schedule(String id, DueTime dueTime) {
		return schedule(command(id, dueTime));
	}

	/**
	 * Schedule messages that are due now.
	 * @param ids their ids
	 */
	void scheduleDue(String... ids) {
		Arrays.stream(ids).forEach((id) -> schedule(id, Duration.ZERO));
	}

	/**
	 * Schedule many messages that are due now and have no other content than their ids.
	 * @param count how many
	 */
	void scheduleMany(int count) {
		int size = store().maxScheduleBatch();
		for (int from = 0; from < count; from += size) {
			scheduleAll(IntStream.range(from, Math.min(count, from + size))
				.mapToObj((i) -> command("many-%04d".formatted(i), Duration.ZERO))
				.toArray(ScheduleCommand[]::new));
		}
	}

	MessageSnapshot find(String id) {
		return store().find(QUEUE, id).orElseThrow();
	}

	boolean isAbsent(String id) {
		return store().find(QUEUE, id).isEmpty();
	}

	/**
	 * Discard a dead letter, whenever it died.
	 * @param id its id
	 * @return whether it was removed
	 */
	boolean discard(String id) {
		Instant death = store().find(QUEUE, id).map(MessageSnapshot::time).orElse(Instant.EPOCH);
		return discard(id, death);
	}

	boolean discard(String id, Instant death) {
		return store().discard(QUEUE, List.of(new BrowseRequest.Position(death, id))).get(0);
	}

	QueueCounts count() {
		return store().count(QUEUE);
	}

	static List<String> ids(ClaimReply reply) {
		return reply.messages().stream().map(ClaimedMessage::id).toList();
	}

	static Settlement acknowledge(ClaimedMessage message) {
		return new Settlement.Acknowledge(message.id(), message.token());
	}

	static Settlement release(ClaimedMessage message) {
		return new Settlement.Release(message.id(), message.token());
	}

	static Settlement retry(ClaimedMessage message, Duration pause) {
		return new Settlement.Retry(message.id(), message.token(), pause);
	}

	static Settlement deadLetter(ClaimedMessage message) {
		return new Settlement.DeadLetter(message.id(), message.token(), cause());
	}

	/**
	 * Return one settlement of each kind.
	 * @param message what they settle
	 * @return the settlements
	 */
	static List<Settlement> eachSettlement(ClaimedMessage message) {
		return List.of(acknowledge(message), release(message), retry(message, Duration.ofSeconds(7)),
				deadLetter(message), new Settlement.Recur(message.id(), message.token(), Instant.EPOCH),
				new Settlement.DeadOccurrence(message.id(), message.token(), Instant.EPOCH, "dead", cause()));
	}

	static DeathCause cause() {
		return new DeathCause(DeathCause.Reason.FAILED, 1, "java.lang.IllegalStateException", "no more",
				"java.lang.IllegalStateException: no more\n\tat Some.where(Some.java:1)");
	}

	static RetryPolicy policy(int maxRetries, Duration... pauses) {
		return new RetryPolicy(maxRetries, List.of(pauses), Duration.ZERO);
	}

}
