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

package io.delayqueue.test;

import java.time.Instant;

import io.delayqueue.listener.Delivery;
import org.jspecify.annotations.Nullable;

/**
 * One handling of a message by a listener.
 *
 * @param queue the queue
 * @param id the message's id
 * @param attempt which attempt it was, from 1
 * @param time what the clock said
 * @param deadLetter whether the message was handled as a dead letter
 * @param failure what the listener threw, or what it returned failed with; {@code null}
 * if it succeeded, or an error handler has dealt with the failure
 * @since 0.1.0
 */
public record Handling(String queue, String id, int attempt, Instant time, boolean deadLetter,
		@Nullable Throwable failure) {

	static Handling of(Delivery delivery, Instant time, @Nullable Throwable failure) {
		return new Handling(delivery.getQueue(), delivery.getId(), delivery.getAttempt(), time,
				delivery.getDeath() != null, failure);
	}

	/**
	 * Return whether it succeeded.
	 * @return whether there was no failure
	 */
	public boolean succeeded() {
		return this.failure == null;
	}

	@Override
	public String toString() {
		return "'" + this.id + "' of queue '" + this.queue + "' at " + this.time + ", attempt " + this.attempt
				+ (this.deadLetter ? " as a dead letter" : "")
				+ ((this.failure != null) ? ", failed: " + this.failure : "");
	}

}
