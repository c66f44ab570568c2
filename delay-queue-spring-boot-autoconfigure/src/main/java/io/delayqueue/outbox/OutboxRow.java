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

package io.delayqueue.outbox;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A command as it stands in the table.
 *
 * @param number its place in the order of all
 * @param queue the queue
 * @param messageId the message's id
 * @param operation the name of what is to be done
 * @param payload the payload of a message that is to be scheduled
 * @param details all else
 * @param writtenAt when it was written, by the database's clock
 * @param age how long ago it was written, at least, by the database's clock
 * @param attempts how often it has failed
 */
record OutboxRow(long number, String queue, String messageId, String operation, byte @Nullable [] payload,
		String details, Instant writtenAt, Duration age, int attempts) {

	@Override
	public String toString() {
		return this.operation + " of message '" + this.messageId + "' of queue '" + this.queue + "' (row " + this.number
				+ ")";
	}

}
