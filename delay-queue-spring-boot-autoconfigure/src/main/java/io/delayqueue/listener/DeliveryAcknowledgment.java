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

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import io.delayqueue.LeaseLostException;
import io.delayqueue.store.Settlement;

import org.springframework.util.Assert;

/**
 * What the handler of one delivery says about it.
 */
final class DeliveryAcknowledgment implements Acknowledgment {

	private final ClaimedDelivery delivery;

	private final DeliverySettler settler;

	private final DeliveryJudge judge;

	private final LeaseExtensions extensions;

	private final AtomicBoolean called = new AtomicBoolean();

	DeliveryAcknowledgment(ClaimedDelivery delivery, DeliverySettler settler, DeliveryJudge judge,
			LeaseExtensions extensions) {
		this.delivery = delivery;
		this.settler = settler;
		this.judge = judge;
		this.extensions = extensions;
	}

	@Override
	public void acknowledge() {
		settle(() -> this.judge.handled(this.delivery));
	}

	@Override
	public void retryAfter(Duration pause) {
		Assert.notNull(pause, "'pause' must not be null");
		Assert.isTrue(!pause.isNegative(), () -> "'pause' must not be negative, but is " + pause);
		settle(() -> this.judge.retryWanted(this.delivery, pause));
	}

	@Override
	public void release() {
		settle(() -> this.judge.notHandled(this.delivery));
	}

	@Override
	public void deadLetter(String reason) {
		Assert.notNull(reason, "'reason' must not be null");
		settle(() -> this.judge.deadLetterWanted(this.delivery, reason));
	}

	private void settle(Supplier<Settlement> decision) {
		boolean first = this.called.compareAndSet(false, true);
		if (!first || !(this.settler.settle(this.delivery, decision) || this.delivery.isKnownLost())) {
			throw settledAlready();
		}
	}

	@Override
	public void extendLease(Duration duration) {
		Assert.notNull(duration, "'duration' must not be null");
		Assert.isTrue(duration.compareTo(Duration.ZERO) > 0 && duration.compareTo(ListenerSettings.MAX_DURATION) <= 0,
				() -> "'duration' must be positive and at most 365d, but is " + duration);
		if (this.delivery.isKnownLost()) {
			throw new LeaseLostException(this.delivery.getQueue(), this.delivery.getId());
		}
		if (this.delivery.isDecided()) {
			throw settledAlready();
		}
		this.extensions.extend(this.delivery, duration);
	}

	@Override
	public boolean isLeaseLost() {
		return this.delivery.isLeaseLost();
	}

	private IllegalStateException settledAlready() {
		return new IllegalStateException("Message '" + this.delivery.getId() + "' of queue '" + this.delivery.getQueue()
				+ "' has been settled already");
	}

	@Override
	public String toString() {
		return "Acknowledgment of message '" + this.delivery.getId() + "' of queue '" + this.delivery.getQueue() + "'";
	}

}
