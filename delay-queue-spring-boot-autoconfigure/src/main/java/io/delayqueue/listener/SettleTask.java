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

package io.delayqueue.listener;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.delayqueue.listener.PendingCall.Verdict;
import io.delayqueue.store.ConsumerCall;
import io.delayqueue.store.Settlement;
import io.delayqueue.store.SettlementResult;
import org.jspecify.annotations.Nullable;

/**
 * Writes the settlements that found no claim to ride on. Without any, confirms the last
 * claim when nothing else has.
 */
final class SettleTask implements PollerTask {

	private final ConsumerContext context;

	private final SettlementBuffer buffer;

	private @Nullable PendingCall<ConsumerCall> pending;

	SettleTask(ConsumerContext context) {
		this.context = context;
		this.buffer = context.buffer();
	}

	@Override
	public Operation operation() {
		return Operation.SETTLE;
	}

	@Override
	public boolean hasWork() {
		return !isAllWritten() || this.context.calls().confirmAt() != Ticker.NEVER;
	}

	boolean isAllWritten() {
		return this.pending == null && this.buffer.flushAt() == Ticker.NEVER;
	}

	@Override
	public long dueAt() {
		return Math.max(wantedAt(), this.context.health().retryAt(Operation.SETTLE));
	}

	private long wantedAt() {
		if (this.pending != null) {
			return 0;
		}
		long flushAt = this.buffer.flushAt();
		return (flushAt != Ticker.NEVER) ? flushAt : this.context.calls().confirmAt();
	}

	@Override
	public void run() {
		long sentAt = this.context.ticker().read();
		PendingCall<ConsumerCall> pending = this.pending;
		if (pending == null) {
			long leaseEnd = this.context.leases().leaseEnd(sentAt);
			pending = new PendingCall<>(this.context.calls().next(), this.buffer.take(), leaseEnd, leaseEnd);
			this.pending = pending;
		}
		List<SettlementResult> results;
		try {
			results = this.context.store().settle(pending.request(), pending.settlements());
		}
		catch (Throwable ex) {
			Verdict verdict = pending.failed(ex, sentAt);
			if (verdict != Verdict.REPEAT) {
				this.pending = null;
				putBack(pending, verdict);
			}
			throw ex;
		}
		this.pending = null;
		this.context.calls().answered(pending.request());
		settled(pending.entries(), results);
	}

	/**
	 * Put back the settlements of a call that is forgotten.
	 * @param call the call
	 * @param verdict why it is forgotten
	 */
	void putBack(PendingCall<?> call, Verdict verdict) {
		if (verdict == Verdict.GIVE_UP) {
			// If they were carried out, their repetition finds the leases gone: no news.
			call.entries().forEach((entry) -> entry.delivery().leaseLost());
		}
		this.buffer.putBack(call.entries());
	}

	/**
	 * Note what became of settlements, wherever they rode.
	 * @param entries the settlements
	 * @param results their results
	 */
	void settled(List<SettlementBuffer.Entry> entries, List<SettlementResult> results) {
		for (int i = 0; i < entries.size(); i++) {
			SettlementBuffer.Entry entry = entries.get(i);
			ClaimedDelivery delivery = entry.delivery();
			this.context.leases().drop(delivery);
			if (results.get(i) == SettlementResult.APPLIED) {
				applied(delivery, entry.settlement());
			}
			else {
				refused(delivery);
			}
			CompletableFuture<SettlementResult> outcome = entry.outcome();
			if (outcome != null) {
				outcome.complete(results.get(i));
			}
		}
	}

	private void refused(ClaimedDelivery delivery) {
		this.context.report().settlementRefused();
		if (delivery.leaseLost()) {
			this.context.report().leaseLost(delivery);
		}
	}

	private void applied(ClaimedDelivery delivery, Settlement settlement) {
		// No lease that could be lost.
		delivery.leaseEndsAt(Ticker.NEVER);
		// The store gives hints of its own, but they may be lost.
		if (settlement instanceof Settlement.Retry retry) {
			this.context.report().retryStored();
			this.context.wakeUp().claimIn(retry.pause());
		}
		else if (settlement instanceof Settlement.DeadLetter deadLetter) {
			this.context.report().deadLettered(delivery.getId(), deadLetter.cause());
		}
		else if (!(settlement instanceof Settlement.Acknowledge)) {
			// The reply says how long the next occurrence is to be waited for.
			this.context.wakeUp().claimIn(Duration.ZERO);
		}
		if (settlement instanceof Settlement.DeadOccurrence dead) {
			this.context.report().deadLettered(dead.deadId(), dead.cause());
		}
	}

}
