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

package io.delayqueue.survival;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * One line of a journal.
 *
 * @param nanos when, by the monotonic clock that all processes of a machine share
 * @param micros when, by the wall clock, in microseconds since the epoch
 * @param kind what happened
 * @param id the message's id
 * @param generation which of the messages that bore the id
 * @param attempt how often the message had been handed out, or 0
 * @param token the fencing token of the delivery, or 0
 * @param detail of attempts to schedule the delay in milliseconds, else a due time in
 * milliseconds since the epoch, or 0
 */
record JournalEntry(long nanos, long micros, Kind kind, String id, long generation, int attempt, long token,
		long detail) {

	static JournalEntry now(Kind kind, String id, long generation, int attempt, long token, long detail) {
		return at(System.nanoTime(), kind, id, generation, attempt, token, detail);
	}

	static JournalEntry at(long nanos, Kind kind, String id, long generation, int attempt, long token, long detail) {
		return new JournalEntry(nanos, ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()), kind, id, generation,
				attempt, token, detail);
	}

	static JournalEntry parse(String line) {
		String[] words = line.split(" ");
		return new JournalEntry(Long.parseLong(words[0]), Long.parseLong(words[1]), Kind.valueOf(words[2]), words[3],
				Long.parseLong(words[4]), Integer.parseInt(words[5]), Long.parseLong(words[6]),
				Long.parseLong(words[7]));
	}

	String toLine() {
		return this.nanos + " " + this.micros + " " + this.kind + " " + this.id + " " + this.generation + " "
				+ this.attempt + " " + this.token + " " + this.detail + "\n";
	}

	boolean is(Kind kind) {
		return this.kind == kind;
	}

	/**
	 * What may happen.
	 */
	enum Kind {

		/**
		 * The application has started; its process's id stands for the token.
		 */
		READY,

		/**
		 * A message is about to be scheduled.
		 */
		ATTEMPTED,

		/**
		 * It was scheduled, due at the time in the detail.
		 */
		SCHEDULED,

		/**
		 * It was surely not scheduled.
		 */
		NOT_SCHEDULED,

		/**
		 * Nobody knows whether it was scheduled.
		 */
		UNCERTAIN,

		/**
		 * A claim brought the message.
		 */
		CLAIMED,

		/**
		 * A handler begins; the detail is the due time it was told, of what recurs that
		 * of the occurrence.
		 */
		STARTED,

		/**
		 * A running handler sees that its lease is lost.
		 */
		LEASE_LOST,

		/**
		 * A handler is about to return.
		 */
		COMPLETED,

		/**
		 * A handler is about to throw.
		 */
		FAILED,

		/**
		 * A settlement took effect. As with the next two, the time is when it was sent.
		 */
		SETTLED,

		/**
		 * A settlement was refused: the lease was lost.
		 */
		SETTLED_TOO_LATE,

		/**
		 * Nobody knows whether a settlement took effect.
		 */
		SETTLED_PERHAPS,

		/**
		 * The renewal of a lease was refused: it was lost.
		 */
		EXTENDED_TOO_LATE

	}

}
