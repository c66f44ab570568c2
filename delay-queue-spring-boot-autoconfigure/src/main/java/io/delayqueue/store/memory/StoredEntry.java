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

package io.delayqueue.store.memory;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;

import io.delayqueue.MessageState;
import io.delayqueue.store.ClaimedMessage;
import io.delayqueue.store.DeathCause;
import io.delayqueue.store.MessageSnapshot;
import io.delayqueue.store.StoredMessage;
import org.jspecify.annotations.Nullable;

/**
 * A message in one state. A move to another state makes another entry.
 *
 * @param id the id
 * @param message the message, of which nobody else holds the payload
 * @param state the state
 * @param time its place in that state, in milliseconds since the epoch: when it is due,
 * when the lease ends, when it died
 * @param lease whose it is, while in flight
 * @param attempts what it has gone through
 * @param cause why it died, if it did
 * @param lifetime until when it may be handed out, if not for ever
 * @param priority which ones are handed out first of those that are due
 * @param occurrence its present or next occurrence, if it recurs
 */
record StoredEntry(String id, StoredMessage message, MessageState state, long time, @Nullable Lease lease,
		Attempts attempts, @Nullable DeathCause cause, @Nullable Lifetime lifetime, int priority,
		@Nullable Occurrence occurrence) {

	static final Comparator<StoredEntry> ORDER = Comparator.comparingLong(StoredEntry::time)
		.thenComparing(StoredEntry::id, Utf8Order.INSTANCE);

	static StoredEntry scheduled(String id, StoredMessage message, long dueTime, @Nullable Lifetime lifetime,
			int priority) {
		return new StoredEntry(id, copy(message), MessageState.WAITING, dueTime, null, Attempts.NONE, null, lifetime,
				priority, message.isRecurring() ? new Occurrence(dueTime, null) : null);
	}

	/**
	 * Return something that stands where an entry would.
	 * @param id the entry's id
	 * @param time its time
	 * @return no entry, for comparing only
	 */
	static StoredEntry placeholder(String id, long time) {
		StoredMessage nothing = new StoredMessage(new byte[0], "", Map.of(), Instant.EPOCH, "");
		return new StoredEntry(id, nothing, MessageState.WAITING, time, null, Attempts.NONE, null, null, 0, null);
	}

	StoredEntry leased(Lease lease, long end) {
		return new StoredEntry(this.id, this.message, MessageState.IN_FLIGHT, end, lease, this.attempts.delivered(),
				null, this.lifetime, this.priority, this.occurrence);
	}

	StoredEntry leasedUntil(long end) {
		return new StoredEntry(this.id, this.message, this.state, end, this.lease, this.attempts, null, this.lifetime,
				this.priority, this.occurrence);
	}

	StoredEntry waiting(long dueTime, Attempts attempts) {
		return new StoredEntry(this.id, this.message, MessageState.WAITING, dueTime, null, attempts, null,
				this.lifetime, this.priority, this.occurrence);
	}

	StoredEntry rescheduled(long dueTime, @Nullable Lifetime lifetime) {
		return new StoredEntry(this.id, this.message, MessageState.WAITING, dueTime, null, this.attempts, null,
				lifetime, this.priority, this.occurrence);
	}

	StoredEntry dead(long death, Attempts attempts, DeathCause cause) {
		return new StoredEntry(this.id, this.message, MessageState.DEAD, death, null, attempts, cause, null,
				this.priority, this.occurrence);
	}

	StoredEntry recurred(long dueTime) {
		return new StoredEntry(this.id, this.message, MessageState.WAITING, dueTime, null, Attempts.NONE, null, null,
				this.priority, new Occurrence(dueTime, null));
	}

	/**
	 * Return the same, due now because somebody wants it to be. Of what recurs and is
	 * still to come, that is an occurrence out of turn, unless it was put there already.
	 * @param now the present time
	 * @param lifetime until when it may be handed out
	 * @return the entry
	 */
	StoredEntry broughtForward(long now, @Nullable Lifetime lifetime) {
		Occurrence before = this.occurrence;
		Occurrence after = (before != null && before.due > now && this.time >= before.due) ? before.outOfTurn(now)
				: before;
		return new StoredEntry(this.id, this.message, MessageState.WAITING, now, null, this.attempts, null, lifetime,
				this.priority, after);
	}

	/**
	 * Return the same without that it recurs.
	 * @param id its id
	 * @return the entry
	 */
	StoredEntry once(String id) {
		return new StoredEntry(id, this.message, this.state, this.time, this.lease, this.attempts, this.cause,
				this.lifetime, this.priority, null);
	}

	/**
	 * Return whether it recurs already as a message wishes to.
	 * @param other the message
	 * @return whether nothing needs to be changed
	 */
	boolean recursAs(StoredMessage other) {
		return this.occurrence != null && this.state != MessageState.DEAD && other.isRecurring()
				&& other.stamp().equals(this.message.stamp());
	}

	boolean isExpired(long now) {
		return this.lifetime != null && this.lifetime.end() < now;
	}

	boolean isHeldBy(String consumer, long token) {
		return this.lease != null && this.lease.token() == token && this.lease.consumer().equals(consumer);
	}

	/**
	 * Return when it is due or was due, or when it died.
	 * @return milliseconds since the epoch
	 */
	long dueTime() {
		return (this.lease != null) ? this.lease.dueTime() : this.time;
	}

	ClaimedMessage claimed(long token, Duration lateness, ClaimedMessage.@Nullable Death death) {
		return new ClaimedMessage(this.id, token, Instant.ofEpochMilli(dueTime()), lateness, this.attempts.deliveries(),
				this.attempts.failures(), copy(this.message), null, death,
				(this.occurrence != null) ? Instant.ofEpochMilli(this.occurrence.due) : null,
				(this.occurrence != null && this.occurrence.regular != null)
						? Instant.ofEpochMilli(this.occurrence.regular) : null);
	}

	MessageSnapshot snapshot() {
		return new MessageSnapshot(this.id, this.state, Instant.ofEpochMilli(this.time), this.attempts.deliveries(),
				this.attempts.failures(), copy(this.message), this.cause, this.priority);
	}

	private static StoredMessage copy(StoredMessage message) {
		return new StoredMessage(message.payload().clone(), message.contentType(), message.headers(),
				message.scheduledTime(), message.stamp());
	}

	/**
	 * An occurrence of a message that recurs.
	 *
	 * @param due when it is due, before any retry
	 * @param regular when the next regular one is due, if this one is out of turn
	 */
	record Occurrence(long due, @Nullable Long regular) {

		Occurrence outOfTurn(long due) {
			return new Occurrence(due, (this.regular != null) ? this.regular : this.due);
		}

	}

}
