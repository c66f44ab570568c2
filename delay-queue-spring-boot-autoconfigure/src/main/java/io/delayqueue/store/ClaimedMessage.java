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

package io.delayqueue.store;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A message handed out under a lease.
 *
 * @param id the id
 * @param token the fencing token of the lease
 * @param dueTime when it was due
 * @param lateness how long after its due time it was claimed, by the store's clock
 * @param attempt how often the message has been handed out, this time included
 * @param failures how often it failed before
 * @param message the message, or {@code null} if what is stored can't be read
 * @param defect why it can't be read, if so
 * @param death what it died of, if it is a dead letter, which counts {@code attempt} and
 * {@code failures} from its death on
 * @param occurrence when the occurrence that is handed out was due, before any retry, if
 * the message recurs; it is then for the consumer to say when the next one is due
 * @param regular when the next regular occurrence is due, if the one that is handed out
 * is out of turn
 * @since 0.1.0
 */
public record ClaimedMessage(String id, long token, Instant dueTime, Duration lateness, int attempt, int failures,
		@Nullable StoredMessage message, @Nullable String defect, @Nullable Death death, @Nullable Instant occurrence,
		@Nullable Instant regular) {

	/**
	 * Create a message that is not dead and does not recur.
	 * @param id the id
	 * @param token the fencing token of the lease
	 * @param dueTime when it was due
	 * @param lateness how long after its due time it was claimed
	 * @param attempt how often the message has been handed out
	 * @param failures how often it failed before
	 * @param message the message, or {@code null} if what is stored can't be read
	 * @param defect why it can't be read, if so
	 */
	public ClaimedMessage(String id, long token, Instant dueTime, Duration lateness, int attempt, int failures,
			@Nullable StoredMessage message, @Nullable String defect) {
		this(id, token, dueTime, lateness, attempt, failures, message, defect, null, null, null);
	}

	/**
	 * Return when the message was handed out, by the store's clock.
	 * @return the time, to the millisecond
	 */
	public Instant claimTime() {
		return this.dueTime.plus(this.lateness);
	}

	/**
	 * The death of a message.
	 *
	 * @param time when it died
	 * @param cause why, or {@code null} if that can't be read
	 */
	public record Death(Instant time, @Nullable DeathCause cause) {

	}

}
