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
import java.util.List;

/**
 * A consumer of {@link StoreDriver#QUEUE} that does what it is told, with a new number
 * for each call unless told to repeat.
 */
final class TestConsumer {

	private final StoreDriver driver;

	private final String name;

	private int maxMessages = ClaimRequest.MAX_MESSAGES;

	private Duration lease = StoreDriver.LEASE;

	private RetryPolicy policy = StoreDriver.policy(5, Duration.ZERO);

	private QueueLimits limits = QueueLimits.NONE;

	private Source source = Source.MESSAGES;

	private long confirmed;

	private ClaimRequest lastRequest;

	TestConsumer(StoreDriver driver, String name) {
		this.driver = driver;
		this.name = name;
	}

	String name() {
		return this.name;
	}

	TestConsumer ofDeadLetters() {
		this.source = Source.DEAD_LETTERS;
		return this;
	}

	TestConsumer max(int maxMessages) {
		this.maxMessages = maxMessages;
		return this;
	}

	TestConsumer lease(Duration lease) {
		this.lease = lease;
		return this;
	}

	TestConsumer policy(RetryPolicy policy) {
		this.policy = policy;
		return this;
	}

	TestConsumer limits(QueueLimits limits) {
		this.limits = limits;
		return this;
	}

	ConsumerCall call() {
		return call(this.driver.number());
	}

	ConsumerCall call(long number) {
		return new ConsumerCall(StoreDriver.QUEUE, this.name, number, this.confirmed, this.source);
	}

	/**
	 * Claim, and confirm the claim before.
	 * @param settlements what to settle
	 * @return the reply
	 */
	ClaimReply claim(Settlement... settlements) {
		if (lastReply() != null) {
			noteArrival();
		}
		return claimUnconfirming(settlements);
	}

	/**
	 * Claim without confirming the claim before, as if its reply had been lost and it had
	 * been given up.
	 * @param settlements what to settle
	 * @return the reply
	 */
	ClaimReply claimUnconfirming(Settlement... settlements) {
		return send(new ClaimRequest(call(), this.maxMessages, this.lease, this.policy, List.of(settlements),
				DeadLetterPolicy.KEEP_ALL, this.limits));
	}

	ClaimedMessage claimOne(Settlement... settlements) {
		List<ClaimedMessage> messages = claim(settlements).messages();
		if (messages.size() != 1) {
			throw new AssertionError("One message expected, not " + messages);
		}
		return messages.get(0);
	}

	/**
	 * Send the last claim again, as if its reply had been lost.
	 * @return the reply
	 */
	ClaimReply repeatClaim() {
		return send(this.lastRequest);
	}

	private ClaimReply send(ClaimRequest request) {
		this.lastRequest = request;
		ClaimReply reply = this.driver.store().claim(request);
		this.driver.lastReplies().put(this.name, reply);
		return reply;
	}

	private ClaimReply lastReply() {
		return this.driver.lastReplies().get(this.name);
	}

	/**
	 * Say in all calls from now on that the reply to the last claim has arrived.
	 * @return this
	 */
	TestConsumer noteArrival() {
		this.confirmed = Math.max(this.confirmed, lastReply().token());
		return this;
	}

	/**
	 * Let the store know that the reply to the last claim has arrived.
	 */
	void confirm() {
		noteArrival();
		extend(this.lease, lastReply().messages().toArray(ClaimedMessage[]::new));
	}

	List<SettlementResult> settle(Settlement... settlements) {
		return this.driver.store().settle(call(), List.of(settlements));
	}

	List<Boolean> extend(Duration lease, ClaimedMessage... messages) {
		List<ExtendRequest.Lease> leases = List.of(messages)
			.stream()
			.map((message) -> new ExtendRequest.Lease(message.id(), message.token()))
			.toList();
		return this.driver.store().extend(call(), new ExtendRequest(leases, lease));
	}

}
