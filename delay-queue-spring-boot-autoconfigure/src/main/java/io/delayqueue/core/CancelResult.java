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
 * What became of a message that was to be cancelled.
 *
 * @since 0.1.0
 */
public enum CancelResult {

	/**
	 * It was waiting or dead and is removed: it is never handed out again.
	 */
	CANCELLED,

	/**
	 * It was being handled. It is removed: the handler goes on, its settlement is void,
	 * and no retry follows.
	 */
	IN_FLIGHT,

	/**
	 * There is no message with this id: it never was, or it is already handled.
	 */
	NOT_FOUND,

	/**
	 * It will be cancelled once the transaction has committed, and not at all if that is
	 * rolled back. Only if the template is told to wait for transactions.
	 */
	DEFERRED

}
