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

/**
 * One of the things that a poller does with the store, a call at a time. Used by the
 * poller's thread only.
 */
interface PollerTask {

	/**
	 * Return which of the things it is.
	 * @return the operation
	 */
	Operation operation();

	/**
	 * Return when to run next. Asked again whenever something has changed.
	 * @return the moment, or never
	 */
	long dueAt();

	/**
	 * Return whether there is anything to do now or later.
	 * @return whether there is
	 */
	boolean hasWork();

	/**
	 * Call the store. Throws whatever the store throws, after having made sure that
	 * nothing is lost or done twice when run again.
	 */
	void run();

	/**
	 * The kinds of calls, from the most urgent one.
	 */
	enum Operation {

		/**
		 * Renew leases.
		 */
		EXTEND("extend leases on"),

		/**
		 * Send settlements.
		 */
		SETTLE("settle messages of"),

		/**
		 * Take messages.
		 */
		CLAIM("claim from");

		private final String text;

		Operation(String text) {
			this.text = text;
		}

		String text() {
			return this.text;
		}

	}

}
