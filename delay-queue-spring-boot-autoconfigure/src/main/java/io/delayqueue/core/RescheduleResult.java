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

package io.delayqueue.core;

/**
 * What became of a wish to reschedule.
 *
 * @since 0.1.0
 */
public enum RescheduleResult {

	/**
	 * It was waiting, for its first delivery or for a retry, and is due at the new time.
	 */
	RESCHEDULED,

	/**
	 * It is being handled and was left alone.
	 */
	IN_FLIGHT,

	/**
	 * No message with this id waits: it never was, is handled, or is a dead letter, which
	 * is left alone.
	 */
	NOT_FOUND,

	/**
	 * It will be rescheduled once the transaction has committed, and not at all if that
	 * is rolled back. Only if the template is told to wait for transactions.
	 */
	DEFERRED

}
