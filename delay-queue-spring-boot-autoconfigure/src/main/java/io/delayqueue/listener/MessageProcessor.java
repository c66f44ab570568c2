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
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;

import io.delayqueue.LeaseLostException;
import io.delayqueue.store.ClaimedMessage;
import io.delayqueue.store.DeathCause;
import io.delayqueue.store.RetryPolicy;
import io.delayqueue.store.Settlement;
import org.jspecify.annotations.Nullable;

/**
 * Takes a delivery through the listener and decides how it is settled. Whatever the
 * listener does, the delivery ends once and its permit comes back.
 */
final class MessageProcessor {

	private final ConsumerContext context;

	private final DelayMessageListener listener;

	MessageProcessor(ConsumerContext context, DelayMessageListener listener) {
		this.context = context;
		this.listener = listener;
	}

	/**
	 * Handle a delivery on the current thread. Never throws.
	 * @param delivery the delivery
	 */
	void process(ClaimedDelivery delivery) {
		// It may have waited long for this thread: since then its lease may have ended.
		if (this.context.stop().isDraining() || delivery.isLeaseLost()) {
			release(delivery);
		}
		else if (delivery.begin()) {
			handle(delivery);
		}
	}

	/**
	 * Give a message back that no handler has seen.
	 * @param delivery the delivery
	 */
	void release(ClaimedDelivery delivery) {
		if (delivery.giveBack()) {
			ended(delivery, new Settlement.Release(delivery.getId(), delivery.getClaimed().token()));
		}
	}

	/**
	 * Send a message that can't be read to the dead letters.
	 * @param delivery the delivery
	 */
	void reject(ClaimedDelivery delivery) {
		if (delivery.giveBack()) {
			ClaimedMessage claimed = delivery.getClaimed();
			ended(delivery, new Settlement.DeadLetter(claimed.id(), claimed.token(),
					DeathCauses.undecodable(claimed.attempt(), claimed.defect())));
		}
	}

	private void handle(ClaimedDelivery delivery) {
		CompletionStage<?> stage = null;
		Throwable failure = null;
		try {
			stage = this.listener.onMessage(delivery);
		}
		catch (Throwable ex) {
			failure = ex;
		}
		finally {
			delivery.leave();
		}
		if (stage == null) {
			handled(delivery, failure);
			return;
		}
		try {
			stage.whenComplete((result, ex) -> handled(delivery, ex));
		}
		catch (Throwable ex) {
			handled(delivery, ex);
		}
	}

	private void handled(ClaimedDelivery delivery, @Nullable Throwable failure) {
		if (!delivery.end()) {
			return;
		}
		Settlement settlement = null;
		try {
			// The lease that is known to be lost is never had again.
			settlement = delivery.isKnownLost() ? null : settlement(delivery, failure);
		}
		catch (Throwable ex) {
			// For want of memory, say: better a retry than a lost permit.
			settlement = retry(delivery.getClaimed());
		}
		finally {
			ended(delivery, settlement);
		}
	}

	private Settlement settlement(ClaimedDelivery delivery, @Nullable Throwable failure) {
		ClaimedMessage claimed = delivery.getClaimed();
		if (failure == null) {
			return new Settlement.Acknowledge(claimed.id(), claimed.token());
		}
		Throwable cause = DeathCauses.unwrap(failure);
		if (cause instanceof MessageRejectedException) {
			this.context.report().rejected(delivery, cause);
			return deadLetter(claimed, DeathCause.Reason.UNDECODABLE, cause);
		}
		// Given up without having been lost, it would come back at once, and for ever.
		if (cause instanceof LeaseLostException && delivery.wasSeenLost()) {
			this.context.report().givenUp(delivery);
			return new Settlement.Release(claimed.id(), claimed.token());
		}
		if (delivery.wasInterrupted()) {
			this.context.report().interrupted(delivery);
			return new Settlement.Release(claimed.id(), claimed.token());
		}
		if (!this.context.settings().retryPolicy().allowsRetryAfter(claimed.failures() + 1)) {
			this.context.report().failedForGood(delivery, failure);
			return deadLetter(claimed, DeathCause.Reason.FAILED, cause);
		}
		Settlement.Retry retry = retry(claimed);
		this.context.report().retried(delivery, failure, retry.pause());
		return retry;
	}

	private static Settlement deadLetter(ClaimedMessage claimed, DeathCause.Reason reason, Throwable cause) {
		return new Settlement.DeadLetter(claimed.id(), claimed.token(),
				DeathCauses.of(reason, claimed.attempt(), cause));
	}

	private Settlement.Retry retry(ClaimedMessage claimed) {
		RetryPolicy policy = this.context.settings().retryPolicy();
		Duration pause = policy.pauseAfter(claimed.failures() + 1);
		long jitter = Ticker.after(0, policy.jitter());
		Duration added = (jitter > 0) ? Duration.ofNanos(ThreadLocalRandom.current().nextLong(jitter)) : Duration.ZERO;
		return new Settlement.Retry(claimed.id(), claimed.token(), pause.plus(added));
	}

	private void ended(ClaimedDelivery delivery, @Nullable Settlement settlement) {
		boolean kept = false;
		try {
			if (settlement != null) {
				this.context.buffer().add(delivery, settlement);
			}
			kept = settlement != null;
		}
		finally {
			if (!kept) {
				// Its lease is not renewed any more, so that the message comes back.
				delivery.leaseLost();
			}
			this.context.inFlight().remove(delivery);
			this.context.permits().giveBack(1);
			this.context.wakeUp().signal();
		}
	}

}
