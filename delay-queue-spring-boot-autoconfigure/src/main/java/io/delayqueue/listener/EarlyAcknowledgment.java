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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

import io.delayqueue.store.SettlementResult;

/**
 * Acknowledges a message before its handler begins, so that it is handled at most once:
 * the handler may begin only when the store has said that the message is gone from it.
 */
final class EarlyAcknowledgment {

	private final ConsumerContext context;

	private final DeliverySettler settler;

	private final DeliveryJudge judge;

	EarlyAcknowledgment(ConsumerContext context, DeliverySettler settler, DeliveryJudge judge) {
		this.context = context;
		this.settler = settler;
		this.judge = judge;
	}

	/**
	 * Acknowledge messages and wait for the store's answers.
	 * @param deliveries the deliveries
	 * @return those that may be handled
	 */
	List<ClaimedDelivery> acknowledge(List<ClaimedDelivery> deliveries) {
		Map<ClaimedDelivery, CompletableFuture<SettlementResult>> outcomes = new LinkedHashMap<>();
		for (ClaimedDelivery delivery : deliveries) {
			CompletableFuture<SettlementResult> outcome = new CompletableFuture<>();
			this.settler.settle(delivery, () -> this.judge.handled(delivery), outcome);
			outcomes.put(delivery, outcome);
		}
		List<ClaimedDelivery> acknowledged = new ArrayList<>();
		outcomes.forEach((delivery, outcome) -> {
			if (isAcknowledged(delivery, outcome)) {
				acknowledged.add(delivery);
			}
		});
		return acknowledged;
	}

	private boolean isAcknowledged(ClaimedDelivery delivery, CompletableFuture<SettlementResult> outcome) {
		try {
			return outcome.get() == SettlementResult.APPLIED;
		}
		catch (InterruptedException ex) {
			// So are those that still wait.
			Thread.currentThread().interrupt();
			stopped(delivery);
			return false;
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException("A settlement never fails but becomes stale", ex);
		}
	}

	// What was not sent yet can be taken back. Otherwise nobody knows.
	private void stopped(ClaimedDelivery delivery) {
		if (this.context.buffer().replace(delivery, this.judge.notHandled(delivery))) {
			this.context.report().interrupted(delivery);
		}
		else {
			this.context.report().perhapsNeverHandled(delivery);
		}
	}

}
