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

package io.delayqueue.observation;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Told what happens to the messages that one listener takes from one queue. Called by
 * many threads at a time.
 *
 * @since 0.1.0
 */
public interface ConsumerMetrics {

	/**
	 * Keeps nothing.
	 */
	ConsumerMetrics NONE = new ConsumerMetrics() {
	};

	/**
	 * The handling of a message begins.
	 * @param lateness how late
	 */
	default void began(Duration lateness) {
	}

	/**
	 * The handling of a message has ended.
	 * @param nanos how long it took
	 * @param failure what it failed with, or {@code null}
	 */
	default void handled(long nanos, @Nullable Throwable failure) {
	}

	/**
	 * A message will be handed out again.
	 * @param reason why
	 */
	default void retried(RetryReason reason) {
	}

	/**
	 * A message went to the dead letters.
	 * @param reason why, as the value of a tag
	 */
	default void deadLettered(String reason) {
	}

	/**
	 * A message was removed that was not handled to the end.
	 * @param reason why, as the value of a tag
	 */
	default void dropped(String reason) {
	}

	/**
	 * An occurrence of a recurring message was left out, since it was late.
	 */
	default void skipped() {
	}

	/**
	 * The lease of a message was lost while it was held.
	 */
	default void leaseLost() {
	}

	/**
	 * The store refused a settlement, since the message was somebody else's by then or
	 * gone.
	 */
	default void settlementRefused() {
	}

	/**
	 * Why a message is handed out again.
	 */
	enum RetryReason {

		/**
		 * Its handler failed, or asked for it.
		 */
		FAILED,

		/**
		 * Its lease ended without a settlement.
		 */
		LEASE_ENDED

	}

}
