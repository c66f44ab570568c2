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

import java.util.List;
import java.util.concurrent.CompletionStage;

import io.delayqueue.observation.QuietObservation;
import io.delayqueue.store.Settlement;
import org.jspecify.annotations.Nullable;

/**
 * Ends the handling of deliveries, each once, however it went.
 */
final class DeliveryFinisher {

	private final ConsumerContext context;

	private final AckMode ackMode;

	private final DeliveryJudge judge;

	private final DeliverySettler settler;

	private final EarlyAcknowledgment early;

	DeliveryFinisher(ConsumerContext context) {
		this.context = context;
		this.ackMode = context.settings().handling().ackMode();
		this.judge = new DeliveryJudge(context.settings(), context.source(), context.report());
		this.settler = new DeliverySettler(context);
		this.early = new EarlyAcknowledgment(context, this.settler, this.judge);
	}

	/**
	 * Begin the handling on the current thread, or give the message back if it is too
	 * late for that.
	 * @param delivery the delivery
	 * @return whether it has begun
	 */
	boolean begin(ClaimedDelivery delivery) {
		// It may have waited long for this thread: since then its lease may have ended.
		if (this.context.stop().isDraining() || delivery.isLeaseLost()) {
			release(delivery);
			return false;
		}
		return delivery
			.begin(new DeliveryAcknowledgment(delivery, this.settler, this.judge, this.context.extensions()));
	}

	/**
	 * Do what comes before the handler.
	 * @param deliveries deliveries that have begun
	 * @return those that may be handled
	 */
	List<ClaimedDelivery> acknowledgeEarly(List<ClaimedDelivery> deliveries) {
		return (this.ackMode == AckMode.NONE) ? this.early.acknowledge(deliveries) : deliveries;
	}

	/**
	 * Let the handling be seen from outside from now on.
	 * @param delivery a delivery that may be handled
	 */
	void observe(ClaimedDelivery delivery) {
		this.context.observer().begin(delivery);
	}

	/**
	 * Let a call with several messages be seen from outside.
	 * @param size the number of messages
	 * @return the call
	 */
	Handling observeBatch(int size) {
		return this.context.observer().beginBatch(size);
	}

	/**
	 * Give a message back that no handler has seen.
	 * @param delivery the delivery
	 */
	void release(ClaimedDelivery delivery) {
		this.settler.giveBack(delivery, () -> this.judge.notHandled(delivery));
	}

	/**
	 * Settle a message that is not to come to a handler.
	 * @param delivery the delivery
	 * @return whether it was one
	 */
	boolean settleUnhandled(ClaimedDelivery delivery) {
		Settlement settlement = this.judge.withoutHandler(delivery);
		if (settlement != null) {
			this.settler.giveBack(delivery, () -> settlement);
		}
		return settlement != null;
	}

	/**
	 * Release a message whose handler has returned and left it to others to settle it.
	 * @param delivery the delivery
	 */
	void releaseUnsettled(ClaimedDelivery delivery) {
		if (delivery.isFinished()) {
			this.settler.settle(delivery, () -> this.judge.notHandled(delivery));
		}
	}

	/**
	 * End the handling.
	 * @param delivery the delivery
	 * @param failure what the handler threw, or {@code null}
	 */
	@SuppressWarnings("try")
	void handled(ClaimedDelivery delivery, @Nullable Throwable failure) {
		if (!delivery.finish()) {
			return;
		}
		Handling handling = delivery.getHandling();
		try (QuietObservation.Scope scope = handling.open()) {
			if (failure != null) {
				failed(delivery, failure);
			}
			else if (this.ackMode != AckMode.MANUAL || !delivery.isHandlerReached()) {
				this.settler.settle(delivery, () -> this.judge.handled(delivery));
			}
			else if (this.context.stop().isInterrupting()) {
				releaseUnsettled(delivery);
			}
			else if (delivery.isKnownLost()) {
				this.settler.abandonIfFinished(delivery);
			}
		}
		finally {
			handling.end(failure);
			this.settler.endIfOver(delivery);
			delivery.over();
			this.context.inFlight().handled();
		}
	}

	/**
	 * End the handling now, or when what the handler returned completes.
	 * @param delivery the delivery
	 * @param stage what the handler returned
	 */
	void handledWhenComplete(ClaimedDelivery delivery, @Nullable CompletionStage<?> stage) {
		if (stage == null) {
			handled(delivery, null);
			return;
		}
		try {
			stage.whenComplete((result, ex) -> handled(delivery, ex));
		}
		catch (Throwable ex) {
			handled(delivery, ex);
		}
	}

	private void failed(ClaimedDelivery delivery, Throwable failure) {
		if (!this.settler.settle(delivery, () -> this.judge.failed(delivery, failure))) {
			this.judge.failedOnceSettled(delivery, failure);
		}
	}

}
