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

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

import io.delayqueue.store.ClaimedMessage;
import org.jspecify.annotations.Nullable;

/**
 * Hands claimed messages to the threads of the handlers. Used by the poller's thread
 * only.
 */
final class DeliveryDispatcher {

	private final ConsumerContext context;

	private final DeliveryFinisher finisher;

	private final DeliveryProcessor processor;

	private final Executor executor;

	DeliveryDispatcher(ConsumerContext context, DeliveryFinisher finisher, DeliveryProcessor processor,
			Executor executor) {
		this.context = context;
		this.finisher = finisher;
		this.processor = processor;
		this.executor = executor;
	}

	/**
	 * Hand out messages, as many at a time as the listener takes.
	 * @param messages the messages, for each batch of which a permit is held
	 * @param sentAt when their claim was sent
	 * @throws RejectedExecutionException if the executor refused some; they are released
	 */
	void dispatch(List<ClaimedMessage> messages, long sentAt) {
		Throwable refusal = null;
		int batchSize = this.context.batchSize();
		for (int i = 0; i < messages.size(); i += batchSize) {
			Throwable refused = dispatchBatch(messages.subList(i, Math.min(i + batchSize, messages.size())), sentAt);
			refusal = (refused != null) ? refused : refusal;
		}
		if (refusal != null) {
			throw new RejectedExecutionException("The handlers' executor takes no more", refusal);
		}
	}

	private @Nullable Throwable dispatchBatch(List<ClaimedMessage> messages, long sentAt) {
		SharedPermit permit = new SharedPermit(this.context.permits(), messages.size());
		List<ClaimedDelivery> deliveries = new ArrayList<>();
		for (ClaimedMessage message : messages) {
			ClaimedDelivery delivery = new ClaimedDelivery(this.context.queue(), message, this.context.ticker(),
					this.context.leases().leaseEnd(sentAt), permit);
			permit.add(delivery);
			this.context.leases().hold(delivery, sentAt);
			this.context.inFlight().add(delivery);
			deliveries.add(delivery);
		}
		return start(deliveries);
	}

	private @Nullable Throwable start(List<ClaimedDelivery> deliveries) {
		List<ClaimedDelivery> wanted = new ArrayList<>();
		for (ClaimedDelivery delivery : deliveries) {
			if (!this.finisher.settleUnhandled(delivery)) {
				wanted.add(delivery);
			}
		}
		if (wanted.isEmpty()) {
			return null;
		}
		if (this.context.stop().isDraining()) {
			wanted.forEach(this.finisher::release);
			return null;
		}
		try {
			this.executor.execute(() -> this.processor.process(wanted));
			return null;
		}
		catch (Throwable ex) {
			wanted.forEach(this.finisher::release);
			return ex;
		}
	}

}
