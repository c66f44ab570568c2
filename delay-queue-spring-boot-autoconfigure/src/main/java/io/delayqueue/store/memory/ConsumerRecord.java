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

package io.delayqueue.store.memory;

import java.util.List;

import io.delayqueue.DelayQueueException;
import io.delayqueue.store.SettlementResult;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of a consumer's calls. Not safe for use by many threads.
 */
class ConsumerRecord {

	private long confirmed;

	private long lastSeen;

	private @Nullable Claim lastClaim;

	private @Nullable Settled lastSettled;

	void seen(long now, long confirmed) {
		this.lastSeen = now;
		confirmUpTo(confirmed);
	}

	private void confirmUpTo(long token) {
		if (this.lastClaim != null) {
			this.confirmed = Math.max(this.confirmed, Math.min(token, this.lastClaim.token()));
		}
	}

	boolean hasConfirmed(long token) {
		return token <= this.confirmed;
	}

	boolean wasSeenSince(long time) {
		return this.lastSeen >= time;
	}

	/**
	 * Return the claim that a call repeats.
	 * @param number the call's number
	 * @return the last claim, or {@code null} if the call is a new one
	 * @throws DelayQueueException if the call comes after a later one
	 */
	@Nullable Claim claim(long number) {
		Claim last = this.lastClaim;
		return (last != null && isRepeat(number, last.number())) ? last : null;
	}

	/**
	 * Return the messages of the last claim if its reply never arrived.
	 * @return the token and ids, or {@code null} if it did
	 */
	@Nullable Claim unconfirmed() {
		return (this.lastClaim != null && !hasConfirmed(this.lastClaim.token())) ? this.lastClaim : null;
	}

	void remember(Claim claim) {
		this.lastClaim = claim;
	}

	@Nullable Settled settled(long number) {
		Settled last = this.lastSettled;
		return (last != null && isRepeat(number, last.number())) ? last : null;
	}

	private static boolean isRepeat(long number, long last) {
		if (number < last) {
			throw new DelayQueueException("Call " + number + " of a consumer came after its call " + last
					+ ", which has already been carried out. Nothing was changed");
		}
		return number == last;
	}

	void remember(Settled settled) {
		this.lastSettled = settled;
	}

	/**
	 * A claim, as much of it as its repetition needs.
	 *
	 * @param number the call's number
	 * @param token the token, or 0 if nothing was handed out
	 * @param ids the messages handed out, in their order
	 * @param settlements the results of the settlements that rode along
	 */
	record Claim(long number, long token, List<String> ids, List<SettlementResult> settlements) {

	}

	/**
	 * A settle call.
	 *
	 * @param number the call's number
	 * @param results its results
	 */
	record Settled(long number, List<SettlementResult> results) {

	}

}
