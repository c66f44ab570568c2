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

import java.time.Instant;

import io.delayqueue.MessageState;
import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;

/**
 * Asks for a page of the messages in one state.
 *
 * @param queue the queue
 * @param state the state
 * @param after the position after which to begin, whether a message is still there or
 * not; {@code null} for the first page
 * @param limit how many messages at most, from 1 to {@link #MAX_MESSAGES}
 * @since 0.1.0
 */
public record BrowseRequest(String queue, MessageState state, @Nullable Position after, int limit) {

	/**
	 * The largest number of messages in a page.
	 */
	public static final int MAX_MESSAGES = 1000;

	public BrowseRequest {
		Assert.isTrue(limit >= 1 && limit <= MAX_MESSAGES,
				() -> "'limit' must be from 1 to " + MAX_MESSAGES + ", not " + limit);
	}

	/**
	 * Return the same with another limit.
	 * @param limit how many messages at most
	 * @return the request
	 */
	public BrowseRequest limitedTo(int limit) {
		return new BrowseRequest(this.queue, this.state, this.after, limit);
	}

	/**
	 * Return the same with another beginning.
	 * @param position the position after which to begin
	 * @return the request
	 */
	public BrowseRequest after(Position position) {
		return new BrowseRequest(this.queue, this.state, position, this.limit);
	}

	/**
	 * A place in the order of a state.
	 *
	 * @param time the message's time in that state, to the millisecond
	 * @param id its id
	 */
	public record Position(Instant time, String id) {

		/**
		 * Return the place of a message.
		 * @param message the message
		 * @return its place
		 */
		public static Position of(MessageSnapshot message) {
			return new Position(message.time(), message.id());
		}

	}

}
