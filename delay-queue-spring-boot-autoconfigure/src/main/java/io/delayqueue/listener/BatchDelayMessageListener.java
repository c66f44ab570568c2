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

import org.jspecify.annotations.Nullable;

/**
 * Handles several deliveries in one call. What is due is handed over at once, also if the
 * batch is not full.
 *
 * @param <T> what a delivery is turned into before it is handed over
 * @since 0.1.0
 */
public interface BatchDelayMessageListener<T> extends DelayMessageListener {

	/**
	 * Return how many deliveries are taken at a time.
	 * @return the largest number of deliveries, from 1 to
	 * {@link io.delayqueue.store.ClaimRequest#MAX_MESSAGES}
	 */
	int getBatchSize();

	/**
	 * Turn a delivery into what is handed over.
	 * @param delivery the delivery
	 * @return what is handed over
	 * @throws MessageRejectedException if the message does not fit: it goes to the dead
	 * letters, and the others are handed over without it
	 */
	T prepare(Delivery delivery);

	/**
	 * Handle deliveries. A normal return acknowledges the messages as
	 * {@link DelayMessageListener#onMessage} does; a {@link BatchListenerFailedException}
	 * lets those fail that it names, any other exception all of them.
	 * @param items what the deliveries were turned into, at least one
	 * @return {@code null} if the messages are handled, or a stage: then they count as
	 * handled, or failed, when that completes
	 * @throws Exception if not all messages could be handled
	 */
	@Nullable CompletionStage<?> onMessages(List<T> items) throws Exception;

	@Override
	default @Nullable CompletionStage<?> onMessage(Delivery delivery) throws Exception {
		return onMessages(List.of(prepare(delivery)));
	}

}
