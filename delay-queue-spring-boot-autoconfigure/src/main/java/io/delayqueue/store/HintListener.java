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

/**
 * Told that a message of a queue may have become due earlier than was known.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface HintListener {

	/**
	 * Take a hint.
	 * @param queue the queue
	 * @param untilDue how long, from now, until the message is due; zero if it is due
	 */
	void onHint(String queue, Duration untilDue);

	/**
	 * Take a hint that a dead letter may be had earlier than was known. Does nothing by
	 * default.
	 * @param queue the queue
	 * @param untilDue how long, from now, until it may be had
	 */
	default void onDeadLetterHint(String queue, Duration untilDue) {
	}

	/**
	 * Told that hints may have been lost up to now, of any queue. Does nothing by
	 * default.
	 */
	default void onHintsLost() {
	}

}
