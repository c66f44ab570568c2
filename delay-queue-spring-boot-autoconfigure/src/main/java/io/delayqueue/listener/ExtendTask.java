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

	private final DeliverySettler settler;

	ExtendTask(ConsumerContext context) {
		this.context = context;
		this.leases = context.leases();
		this.settler = new DeliverySettler(context);
	}

	@Override
	public Operation operation() {
		return Operation.EXTEND;
	}

	@Override
	public boolean hasWork() {
		return !this.leases.isEmpty() || !this.context.extensions().isEmpty();
	}

	@Override
	public long dueAt() {
		long wantedAt = this.context.extensions().isEmpty() ? this.leases.nextRenewal() : 0;
		return Math.max(wantedAt, this.context.health().retryAt(Operation.EXTEND));
	}

	@Override
	public void run() {
		if (this.context.interruptsOnLeaseLost()) {
			// While the store can't be reached, the own clock knows first.
			this.leases.held()
				.stream()
				.filter((delivery) -> !delivery.isDecided() && delivery.isLeaseLost())
				.map(ClaimedDelivery::getPermit)
				.distinct()
				.forEach(SharedPermit::interruptIfInVain);
		}
		LeaseExtensions.Extension extension = this.context.extensions().take();
		if (extension != null) {
			extend(extension);
		}
		else {
			renew();
		}
	}

	private void extend(LeaseExtensions.Extension extension) {
		try {
			long sentAt = this.context.ticker().read();
			ClaimedDelivery delivery = extension.delivery();
			ConsumerCall call = this.context.calls().next();
			boolean held = this.context.store()
				.extend(call, new ExtendRequest(List.of(lease(delivery)), extension.duration()))
				.get(0);
			this.context.calls().answered(call);
			if (held) {
				this.leases.extended(delivery, sentAt, extension.duration());
			}
			else {
				lost(delivery);
			}
			extension.held().complete(held);
		}
		catch (Throwable ex) {
			extension.held().completeExceptionally(ex);
			throw ex;
		}
	}

	private void renew() {
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
		// That of a settled delivery may be gone because it was settled by a call whose
		// reply was lost: the repeated call will tell.
		if (delivery.isDecided() || !delivery.leaseLost()) {
			return;
		}
		this.context.report().leaseLost(delivery);
		if (this.context.interruptsOnLeaseLost()) {
			delivery.getPermit().interruptIfInVain();
		}
		this.settler.abandonIfFinished(delivery);
	}

}
