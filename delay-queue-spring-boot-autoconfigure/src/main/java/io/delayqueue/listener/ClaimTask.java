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
import java.util.function.BooleanSupplier;

import io.delayqueue.listener.PendingCall.Verdict;
import io.delayqueue.store.ClaimReply;
import io.delayqueue.store.ClaimRequest;
import io.delayqueue.store.ClaimedMessage;
import io.delayqueue.store.QueueLimits;
import io.delayqueue.store.Source;
import org.jspecify.annotations.Nullable;

/**
 * Claims as many messages as can be handled at once, when some may be due, and takes
 * waiting settlements along.
 */
final class ClaimTask implements PollerTask {

	// The store says that there may be more although it gave nothing: no reason to spin.
	private static final Duration BREATH = Duration.ofMillis(1);

	private final ConsumerContext context;

	private final BooleanSupplier paused;

	private final SettleTask settling;

	private final DeliveryDispatcher dispatcher;

	private Duration breath = BREATH;

	private int mostBatches = ClaimRequest.MAX_MESSAGES;

	private @Nullable PendingCall<ClaimRequest> pending;

	private boolean found;

	ClaimTask(ConsumerContext context, BooleanSupplier paused, SettleTask settling, DeliveryDispatcher dispatcher) {
		this.context = context;
		this.paused = paused;
		this.settling = settling;
		this.dispatcher = dispatcher;
	}

	/**
	 * Claim only what is handled in one call, for somebody who looks what the last claim
	 * has found rather than at the clock.
	 */
	void oneByOne() {
		this.mostBatches = 1;
		this.breath = Duration.ZERO;
	}

	/**
	 * Return whether the last claim changed anything.
	 * @return whether there was a message or an ended lease
	 */
	boolean hasFound() {
		return this.found;
	}

	@Override
	public Operation operation() {
		return Operation.CLAIM;
	}

	@Override
	public boolean hasWork() {
		return this.pending != null || (!this.context.stop().isDraining() && !this.paused.getAsBoolean());
	}

	@Override
	public long dueAt() {
		long retryAt = this.context.health().retryAt(Operation.CLAIM);
		if (this.pending != null) {
			return retryAt;
		}
		boolean mayClaim = !this.context.stop().isDraining() && !this.paused.getAsBoolean()
				&& this.context.permits().isAvailable() && !this.context.buffer().isOverfull();
		return mayClaim ? Math.max(this.context.wakeUp().nextClaim(), retryAt) : Ticker.NEVER;
	}

	@Override
	public void run() {
		long sentAt = this.context.ticker().read();
		PendingCall<ClaimRequest> pending = this.pending;
		if (pending == null) {
			pending = prepare(sentAt);
			if (pending == null) {
				return;
			}
			this.pending = pending;
		}
		ClaimReply reply;
		try {
			reply = this.context.store().claim(pending.request());
		}
		catch (Throwable ex) {
			Verdict verdict = pending.failed(ex, sentAt);
			if (verdict != Verdict.REPEAT) {
				this.pending = null;
				this.settling.putBack(pending, verdict);
				this.context.permits().giveBack(batches(pending.request().maxMessages()));
				this.context.wakeUp().claimAt(0);
			}
			throw ex;
		}
		this.pending = null;
		replied(pending, reply, sentAt);
	}

	private @Nullable PendingCall<ClaimRequest> prepare(long now) {
		int permits = this.context.permits()
			.takeUpTo(Math.min(this.mostBatches, ClaimRequest.MAX_MESSAGES / this.context.batchSize()));
		if (permits == 0) {
			return null;
		}
		// With trouble about, one thing at a time: what can be done must not fail with
		// what can't.
		List<SettlementBuffer.Entry> riding = this.context.health().isHealthy() ? this.context.buffer().take()
				: List.of();
		this.context.wakeUp().claimSent();
		ListenerSettings settings = this.context.settings();
		ClaimRequest request = new ClaimRequest(this.context.calls().next(), permits * this.context.batchSize(),
				settings.lease(), settings.retryPolicy(), SettlementBuffer.Entry.settlements(riding),
				settings.deadLetters(), limits());
		// Repeated however long it takes, since that costs its messages no delivery.
		return new PendingCall<>(request, riding, Ticker.NEVER, this.context.leases().leaseEnd(now));
	}

	private QueueLimits limits() {
		return (this.context.source() == Source.MESSAGES) ? this.context.settings().limits() : QueueLimits.NONE;
	}

	private void replied(PendingCall<ClaimRequest> pending, ClaimReply reply, long sentAt) {
		List<ClaimedMessage> messages = reply.messages();
		this.found = !messages.isEmpty() || !reply.endedLeases().isEmpty() || !reply.expired().isEmpty();
		int asked = pending.request().maxMessages();
		this.context.permits().giveBack(Math.max(0, batches(asked) - batches(messages.size())));
		this.context.wakeUp().claimAt((messages.size() >= asked) ? 0 : nextClaim(reply, sentAt));
		this.context.calls().answered(pending.request().call());
		this.context.calls().claimed(reply.token());
		try {
			this.settling.settled(pending.entries(), reply.settlements());
			reply.endedLeases().forEach(this.context.report()::leaseEnded);
			boolean kept = this.context.settings().deadLetters().keepExpired();
			reply.expired().forEach((id) -> this.context.report().expired(id, kept));
		}
		finally {
			this.dispatcher.dispatch(messages, sentAt);
		}
	}

	private int batches(int messages) {
		return (messages + this.context.batchSize() - 1) / this.context.batchSize();
	}

	private long nextClaim(ClaimReply reply, long sentAt) {
		Duration longest = this.context.settings().maxPollInterval();
		Duration untilNext = reply.untilNext();
		if (untilNext == null || untilNext.compareTo(longest) > 0) {
			return Ticker.after(sentAt, longest);
		}
		return Ticker.after(sentAt, (!this.found && untilNext.compareTo(this.breath) < 0) ? this.breath : untilNext);
	}

}
