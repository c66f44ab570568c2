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
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;

import io.delayqueue.observation.QuietObservation;

/**
 * Takes several deliveries at a time through the listener. Each of them goes through the
 * interceptors and the error handler as if it were alone.
 *
 * @param <T> what the listener turns a delivery into
 */
final class BatchProcessor<T> implements DeliveryProcessor {

	private final DeliveryFinisher finisher;

	private final BatchDelayMessageListener<T> listener;

	private final ListenerChain chain;

	BatchProcessor(DeliveryFinisher finisher, BatchDelayMessageListener<T> listener, ListenerChain chain) {
		this.finisher = finisher;
		this.listener = listener;
		this.chain = chain;
	}

	@Override
	public void process(List<ClaimedDelivery> deliveries) {
		List<ClaimedDelivery> begun = deliveries.stream().filter(this.finisher::begin).toList();
		if (begun.isEmpty()) {
			return;
		}
		BatchCall<T> call = new BatchCall<>(this.listener, this.finisher::observeBatch);
		List<Runnable> ends = new ArrayList<>();
		try {
			Set<ClaimedDelivery> allowed = new HashSet<>(this.finisher.acknowledgeEarly(begun));
			begun.forEach((delivery) -> ends
				.add(allowed.contains(delivery) ? enter(delivery, call) : () -> this.finisher.handled(delivery, null)));
			call.run();
		}
		catch (Throwable ex) {
			call.failed(ex);
			begun.forEach((delivery) -> ends.add(() -> this.finisher.handled(delivery, ex)));
		}
		finally {
			begun.forEach(ClaimedDelivery::leave);
		}
		ends.forEach(Runnable::run);
		call.complete();
	}

	/**
	 * Let a delivery come to the call through what is around the listener.
	 * @param delivery the delivery
	 * @param call the call
	 * @return what ends its handling
	 */
	@SuppressWarnings("try")
	private Runnable enter(ClaimedDelivery delivery, BatchCall<T> call) {
		this.finisher.observe(delivery);
		try (QuietObservation.Scope scope = delivery.getHandling().open()) {
			CompletionStage<?> stage = this.chain.around(call::add).onMessage(delivery);
			return () -> this.finisher.handledWhenComplete(delivery, stage);
		}
		catch (Throwable ex) {
			return () -> this.finisher.handled(delivery, ex);
		}
	}

}
