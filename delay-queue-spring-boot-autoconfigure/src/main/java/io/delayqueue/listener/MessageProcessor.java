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

import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

/**
 * Takes a delivery through the listener. Whatever the listener does, the handling ends
 * once.
 */
final class MessageProcessor {

	private final ConsumerContext context;

	private final DelayMessageListener listener;

	private final AckMode ackMode;

	private final DeliveryJudge judge;

	private final DeliverySettler settler;

	private final EarlyAcknowledgment early;

	MessageProcessor(ConsumerContext context, DelayMessageListener listener) {
		this.context = context;
		this.listener = listener;
		this.ackMode = context.settings().handling().ackMode();
		this.judge = new DeliveryJudge(context.settings(), context.report());
		this.settler = new DeliverySettler(context);
		this.early = new EarlyAcknowledgment(context, this.settler, this.judge);
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
		else if (delivery
			.begin(new DeliveryAcknowledgment(delivery, this.settler, this.judge, this.context.extensions()))) {
			handle(delivery);
		}
	}

	/**
	 * Give a message back that no handler has seen.
	 * @param delivery the delivery
	 */
	void release(ClaimedDelivery delivery) {
		this.settler.giveBack(delivery, () -> this.judge.notHandled(delivery));
	}

	/**
	 * Send a message that can't be read to the dead letters.
	 * @param delivery the delivery
	 */
	void reject(ClaimedDelivery delivery) {
		this.settler.giveBack(delivery, () -> this.judge.unreadable(delivery));
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

	private void handle(ClaimedDelivery delivery) {
		CompletionStage<?> stage = null;
		Throwable failure = null;
		try {
			if (this.ackMode != AckMode.NONE || this.early.acknowledge(delivery)) {
				stage = this.listener.onMessage(delivery);
			}
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
		if (!delivery.finish()) {
			return;
		}
		try {
			if (failure != null) {
				failed(delivery, failure);
			}
			else if (this.ackMode != AckMode.MANUAL) {
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
			this.settler.endIfOver(delivery);
		}
	}

	private void failed(ClaimedDelivery delivery, Throwable failure) {
		if (!this.settler.settle(delivery, () -> this.judge.failed(delivery, failure))) {
			this.judge.failedOnceSettled(delivery, failure);
		}
	}

}
