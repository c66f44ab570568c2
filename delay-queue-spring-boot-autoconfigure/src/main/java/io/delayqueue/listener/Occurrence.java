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

import java.time.Instant;

import io.delayqueue.store.ClaimedMessage;
import io.delayqueue.store.DeathCause;
import io.delayqueue.store.Settlement;
import io.delayqueue.store.StoredMessage;
import io.delayqueue.support.DelayHeaders;
import io.delayqueue.support.Recurrence;
import org.jspecify.annotations.Nullable;

/**
 * The occurrence of a recurring message that was handed out. When the next one is due is
 * computed from times of the store alone, so that this JVM's clock does not matter.
 *
 * @param claimed the message
 * @param dueTime when it was due
 * @param recurrence when the message recurs
 */
record Occurrence(ClaimedMessage claimed, Instant dueTime, Recurrence recurrence) {

	/**
	 * Return the occurrence that a message stands for.
	 * @param claimed the message
	 * @return the occurrence, or {@code null} if the message does not recur or can't be
	 * read
	 * @throws IllegalArgumentException if its recurrence can't be read
	 */
	static @Nullable Occurrence of(ClaimedMessage claimed) {
		StoredMessage message = claimed.message();
		Instant dueTime = claimed.occurrence();
		if (message == null || dueTime == null) {
			return null;
		}
		return new Occurrence(claimed, dueTime,
				Recurrence.parse(message.headers().getOrDefault(DelayHeaders.RECURRENCE, "")));
	}

	boolean isSkipped() {
		return this.recurrence.isSkipped(this.claimed.lateness());
	}

	@Nullable Instant next() {
		Instant regular = this.claimed.regular();
		Instant now = this.claimed.claimTime();
		if (regular == null) {
			return this.recurrence.next(this.dueTime, now);
		}
		return regular.isAfter(now) ? regular : this.recurrence.next(regular, now);
	}

	/**
	 * Let the message wait for its next occurrence, if there is one.
	 * @return the settlement
	 */
	Settlement over() {
		Instant next = next();
		return (next != null) ? new Settlement.Recur(this.claimed.id(), this.claimed.token(), next)
				: new Settlement.Acknowledge(this.claimed.id(), this.claimed.token());
	}

	/**
	 * Let the occurrence be a dead letter, and the message wait for its next occurrence,
	 * if there is one.
	 * @param cause what it died of
	 * @return the settlement
	 */
	Settlement dead(DeathCause cause) {
		Instant next = next();
		return (next != null)
				? new Settlement.DeadOccurrence(this.claimed.id(), this.claimed.token(), next,
						this.claimed.id() + '@' + this.dueTime, cause)
				: new Settlement.DeadLetter(this.claimed.id(), this.claimed.token(), cause);
	}

}
