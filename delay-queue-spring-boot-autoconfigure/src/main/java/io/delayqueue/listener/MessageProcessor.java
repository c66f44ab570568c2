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

/**
 * Takes one delivery at a time through the listener. Whatever the listener does, the
 * handling ends once.
 */
final class MessageProcessor implements DeliveryProcessor {

	private final DeliveryFinisher finisher;

	private final DelayMessageListener listener;

	MessageProcessor(DeliveryFinisher finisher, DelayMessageListener listener) {
		this.finisher = finisher;
		this.listener = listener;
	}

	@Override
	public void process(List<ClaimedDelivery> deliveries) {
		for (ClaimedDelivery delivery : deliveries) {
			if (this.finisher.begin(delivery)) {
				handle(delivery);
			}
		}
	}

	@SuppressWarnings("try")
	private void handle(ClaimedDelivery delivery) {
		CompletionStage<?> stage = null;
		Throwable failure = null;
		try {
			if (!this.finisher.acknowledgeEarly(List.of(delivery)).isEmpty()) {
				this.finisher.observe(delivery);
				try (QuietObservation.Scope scope = delivery.getHandling().open()) {
					stage = this.listener.onMessage(delivery);
				}
			}
		}
		catch (Throwable ex) {
			failure = ex;
		}
		finally {
			delivery.leave();
		}
		if (failure != null) {
			this.finisher.handled(delivery, failure);
		}
		else {
			this.finisher.handledWhenComplete(delivery, stage);
		}
	}

}
