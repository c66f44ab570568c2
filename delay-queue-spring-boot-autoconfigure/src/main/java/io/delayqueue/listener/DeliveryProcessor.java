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

/**
 * Takes deliveries through the listener.
 */
interface DeliveryProcessor {

	/**
	 * Handle deliveries on the current thread. Never throws.
	 * @param deliveries the deliveries, one unless the listener takes several at a time
	 */
	void process(List<ClaimedDelivery> deliveries);

	/**
	 * Return the processor that a listener needs.
	 * @param finisher ends the handling
	 * @param listener the listener
	 * @param chain what is around it
	 * @return the processor
	 */
	static DeliveryProcessor of(DeliveryFinisher finisher, DelayMessageListener listener, ListenerChain chain) {
		return (listener instanceof BatchDelayMessageListener<?> batch) ? new BatchProcessor<>(finisher, batch, chain)
				: new MessageProcessor(finisher, chain.around(listener));
	}

}
