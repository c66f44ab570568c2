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

import org.springframework.util.Assert;

/**
 * Ends a delivery. It takes effect only while the lease with this token is the message's
 * owner, also after the lease's time as long as nobody else has claimed the message.
 *
 * @since 0.1.0
 */
public sealed interface Settlement {

	/**
	 * Return the message's id.
	 * @return the id
	 */
	String id();

	/**
	 * Return the fencing token of the delivery.
	 * @return the token
	 */
	long token();

	/**
	 * Handled: remove it.
	 *
	 * @param id the message's id
	 * @param token the fencing token
	 * @param remember how long from now the id counts as taken, so that a late duplicate
	 * is noticed, rounded up to milliseconds; zero for not at all, or for as long as
	 * before if it is remembered for longer. Of one queue the latest
	 * {@link DelayQueueStore#MAX_REMEMBERED} ids are remembered
	 */
	record Acknowledge(String id, long token, Duration remember) implements Settlement {

		/**
		 * Create a settlement that leaves nothing behind.
		 * @param id the message's id
		 * @param token the fencing token
		 */
		public Acknowledge(String id, long token) {
			this(id, token, Duration.ZERO);
		}

	}

	/**
	 * Failed: hand it out again after a pause. Counts as a failure. Whether a retry is
	 * left is for the consumer to judge.
	 *
	 * @param id the message's id
	 * @param token the fencing token
	 * @param pause how long from now until it is due again; negative means at once
	 */
	record Retry(String id, long token, Duration pause) implements Settlement {

	}

	/**
	 * Not handled: put it back to its old place. Does not count as a failure.
	 *
	 * @param id the message's id
	 * @param token the fencing token
	 */
	record Release(String id, long token) implements Settlement {

	}

	/**
	 * Failed for good: move it to the dead letters. Counts as a failure.
	 *
	 * @param id the message's id
	 * @param token the fencing token
	 * @param cause why
	 */
	record DeadLetter(String id, long token, DeathCause cause) implements Settlement {

	}

	/**
	 * This occurrence of a recurring message is over: let it wait for the next one, as if
	 * it had never been delivered. Not of dead letters.
	 *
	 * @param id the message's id
	 * @param token the fencing token
	 * @param next when the next occurrence is due; may be past
	 */
	record Recur(String id, long token, Instant next) implements Settlement {

	}

	/**
	 * This occurrence of a recurring message failed for good: put a copy of the message
	 * that does not recur among the dead letters, and let the message itself wait for the
	 * next occurrence, as if it had never been delivered. Not of dead letters.
	 *
	 * @param id the message's id
	 * @param token the fencing token
	 * @param next when the next occurrence is due; may be past
	 * @param deadId the id of the dead letter; a message that has it gives way
	 * @param cause why
	 */
	record DeadOccurrence(String id, long token, Instant next, String deadId, DeathCause cause) implements Settlement {

		public DeadOccurrence {
			Assert.isTrue(!deadId.equals(id), "'deadId' must not be the message's own id");
		}

	}

}
