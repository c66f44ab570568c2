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

/**
 * A message that was taken back without having been settled, because its lease had ended
 * or because its consumer never got the reply that handed it out, and what became of it.
 *
 * @param id the message's id
 * @param fate what became of it
 * @since 0.1.0
 */
public record EndedLease(String id, Fate fate) {

	/**
	 * What becomes of a message that is taken back.
	 */
	public enum Fate {

		/**
		 * It counts as failed once more and waits for a retry. A message that recurs does
		 * so even if its retries are used up: who claims it then settles it.
		 */
		RETRIED,

		/**
		 * Its claim was never confirmed: it waits at its old place and counts as not
		 * failed. After nine of these the next one counts as a failure.
		 */
		RETURNED,

		/**
		 * Its retries are used up: it is among the dead letters.
		 */
		DEAD,

		/**
		 * Its retries are used up, and dead letters are not kept: it was removed.
		 */
		DROPPED,

		/**
		 * Only its id was left, without a payload, and was removed; reported for waiting
		 * ids too.
		 */
		ORPHANED

	}

}
