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

package io.delayqueue.store.model;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;

import io.delayqueue.store.ScheduleCommand;
import io.delayqueue.store.StoredMessage;
import io.delayqueue.support.DelayHeaders;
import org.jspecify.annotations.Nullable;

/**
 * A message to be scheduled.
 *
 * @param id its id
 * @param content what it says; two of the same content are equal. Some recur, unless they
 * have a time to live
 * @param when when it is due
 * @param replace whether it replaces
 * @param timeToLive how long it lives, or {@code null} for ever
 * @param priority its priority
 * @param maxWaiting with how many waiting ones it is refused, or 0
 */
record NewMessage(String id, int content, When when, boolean replace, @Nullable Duration timeToLive, int priority,
		long maxWaiting) {

	private static final int RECURRING = 2;

	Stream<NewMessage> simpler() {
		Stream<NewMessage> earlier = this.when.simpler()
			.map((when) -> new NewMessage(this.id, this.content, when, this.replace, this.timeToLive, this.priority,
					this.maxWaiting));
		Stream<NewMessage> plainer = Stream.of(
				new NewMessage(this.id, this.content, this.when, false, this.timeToLive, this.priority,
						this.maxWaiting),
				new NewMessage(this.id, this.content, this.when, this.replace, null, this.priority, this.maxWaiting),
				new NewMessage(this.id, this.content, this.when, this.replace, this.timeToLive, 0, this.maxWaiting),
				new NewMessage(this.id, this.content, this.when, this.replace, this.timeToLive, this.priority, 0))
			.filter((message) -> !message.equals(this));
		return Stream.concat(earlier, plainer);
	}

	ScheduleCommand command(Instant now) {
		StoredMessage message = new StoredMessage(new byte[] { (byte) this.content }, "text/plain", headers(),
				Instant.EPOCH, "s" + this.content);
		return new ScheduleCommand(this.id, message, this.when.dueTime(now), this.replace, this.timeToLive,
				this.priority, this.maxWaiting);
	}

	private Map<String, String> headers() {
		boolean recurs = this.content == RECURRING && this.timeToLive == null;
		return Map.of(recurs ? DelayHeaders.RECURRENCE : "content", String.valueOf(this.content));
	}

	@Override
	public String toString() {
		return this.id + " content " + this.content + ' ' + this.when
				+ ((this.timeToLive != null) ? " living " + this.timeToLive : "") + (this.replace ? " replacing" : "")
				+ ((this.priority > 0) ? " priority " + this.priority : "")
				+ ((this.maxWaiting > 0) ? " if fewer than " + this.maxWaiting + " wait" : "");
	}

}
