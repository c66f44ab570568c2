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

import io.delayqueue.MessageState;
import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;

/**
 * Asks for a step of a pass through the messages in one state that removes them.
 *
 * @param queue the queue
 * @param state the state
 * @param limit how many messages at most, from 1 to {@link ClaimRequest#MAX_MESSAGES}
 * @param from where to go on, from the reply to the step before; {@code null} to begin
 * @since 0.1.0
 */
public record PurgeRequest(String queue, MessageState state, int limit, @Nullable Mark from) {

	public PurgeRequest {
		Assert.isTrue(limit >= 1 && limit <= ClaimRequest.MAX_MESSAGES,
				() -> "'limit' must be from 1 to " + ClaimRequest.MAX_MESSAGES + ", not " + limit);
	}

	/**
	 * How far a pass has come.
	 *
	 * @param last what was the last when the pass began: in flight, the last token that
	 * was given out, else the last time in that state, in milliseconds since the epoch
	 * @param after the place after which to go on
	 */
	public record Mark(long last, BrowseRequest.Position after) {

	}

}
