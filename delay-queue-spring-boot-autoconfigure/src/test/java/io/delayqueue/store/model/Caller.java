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

package io.delayqueue.store.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import io.delayqueue.store.ClaimReply;
import io.delayqueue.store.ClaimRequest;
import io.delayqueue.store.ClaimedMessage;
import io.delayqueue.store.ConsumerCall;
import io.delayqueue.store.ExtendRequest;
import io.delayqueue.store.Settlement;
import io.delayqueue.store.Source;

/**
 * What a consumer has done so far and what it knows. Once it is forgotten, another takes
 * its place under another name.
 */
class Caller {

	final List<ClaimRequest> claims = new ArrayList<>();

	final List<SettleCall> settles = new ArrayList<>();

	final List<ExtendCall> extensions = new ArrayList<>();

	private final List<ClaimedMessage> known = new ArrayList<>();

	private final List<ClaimedMessage> open = new ArrayList<>();

	private final int index;

	private final Source source;

	private int life = 1;

	private long lastNumber;

	private long confirmed;

	Caller(int index) {
		this.index = index;
		this.source = source(index);
	}

	private static Source source(int index) {
		return (index < StepGenerator.CALLERS) ? Source.MESSAGES : Source.DEAD_LETTERS;
	}

	/**
	 * Return what a consumer is called in descriptions of steps.
	 * @param index its index
	 * @return its name, which says what it consumes
	 */
	static String label(int index) {
		return ((source(index) == Source.MESSAGES) ? "c" : "d") + index;
	}

	String name() {
		return label(this.index) + '-' + this.life;
	}

	ConsumerCall nextCall(String queue) {
		this.lastNumber++;
		return new ConsumerCall(queue, name(), this.lastNumber, this.confirmed, this.source);
	}

	/**
	 * Note that the reply to a claim has arrived. It is heeded only if the claim is the
	 * last one, since nobody waits for the others any more.
	 * @param request the claim
	 * @param reply the reply
	 */
	void arrived(ClaimRequest request, ClaimReply reply) {
		boolean awaited = request == fromEnd(this.claims, 0).orElse(null) && request.call().consumer().equals(name());
		if (awaited && reply.token() > 0) {
			this.confirmed = reply.token();
			this.known.addAll(reply.messages());
			this.open.addAll(reply.messages());
		}
	}

	/**
	 * Return a delivery that it knows of.
	 * @param delivery which one
	 * @return the delivery, or empty if it knows of none
	 */
	Optional<ClaimedMessage> delivery(Settling.Delivery delivery) {
		return fromEnd(delivery.open() ? this.open : this.known, delivery.back());
	}

	/**
	 * Note that it is about to settle a delivery.
	 * @param delivery the delivery
	 */
	void close(ClaimedMessage delivery) {
		this.open.remove(delivery);
	}

	/**
	 * Go by another name, and know nothing but the deliveries of before.
	 */
	void replace() {
		this.life++;
		this.lastNumber = 0;
		this.confirmed = 0;
	}

	/**
	 * Return an element of a list, or its first if it has not as many.
	 * @param list the list
	 * @param back how many elements before the last one
	 * @param <T> the type of the elements
	 * @return the element, or empty if there is none
	 */
	static <T> Optional<T> fromEnd(List<T> list, int back) {
		return list.isEmpty() ? Optional.empty() : Optional.of(list.get(Math.max(0, list.size() - 1 - back)));
	}

	/**
	 * A settle call.
	 *
	 * @param call the call
	 * @param settlements what to settle
	 */
	record SettleCall(ConsumerCall call, List<Settlement> settlements) {

	}

	/**
	 * An extend call.
	 *
	 * @param call the call
	 * @param request what to extend
	 */
	record ExtendCall(ConsumerCall call, ExtendRequest request) {

	}

}
