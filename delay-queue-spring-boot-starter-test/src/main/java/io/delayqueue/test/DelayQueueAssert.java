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

package io.delayqueue.test;

import java.util.Arrays;
import java.util.List;

import io.delayqueue.MessageState;
import org.assertj.core.api.AbstractAssert;
import org.assertj.core.api.ThrowableAssert;

/**
 * Assertions about a queue. One that fails says what is in the queue.
 *
 * @since 0.1.0
 */
public final class DelayQueueAssert extends AbstractAssert<DelayQueueAssert, TestQueue> {

	DelayQueueAssert(TestQueue queue) {
		super(queue, DelayQueueAssert.class);
	}

	/**
	 * Verify that a message waits for its due time.
	 * @param id its id
	 * @return assertions about the message
	 */
	public ScheduledMessageAssert hasScheduled(String id) {
		return new ScheduledMessageAssert(this.actual, find(id, MessageState.WAITING, "to have scheduled"));
	}

	/**
	 * Verify which messages wait for their due times.
	 * @param ids their ids, in the order of their due times
	 * @return this assertion
	 */
	public DelayQueueAssert hasScheduledExactly(String... ids) {
		return hasExactly(MessageState.WAITING, "to have scheduled", ids);
	}

	/**
	 * Verify how many messages wait for their due times.
	 * @param count how many
	 * @return this assertion
	 */
	public DelayQueueAssert hasScheduledCount(int count) {
		return hasCount(count, MessageState.WAITING, "scheduled");
	}

	/**
	 * Verify that a message has been handed out and not been settled.
	 * @param id its id
	 * @return this assertion
	 */
	public DelayQueueAssert hasInFlight(String id) {
		find(id, MessageState.IN_FLIGHT, "to have in flight");
		return this;
	}

	/**
	 * Verify how many messages have been handed out and not been settled.
	 * @param count how many
	 * @return this assertion
	 */
	public DelayQueueAssert hasInFlightCount(int count) {
		return hasCount(count, MessageState.IN_FLIGHT, "in flight");
	}

	/**
	 * Verify that a message is among the dead letters.
	 * @param id its id
	 * @return assertions about the dead letter
	 */
	public DeadMessageAssert hasDead(String id) {
		return new DeadMessageAssert(this.actual, find(id, MessageState.DEAD, "to have among the dead letters"));
	}

	/**
	 * Verify which messages are among the dead letters.
	 * @param ids their ids, in the order in which they died
	 * @return this assertion
	 */
	public DelayQueueAssert hasDeadExactly(String... ids) {
		return hasExactly(MessageState.DEAD, "to have among the dead letters", ids);
	}

	/**
	 * Verify how many dead letters there are.
	 * @param count how many
	 * @return this assertion
	 */
	public DelayQueueAssert hasDeadCount(int count) {
		return hasCount(count, MessageState.DEAD, "dead");
	}

	/**
	 * Verify that there is no message with an id, in any state.
	 * @param id the id
	 * @return this assertion
	 */
	public DelayQueueAssert doesNotContain(String id) {
		isNotNull();
		if (this.actual.find(id).isPresent()) {
			throw failure("to contain no message '" + id + "'");
		}
		return this;
	}

	/**
	 * Verify that there is no message at all: none is scheduled, in flight or dead.
	 * @return this assertion
	 */
	public DelayQueueAssert isEmpty() {
		isNotNull();
		for (MessageState state : MessageState.values()) {
			if (!this.actual.messages(state).isEmpty()) {
				throw failure("to be empty");
			}
		}
		return this;
	}

	/**
	 * Verify that a message has been handled without a failure, since the beginning of
	 * the test and not as a dead letter.
	 * @param id its id
	 * @return this assertion
	 */
	public DelayQueueAssert hasHandled(String id) {
		isNotNull();
		if (!handled().contains(id)) {
			throw failure("to have handled message '" + id + "'");
		}
		return this;
	}

	/**
	 * Verify which messages have been handled without a failure, since the beginning of
	 * the test and not as dead letters.
	 * @param ids their ids, in the order in which they were handled, none for no messages
	 * @return this assertion
	 */
	public DelayQueueAssert hasHandledExactly(String... ids) {
		isNotNull();
		if (!handled().equals(List.of(ids))) {
			throw failure("to have handled exactly the messages " + Arrays.toString(ids));
		}
		return this;
	}

	private List<String> handled() {
		return this.actual.handlings()
			.stream()
			.filter((handling) -> handling.succeeded() && !handling.deadLetter())
			.map(Handling::id)
			.toList();
	}

	/**
	 * Verify that a handling of a message has failed since the beginning of the test.
	 * @param id the message's id
	 * @return assertions about what its handler threw the last time
	 */
	public ThrowableAssert<Throwable> hasFailed(String id) {
		isNotNull();
		return this.actual.handlings()
			.stream()
			.filter((handling) -> handling.id().equals(id) && !handling.succeeded())
			.reduce((first, second) -> second)
			.map((handling) -> new ThrowableAssert<>(handling.failure()))
			.orElseThrow(() -> failure("to have failed to handle message '" + id + "'"));
	}

	private TestMessage find(String id, MessageState state, String expectation) {
		isNotNull();
		return this.actual.find(id)
			.filter((message) -> message.state() == state)
			.orElseThrow(() -> failure(expectation + " message '" + id + "'"));
	}

	private DelayQueueAssert hasExactly(MessageState state, String expectation, String... ids) {
		isNotNull();
		if (!this.actual.messages(state).stream().map(TestMessage::id).toList().equals(List.of(ids))) {
			throw failure(expectation + " exactly the messages " + Arrays.toString(ids));
		}
		return this;
	}

	private DelayQueueAssert hasCount(int count, MessageState state, String name) {
		isNotNull();
		int found = this.actual.messages(state).size();
		if (found != count) {
			throw failure("to have " + count + " messages " + name + ", but there are " + found);
		}
		return this;
	}

	private AssertionError failure(String expectation) {
		return failure("%s", "Expecting queue '" + this.actual.name() + "' " + expectation + ".\n"
				+ QueueDescription.of(this.actual));
	}

}
