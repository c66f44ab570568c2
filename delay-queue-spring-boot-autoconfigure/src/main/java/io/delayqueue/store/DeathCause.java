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

import org.jspecify.annotations.Nullable;

/**
 * Why a message is among the dead letters.
 *
 * @param reason the kind of reason
 * @param attempt the number of the last delivery, from 1; 0 if there was none
 * @param exception the class name of the exception, if there was one
 * @param message the exception's message, or another explanation
 * @param stackTrace the trimmed stack trace, if there was an exception
 * @since 0.1.0
 */
public record DeathCause(Reason reason, int attempt, @Nullable String exception, @Nullable String message,
		@Nullable String stackTrace) {

	/**
	 * The kinds of reason.
	 */
	public enum Reason {

		/**
		 * The handler failed and no retries are left.
		 */
		FAILED,

		/**
		 * The message can't be turned into what the handler takes.
		 */
		UNDECODABLE,

		/**
		 * The lease ended too often without a settlement: the consumer died or hung.
		 */
		LEASE_ENDED,

		/**
		 * Its time to live was over before it could be handed out.
		 */
		EXPIRED

	}

}
