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

package io.delayqueue.store.model;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

import io.delayqueue.store.ClaimedMessage;
import io.delayqueue.store.DeathCause;
import io.delayqueue.store.Settlement;

/**
 * What becomes of a delivery that some consumer knows of.
 *
 * @param delivery the delivery
 * @param outcome what becomes of it
 * @param time the pause of a retry, or how long a handled id is remembered
 */
record Settling(Delivery delivery, Outcome outcome, Duration time) {

	/**
	 * Return what the consumer sends.
	 * @param callers the consumers
	 * @return the settlement, or empty if there is no such delivery
	 */
	Optional<Settlement> settlement(List<Caller> callers) {
		return this.delivery.in(callers).map((message) -> {
			callers.get(this.delivery.caller()).close(message);
			return settlement(message);
		});
	}

	Stream<Settling> simpler() {
		return this.delivery.simpler().map((delivery) -> new Settling(delivery, this.outcome, this.time));
	}

	private Settlement settlement(ClaimedMessage message) {
		if (message.occurrence() != null && this.outcome == Outcome.ACKNOWLEDGE && this.time.isZero()) {
			return new Settlement.Recur(message.id(), message.token(), next(message));
		}
		if (message.occurrence() != null && this.outcome == Outcome.DEAD_LETTER) {
			return new Settlement.DeadOccurrence(message.id(), message.token(), next(message),
					message.id().equals("a") ? "b" : "a", cause(message.attempt()));
		}
		return switch (this.outcome) {
			case ACKNOWLEDGE -> new Settlement.Acknowledge(message.id(), message.token(), this.time);
			case RETRY -> new Settlement.Retry(message.id(), message.token(), this.time);
			case RELEASE -> new Settlement.Release(message.id(), message.token());
			case DEAD_LETTER -> new Settlement.DeadLetter(message.id(), message.token(), cause(message.attempt()));
		};
	}

	private static Instant next(ClaimedMessage message) {
		return message.claimTime().plusMillis(500);
	}

	static DeathCause cause(int attempt) {
		return new DeathCause(DeathCause.Reason.FAILED, attempt, "x.Y", "why?\n", null);
	}

	@Override
	public String toString() {
		String time = switch (this.outcome) {
			case ACKNOWLEDGE -> " remembered for " + this.time;
			case RETRY -> " in " + this.time;
			case RELEASE, DEAD_LETTER -> "";
		};
		return this.outcome.name().toLowerCase(Locale.ROOT) + time + " of " + this.delivery;
	}

	/**
	 * The kinds of settlement.
	 */
	enum Outcome {

		ACKNOWLEDGE, RETRY, RELEASE, DEAD_LETTER

	}

	/**
	 * A delivery that a consumer knows of.
	 *
	 * @param caller the consumer's index
	 * @param back how many deliveries before its last one
	 * @param open whether only those count that it has not settled
	 */
	record Delivery(int caller, int back, boolean open) {

		private static final ClaimedMessage NEVER_HANDED_OUT = new ClaimedMessage("a", 1, Instant.EPOCH, Duration.ZERO,
				1, 0, null, null);

		/**
		 * Return the delivery.
		 * @param callers the consumers
		 * @return the delivery, made up if there was none, or empty if none is open
		 */
		Optional<ClaimedMessage> in(List<Caller> callers) {
			Optional<ClaimedMessage> known = callers.get(this.caller).delivery(this);
			return this.open ? known : known.or(() -> Optional.of(NEVER_HANDED_OUT));
		}

		Stream<Delivery> simpler() {
			return (this.back > 0) ? Stream.of(new Delivery(this.caller, 0, this.open)) : Stream.empty();
		}

		@Override
		public String toString() {
			return Caller.label(this.caller) + "'s " + (this.open ? "open " : "") + "delivery " + this.back
					+ " before its last";
		}

	}

}
