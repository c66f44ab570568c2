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
 * What to do when the id of a new message is taken, be its holder waiting, in flight or
 * dead.
 *
 * @since 0.1.0
 */
public enum DuplicatePolicy {

	/**
	 * Refuse the new message with {@link io.delayqueue.DuplicateMessageException}. The
	 * default.
	 */
	REJECT,

	/**
	 * Let the new message take the place of the old one: payload, due time, attempts and
	 * cause. A running delivery of the old one goes on, its settlement is void.
	 */
	REPLACE,

	/**
	 * Keep the old message and drop the new one, also if the old one is in flight or
	 * dead: then nothing more is handled under this id until somebody cancels or replaces
	 * it.
	 */
	KEEP

}
