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

import io.delayqueue.store.ConsumerCall;
import io.delayqueue.store.ExtendRequest;
import io.delayqueue.store.ExtendRequest.Lease;

/**
 * Renews the leases of messages that are being handled, or whose settlement could not yet
 * be written.
 */
final class ExtendTask implements PollerTask {

	private final ConsumerContext context;

	private final LeaseKeeper leases;

	ExtendTask(ConsumerContext context) {
		this.context = context;
		this.leases = context.leases();
	}

	@Override
	public Operation operation() {
		return Operation.EXTEND;
	}

	@Override
	public boolean hasWork() {
		return !this.leases.isEmpty();
	}

	@Override
	public long dueAt() {
		return Math.max(this.leases.nextRenewal(), this.context.health().retryAt(Operation.EXTEND));
	}

	@Override
	public void run() {
		long sentAt = this.context.ticker().read();
		List<ClaimedDelivery> due = this.leases.due(sentAt);
		if (due.isEmpty()) {
			return;
		}
		ConsumerCall call = this.context.calls().next();
		List<Boolean> held = this.context.store()
			.extend(call, new ExtendRequest(due.stream().map(this::lease).toList(), this.context.settings().lease()));
		this.context.calls().answered(call);
		for (int i = 0; i < due.size(); i++) {
			if (held.get(i)) {
				this.leases.renewed(due.get(i), sentAt);
			}
			else {
				lost(due.get(i));
			}
		}
	}

	private Lease lease(ClaimedDelivery delivery) {
		return new Lease(delivery.getId(), delivery.getClaimed().token());
	}

	private void lost(ClaimedDelivery delivery) {
		this.leases.drop(delivery);
		// That of an ended delivery may be gone because it was settled by a call whose
		// reply was lost: the repeated call will tell.
		if (!delivery.isEnded() && delivery.leaseLost()) {
			this.context.report().leaseLost(delivery);
		}
	}

}
