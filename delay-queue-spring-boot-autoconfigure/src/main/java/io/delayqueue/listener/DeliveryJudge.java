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
import java.util.concurrent.ThreadLocalRandom;

import io.delayqueue.LeaseLostException;
import io.delayqueue.store.ClaimedMessage;
import io.delayqueue.store.DeathCause;
import io.delayqueue.store.RetryPolicy;
import io.delayqueue.store.Settlement;
import io.delayqueue.store.Source;
import org.jspecify.annotations.Nullable;

/**
 * Decides how a delivery is settled, and reports what went wrong with it.
 */
final class DeliveryJudge {

	private final ListenerSettings settings;

	private final Source source;

	private final ConsumerReport report;

	DeliveryJudge(ListenerSettings settings, Source source, ConsumerReport report) {
		this.settings = settings;
		this.source = source;
		this.report = report;
	}

	/**
	 * Judge a message that has not come to a handler yet.
	 * @param delivery the delivery
	 * @return what becomes of it, or {@code null} if it is to be handled
	 */
	@Nullable Settlement withoutHandler(ClaimedDelivery delivery) {
		ClaimedMessage claimed = delivery.getClaimed();
		Occurrence occurrence;
		try {
			occurrence = Occurrence.of(claimed);
		}
		catch (IllegalArgumentException ex) {
			return plainlyForGood(delivery, DeathCauses.undecodable(delivery.getAttempt(), ex.getMessage()));
		}
		if (claimed.message() == null) {
			return plainlyForGood(delivery, DeathCauses.undecodable(delivery.getAttempt(), claimed.defect()));
		}
		// The store leaves it to the consumer to give up what recurs.
		if (occurrence != null && !this.settings.retryPolicy().allowsRetryAfter(claimed.failures())) {
			return forGood(delivery, DeathCauses.leaseEnded(delivery.getAttempt() - 1));
		}
		if (occurrence != null && occurrence.isSkipped()) {
			this.report.skipped(delivery, occurrence);
			return occurrence.over();
		}
		return null;
	}

	Settlement handled(ClaimedDelivery delivery) {
		Occurrence occurrence = Occurrence.of(delivery.getClaimed());
		if (occurrence != null) {
			return occurrence.over();
		}
		// Once dead, the id has been seen to be taken all the time.
		Duration remember = isDeadLetter() ? Duration.ZERO : this.settings.deduplicationWindow();
		return new Settlement.Acknowledge(delivery.getId(), delivery.getToken(), remember);
	}

	Settlement notHandled(ClaimedDelivery delivery) {
		return new Settlement.Release(delivery.getId(), delivery.getToken());
	}

	/**
	 * Judge a failure.
	 * @param delivery the delivery
	 * @param failure what the listener threw
	 * @return what becomes of the message
	 */
	Settlement failed(ClaimedDelivery delivery, Throwable failure) {
		try {
			return judge(delivery, failure);
		}
		catch (Throwable ex) {
			// For want of memory, say. Still nothing is held in vain, nor retried for
			// ever.
			return isRetryLeft(delivery) ? retry(delivery, null)
					: forGood(delivery, DeathCauses.unknown(delivery.getAttempt(), failure));
		}
	}

	private Settlement judge(ClaimedDelivery delivery, Throwable failure) {
		Throwable cause = DeathCauses.unwrap(failure);
		if (cause instanceof MessageRejectedException) {
			this.report.rejected(delivery, cause);
			return forGood(delivery, DeathCauses.of(DeathCause.Reason.UNDECODABLE, delivery.getAttempt(), cause));
		}
		// Given up without having been lost, it would come back at once, and for ever.
		if (cause instanceof LeaseLostException && delivery.wasSeenLost()) {
			this.report.givenUp(delivery);
			return notHandled(delivery);
		}
		if (delivery.wasInterrupted()) {
			this.report.interrupted(delivery);
			return notHandled(delivery);
		}
		RetryAdvice advice = RetryAdvice.of(failure, this.settings.handling().notRetryable());
		if (!advice.retryable() || !isRetryLeft(delivery)) {
			this.report.failedForGood(delivery, failure);
			return forGood(delivery, DeathCauses.of(DeathCause.Reason.FAILED, delivery.getAttempt(), cause));
		}
		Settlement.Retry retry = retry(delivery, advice.pause());
		this.report.retried(delivery, failure, retry.pause());
		return retry;
	}

	/**
	 * Tell of a failure that changes nothing any more.
	 * @param delivery the delivery
	 * @param failure what the listener threw
	 */
	void failedOnceSettled(ClaimedDelivery delivery, Throwable failure) {
		Throwable cause = DeathCauses.unwrap(failure);
		boolean rejected = cause instanceof MessageRejectedException;
		if (rejected) {
			this.report.rejected(delivery, cause);
		}
		else {
			this.report.failedOnceSettled(delivery, failure);
		}
		if (this.settings.handling().ackMode() == AckMode.NONE) {
			this.report.dropped(delivery, rejected ? DeathCause.Reason.UNDECODABLE : DeathCause.Reason.FAILED);
		}
	}

	/**
	 * Judge what a handler asks for.
	 * @param delivery the delivery
	 * @param pause how long it wants to wait
	 * @return what becomes of the message
	 */
	Settlement retryWanted(ClaimedDelivery delivery, Duration pause) {
		if (!isRetryLeft(delivery)) {
			return deadLetterWanted(delivery, "Another retry was asked for, but none is left");
		}
		this.report.retryWanted(delivery, pause);
		return retry(delivery, pause);
	}

	Settlement deadLetterWanted(ClaimedDelivery delivery, String reason) {
		return forGood(delivery,
				new DeathCause(DeathCause.Reason.FAILED, delivery.getAttempt(), null, DeathCauses.trim(reason), null));
	}

	private boolean isDeadLetter() {
		return this.source == Source.DEAD_LETTERS;
	}

	private boolean isRetryLeft(ClaimedDelivery delivery) {
		return this.settings.retryPolicy().allowsRetryAfter(delivery.getClaimed().failures() + 1);
	}

	private Settlement forGood(ClaimedDelivery delivery, DeathCause cause) {
		Occurrence occurrence = Occurrence.of(delivery.getClaimed());
		if (occurrence == null) {
			return plainlyForGood(delivery, cause);
		}
		if (this.settings.deadLetters().keepFailed()) {
			return occurrence.dead(cause);
		}
		this.report.dropped(delivery, cause.reason());
		return occurrence.over();
	}

	private Settlement plainlyForGood(ClaimedDelivery delivery, DeathCause cause) {
		if (isDeadLetter() || this.settings.deadLetters().keepFailed()) {
			return new Settlement.DeadLetter(delivery.getId(), delivery.getToken(), cause);
		}
		this.report.dropped(delivery, cause.reason());
		return new Settlement.Acknowledge(delivery.getId(), delivery.getToken());
	}

	private Settlement.Retry retry(ClaimedDelivery delivery, @Nullable Duration wanted) {
		ClaimedMessage claimed = delivery.getClaimed();
		if (wanted != null) {
			return new Settlement.Retry(claimed.id(), claimed.token(), wanted);
		}
		RetryPolicy policy = this.settings.retryPolicy();
		Duration pause = policy.pauseAfter(claimed.failures() + 1);
		long jitter = Ticker.after(0, policy.jitter());
		Duration added = (jitter > 0) ? Duration.ofNanos(ThreadLocalRandom.current().nextLong(jitter)) : Duration.ZERO;
		return new Settlement.Retry(claimed.id(), claimed.token(), pause.plus(added));
	}

}
