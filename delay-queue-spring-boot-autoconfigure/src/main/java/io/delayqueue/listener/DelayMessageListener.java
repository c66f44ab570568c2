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

import io.delayqueue.LeaseLostException;
import org.jspecify.annotations.Nullable;

/**
 * Handles deliveries. The annotated methods are adapted to it; it may also be implemented
 * directly and registered through an endpoint. Called by several threads at once.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface DelayMessageListener {

	/**
	 * Handle a delivery. Unless {@link Delivery#getAcknowledgment()} was used, a normal
	 * return acknowledges the message, except with {@link AckMode#MANUAL}; an exception
	 * lets it be retried, or sends it to the dead letters if it is a
	 * {@link MessageRejectedException} or one after which there is no retry, or if no
	 * retries are left. Called only while the lease lasts; a listener that has to prepare
	 * for long looks at {@link Delivery#isLeaseLost()} again before it does what matters,
	 * and throws a {@link LeaseLostException} if the lease is lost meanwhile. The message
	 * is then released, if it is still this consumer's, and no failure is counted.
	 * @param delivery the delivery
	 * @return {@code null} if the message is handled, or a stage: then the message counts
	 * as handled, or failed, when that completes
	 * @throws Exception if the message could not be handled
	 */
	@Nullable CompletionStage<?> onMessage(Delivery delivery) throws Exception;

	/**
	 * Return whether this listener is able to settle its messages, as it has to with
	 * {@link AckMode#MANUAL}. Whoever gets the delivery is.
	 * @return whether it can
	 */
	default boolean canSettle() {
		return true;
	}

}
