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

import io.delayqueue.observation.ConsumerMetrics;
import io.delayqueue.observation.DefaultHandleBatchConvention;
import io.delayqueue.observation.DefaultHandleConvention;
import io.delayqueue.observation.DelayQueueObservation;
import io.delayqueue.observation.HandleBatchContext;
import io.delayqueue.observation.HandleContext;
import io.delayqueue.observation.HandleConvention;
import io.delayqueue.observation.QuietObservation;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Makes handlings seen from outside. Its methods don't throw.
 *
 * @param listenerId the listener's id
 * @param queue the queue
 * @param ticker tells the time
 * @param metrics told of each message
 * @param registry keeps the observations
 * @param convention how they are named, or {@code null} for as by default
 */
record HandlingObserver(String listenerId, String queue, Ticker ticker, ConsumerMetrics metrics,
		ObservationRegistry registry, @Nullable HandleConvention convention) {

	/**
	 * Begin the handling of a message on the current thread.
	 * @param delivery the delivery
	 */
	void begin(ClaimedDelivery delivery) {
		QuietObservation.quietly(() -> this.metrics.began(delivery.getLateness()));
		QuietObservation observation = QuietObservation.start(this.registry, () -> DelayQueueObservation.HANDLE
			.start(this.convention, DefaultHandleConvention.INSTANCE, () -> context(delivery), this.registry));
		delivery.observed(new Handling(observation, this.metrics, this.ticker));
	}

	private HandleContext context(ClaimedDelivery delivery) {
		return new HandleContext(this.listenerId, this.queue, delivery.getId(), delivery.getMessage().headers(),
				delivery.getAttempt(), delivery.getLateness());
	}

	/**
	 * Begin a call with several messages on the current thread.
	 * @param size the number of messages
	 * @return the call
	 */
	Handling beginBatch(int size) {
		QuietObservation observation = QuietObservation.start(this.registry,
				() -> DelayQueueObservation.HANDLE_BATCH.start(null, DefaultHandleBatchConvention.INSTANCE,
						() -> new HandleBatchContext(this.listenerId, this.queue, size), this.registry));
		return new Handling(observation, ConsumerMetrics.NONE, this.ticker);
	}

}
