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

	/**
	 * Note that the consumer goes on to another claim, which confirms the one before.
	 */
	void confirmLastClaim() {
		confirmUpTo(Long.MAX_VALUE);
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

	@Nullable Claim claim(String nonce) {
		return (this.lastClaim != null && this.lastClaim.nonce().equals(nonce)) ? this.lastClaim : null;
	}

	void remember(Claim claim) {
		this.lastClaim = claim;
	}

	@Nullable Settled settled(String nonce) {
		return (this.lastSettled != null && this.lastSettled.nonce().equals(nonce)) ? this.lastSettled : null;
	}

	void remember(Settled settled) {
		this.lastSettled = settled;
	}

	/**
	 * A claim, as much of it as its repetition needs.
	 *
	 * @param nonce the call's nonce
	 * @param token the token, or 0 if nothing was handed out
	 * @param ids the messages handed out, in their order
	 * @param settlements the results of the settlements that rode along
	 */
	record Claim(String nonce, long token, List<String> ids, List<SettlementResult> settlements) {

	}

	/**
	 * A settle call.
	 *
	 * @param nonce the call's nonce
	 * @param results its results
	 */
	record Settled(String nonce, List<SettlementResult> results) {

	}

}
