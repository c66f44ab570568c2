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

	private final MessageProcessor processor;

	private final Executor executor;

	DeliveryDispatcher(ConsumerContext context, MessageProcessor processor, Executor executor) {
		this.context = context;
		this.processor = processor;
		this.executor = executor;
	}

	/**
	 * Hand out messages.
	 * @param messages the messages, for each of which a permit is held
	 * @param sentAt when their claim was sent
	 * @throws RejectedExecutionException if the executor refused some; they are released
	 */
	void dispatch(List<ClaimedMessage> messages, long sentAt) {
		Throwable refusal = null;
		for (ClaimedMessage message : messages) {
			Throwable refused = dispatch(message, sentAt);
			refusal = (refused != null) ? refused : refusal;
		}
		if (refusal != null) {
			throw new RejectedExecutionException("The handlers' executor takes no more", refusal);
		}
	}

	private @Nullable Throwable dispatch(ClaimedMessage message, long sentAt) {
		ClaimedDelivery delivery = new ClaimedDelivery(this.context.queue(), message, this.context.ticker(),
				this.context.leases().leaseEnd(sentAt));
		this.context.leases().hold(delivery, sentAt);
		this.context.inFlight().add(delivery);
		return start(delivery);
	}

	private @Nullable Throwable start(ClaimedDelivery delivery) {
		if (delivery.getClaimed().message() == null) {
			this.processor.reject(delivery);
			return null;
		}
		if (this.context.stop().isDraining()) {
			this.processor.release(delivery);
			return null;
		}
		try {
			this.executor.execute(() -> this.processor.process(delivery));
			return null;
		}
		catch (Throwable ex) {
			this.processor.release(delivery);
			return ex;
		}
	}

}
