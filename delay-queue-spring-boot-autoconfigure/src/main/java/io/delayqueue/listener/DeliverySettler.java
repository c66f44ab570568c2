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

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import io.delayqueue.store.Settlement;
import io.delayqueue.store.SettlementResult;
import org.jspecify.annotations.Nullable;

/**
 * Settles deliveries, each once, whoever comes first: the container, or the handler by
 * its {@link Acknowledgment}. One that is settled and whose handling has ended is over:
 * its permit comes back, whatever has gone wrong.
 */
final class DeliverySettler {

	private final ConsumerContext context;

	DeliverySettler(ConsumerContext context) {
		this.context = context;
	}

	/**
	 * Settle a delivery that a handler has begun with.
	 * @param delivery the delivery
	 * @param decision how, asked only if it can still be settled
	 * @return whether it had not been settled before
	 */
	boolean settle(ClaimedDelivery delivery, Supplier<Settlement> decision) {
		return settle(delivery, decision, null);
	}

	/**
	 * Settle a delivery and learn what became of that.
	 * @param delivery the delivery
	 * @param decision how, asked only if it can still be settled
	 * @param outcome told what the store says, or {@code null}
	 * @return whether it had not been settled before
	 */
	boolean settle(ClaimedDelivery delivery, Supplier<Settlement> decision,
			@Nullable CompletableFuture<SettlementResult> outcome) {
		if (!delivery.decide()) {
			return false;
		}
		decided(delivery, decision, outcome);
		return true;
	}

	/**
	 * Settle a delivery that no handler has seen.
	 * @param delivery the delivery
	 * @param decision how, asked only if no handler has begun
	 */
	void giveBack(ClaimedDelivery delivery, Supplier<Settlement> decision) {
		if (delivery.giveBack()) {
			decided(delivery, decision, null);
		}
	}

	private void decided(ClaimedDelivery delivery, Supplier<Settlement> decision,
			@Nullable CompletableFuture<SettlementResult> outcome) {
		boolean kept = false;
		try {
			// A lease that is known to be lost is never had again.
			if (!delivery.isKnownLost()) {
				this.context.buffer().add(delivery, decision.get(), outcome);
				kept = true;
			}
		}
		finally {
			if (!kept) {
				// The lease is not renewed any more, so that the message comes back.
				delivery.leaseLost();
				if (outcome != null) {
					outcome.complete(SettlementResult.STALE);
				}
			}
			delivery.passOn();
			endIfOver(delivery);
			this.context.wakeUp().signal();
		}
	}

	/**
	 * Let a delivery end whose lease is lost and whose handler has returned: who was to
	 * settle it need not do so any more.
	 * @param delivery the delivery
	 */
	void abandonIfFinished(ClaimedDelivery delivery) {
		if (delivery.isFinished() && delivery.decide()) {
			delivery.passOn();
			endIfOver(delivery);
		}
	}

	/**
	 * Let a delivery end if it is settled and its handling has ended too.
	 * @param delivery the delivery
	 */
	void endIfOver(ClaimedDelivery delivery) {
		if (delivery.end()) {
			this.context.inFlight().remove(delivery);
			delivery.getPermit().ended();
			this.context.wakeUp().signal();
		}
	}

}
