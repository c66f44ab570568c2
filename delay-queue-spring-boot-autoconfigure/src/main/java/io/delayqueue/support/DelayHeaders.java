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

package io.delayqueue.support;

/**
 * Names of the headers that a listener method finds on a delivered message.
 *
 * @since 0.1.0
 */
public final class DelayHeaders {

	/**
	 * What all names begin with. Headers of users must not.
	 */
	public static final String PREFIX = "delayqueue_";

	/**
	 * The message's id: a {@link String}.
	 */
	public static final String ID = PREFIX + "id";

	/**
	 * The queue: a {@link String}.
	 */
	public static final String QUEUE = PREFIX + "queue";

	/**
	 * When the message was due; after a retry, when that was due: an
	 * {@link java.time.Instant}.
	 */
	public static final String DUE_TIME = PREFIX + "dueTime";

	/**
	 * When the producer scheduled the message, by the producer's clock: an
	 * {@link java.time.Instant}.
	 */
	public static final String SCHEDULED_TIME = PREFIX + "scheduledTime";

	/**
	 * How often the message has been handed out, this time included: an {@link Integer}
	 * from 1.
	 */
	public static final String ATTEMPT = PREFIX + "attempt";

	/**
	 * How late the handling began: a {@link java.time.Duration}.
	 */
	public static final String LATENESS = PREFIX + "lateness";

	/**
	 * The fencing token of this delivery: a {@link Long}.
	 */
	public static final String TOKEN = PREFIX + "token";

	/**
	 * When the occurrence of a recurring message was due, also after a retry: an
	 * {@link java.time.Instant}. Not with dead letters.
	 */
	public static final String OCCURRENCE = PREFIX + "occurrence";

	/**
	 * When a recurring message recurs: a {@link String}.
	 */
	public static final String RECURRENCE = PREFIX + "recurrence";

	/**
	 * When a dead letter died, if the listener takes dead letters: an
	 * {@link java.time.Instant}.
	 */
	public static final String DEATH_TIME = PREFIX + "deathTime";

	/**
	 * Why a dead letter died: a {@link String}, the name of a reason such as
	 * {@code FAILED} or {@code EXPIRED}.
	 */
	public static final String DEATH_REASON = PREFIX + "deathReason";

	/**
	 * In which attempt a dead letter died: an {@link Integer}, 0 if it was never handed
	 * out.
	 */
	public static final String DEATH_ATTEMPT = PREFIX + "deathAttempt";

	/**
	 * The class name of the exception that a dead letter died of, if it was one: a
	 * {@link String}.
	 */
	public static final String DEATH_EXCEPTION = PREFIX + "deathException";

	/**
	 * The message of the exception that a dead letter died of, or what else was said of
	 * it, if anything was: a {@link String}.
	 */
	public static final String DEATH_MESSAGE = PREFIX + "deathMessage";

	/**
	 * The beginning of the stack trace of the exception that a dead letter died of, if it
	 * was one: a {@link String}.
	 */
	public static final String DEATH_STACK_TRACE = PREFIX + "deathStackTrace";

	private DelayHeaders() {
	}

}
