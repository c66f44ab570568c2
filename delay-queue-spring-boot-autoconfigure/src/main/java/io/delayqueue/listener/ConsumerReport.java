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
import java.util.concurrent.TimeUnit;

import io.delayqueue.event.LeaseLostEvent;
import io.delayqueue.event.MessageDeadLetteredEvent;
import io.delayqueue.event.MessageDroppedEvent;
import io.delayqueue.event.OccurrenceSkippedEvent;
import io.delayqueue.observation.ConsumerMetrics;
import io.delayqueue.observation.ConsumerMetrics.RetryReason;
import io.delayqueue.observation.QuietObservation;
import io.delayqueue.observation.TagValues;
import io.delayqueue.store.DeathCause;
import io.delayqueue.store.EndedLease;
import io.delayqueue.store.Source;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Tells the log, the events and the meters what happens to a consumer and its messages:
 * ids and queues, never payloads. Its methods don't throw.
 */
final class ConsumerReport {

	private static final Log logger = LogFactory.getLog(DefaultDelayListenerContainer.class);

	private final String listenerId;

	private final String queue;

	private final Source source;

	private final EventDispatcher events;

	private final ConsumerMetrics metrics;

	ConsumerReport(String listenerId, String queue, Source source, EventDispatcher events, ConsumerMetrics metrics) {
		this.listenerId = listenerId;
		this.queue = queue;
		this.source = source;
		this.events = events;
		this.metrics = metrics;
	}

	void retryStored() {
		QuietObservation.quietly(() -> this.metrics.retried(RetryReason.FAILED));
	}

	void settlementRefused() {
		QuietObservation.quietly(this.metrics::settlementRefused);
	}

	// One line for what may well go better next time; the stack trace comes at the end.
	void retried(ClaimedDelivery delivery, Throwable cause, Duration pause) {
		retried(delivery, DeathCauses.unwrap(cause).getClass().getName(), pause);
		ThrowableLog.log(cause, (throwable) -> logger.debug(failed(delivery), throwable));
	}

	void retryWanted(ClaimedDelivery delivery, Duration pause) {
		retried(delivery, "its handler wants it", pause);
	}

	private void retried(ClaimedDelivery delivery, String why, Duration pause) {
		logger.warn(
				failed(delivery) + "; a retry in " + TimeUnit.MILLISECONDS.convert(pause) + " ms is asked for: " + why);
	}

	void failedForGood(ClaimedDelivery delivery, Throwable cause) {
		ThrowableLog.log(cause, (throwable) -> logger.warn(failed(delivery) + " for good", throwable));
	}

	/**
	 * Report a message that does not fit. The texts of its exceptions may quote the
	 * payload, which is for the finest level only.
	 * @param delivery the delivery
	 * @param cause why it does not fit
	 */
	void rejected(ClaimedDelivery delivery, Throwable cause) {
		logger.warn(failed(delivery) + " for good, since it does not fit: " + DeathCauses.classNames(cause));
		ThrowableLog.log(cause, (throwable) -> logger.trace(failed(delivery), throwable));
	}

	void failedOnceSettled(ClaimedDelivery delivery, Throwable cause) {
		ThrowableLog.log(cause, (throwable) -> logger.warn(failed(delivery) + " after it had been settled", throwable));
	}

	void interrupted(ClaimedDelivery delivery) {
		logger.info("Listener '" + this.listenerId + "': " + describe(delivery.getId())
				+ " was not handled to the end, since its thread was interrupted, and is released");
	}

	void perhapsNeverHandled(ClaimedDelivery delivery) {
		logger.warn("Listener '" + this.listenerId + "' was stopped while it acknowledged " + describe(delivery.getId())
				+ ", which may be lost without having been handled");
	}

	void givenUp(ClaimedDelivery delivery) {
		logger.info("Listener '" + this.listenerId + "': " + describe(delivery.getId()) + " was given up in attempt "
				+ delivery.getAttempt() + ", since its lease was lost, and is released");
	}

	void stillHandled(ClaimedDelivery delivery) {
		logger.warn("Listener '" + this.listenerId + "' still handles " + describe(delivery.getId())
				+ " although it was stopped; the message is handed out again when its lease ends");
	}

	void deadLettered(String id, DeathCause cause) {
		deadLettered(id, cause.reason(), cause.exception());
	}

	void leaseEnded(EndedLease ended) {
		switch (ended.fate()) {
			case DEAD -> deadLettered(ended.id(), DeathCause.Reason.LEASE_ENDED, null);
			case DROPPED -> dropped(ended.id(), DeathCause.Reason.LEASE_ENDED);
			case ORPHANED -> logger.warn("Only the id was left of " + describe(ended.id()) + "; it was removed");
			case RETRIED -> {
				logger.info("The lease of " + describe(ended.id())
						+ " had ended without a settlement; it counts as failed and is handed out again");
				QuietObservation.quietly(() -> this.metrics.retried(RetryReason.LEASE_ENDED));
			}
			case RETURNED -> logger.debug("The lease of " + describe(ended.id()) + " had ended unconfirmed");
		}
	}

	void expired(String id, boolean kept) {
		if (kept) {
			deadLettered(id, DeathCause.Reason.EXPIRED, null);
		}
		else {
			dropped(id, DeathCause.Reason.EXPIRED);
		}
	}

	void skipped(ClaimedDelivery delivery, Occurrence occurrence) {
		Duration lateness = delivery.getLateness();
		logger.warn("Listener '" + this.listenerId + "': " + describe(delivery.getId()) + ", due at "
				+ occurrence.dueTime() + ", was skipped, since it is late by " + TimeUnit.MILLISECONDS.convert(lateness)
				+ " ms; the next occurrence is due at " + occurrence.next());
		QuietObservation.quietly(this.metrics::skipped);
		this.events.dispatch(new OccurrenceSkippedEvent(this.listenerId, this.queue, delivery.getId(),
				occurrence.dueTime(), lateness, occurrence.next()));
	}

	void dropped(ClaimedDelivery delivery, DeathCause.Reason reason) {
		dropped(delivery.getId(), reason);
	}

	private void dropped(String id, DeathCause.Reason reason) {
		logger.warn("Listener '" + this.listenerId + "': " + describe(id) + " was removed, since it is not to be kept: "
				+ reason);
		QuietObservation.quietly(() -> this.metrics.dropped(TagValues.of(reason)));
		this.events.dispatch(new MessageDroppedEvent(this.listenerId, this.queue, id, reason.name()));
	}

	private void deadLettered(String id, DeathCause.Reason reason, @Nullable String exception) {
		boolean news = this.source == Source.MESSAGES;
		logger.warn("Listener '" + this.listenerId + "': " + describe(id)
				+ (news ? " went to the dead letters: " : " is kept, but handed out no more: ") + reason
				+ ((exception != null) ? ", " + exception : ""));
		if (!news) {
			return;
		}
		QuietObservation.quietly(() -> this.metrics.deadLettered(TagValues.of(reason)));
		this.events.dispatch(new MessageDeadLetteredEvent(this.listenerId, this.queue, id, reason.name(), exception));
	}

	void leaseLost(ClaimedDelivery delivery) {
		logger.info("Listener '" + this.listenerId + "' lost the lease of " + describe(delivery.getId())
				+ ": it ended, or the " + ((this.source == Source.MESSAGES) ? "message was cancelled or replaced"
						: "dead letter was replayed, replaced or removed"));
		QuietObservation.quietly(this.metrics::leaseLost);
		this.events.dispatch(new LeaseLostEvent(this.listenerId, this.queue, delivery.getId()));
	}

	private String failed(ClaimedDelivery delivery) {
		return "Listener '" + this.listenerId + "': " + describe(delivery.getId()) + " failed in attempt "
				+ delivery.getAttempt();
	}

	private String describe(String id) {
		return ((this.source == Source.MESSAGES) ? "message '" : "dead letter '") + id + "' of queue '" + this.queue
				+ "'";
	}

}
