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

import org.jspecify.annotations.Nullable;

/**
 * How far a {@link BulkOperation} has come.
 *
 * @param done how many messages it has dealt with. After a reply that was lost they may
 * be more
 * @param skipped how many it left as they were, since their id is taken in the other
 * queue
 * @param state whether it goes on
 * @param failure what the last step failed with; it is tried again until the operation is
 * cancelled. {@code null} if the last step went well
 * @since 0.1.0
 */
public record BulkProgress(long done, long skipped, State state, @Nullable Throwable failure) {

	/**
	 * Whether an operation goes on.
	 */
	public enum State {

		/**
		 * It goes on.
		 */
		RUNNING,

		/**
		 * It has done all there was.
		 */
		FINISHED,

		/**
		 * It was cancelled.
		 */
		CANCELLED

	}

}
