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
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.delayqueue.store.DueTime;
import io.delayqueue.store.ScheduleCommand;
import io.delayqueue.store.StoredMessage;

/**
 * Steps of those who are no consumers.
 */
interface ProducerStep extends Step {

	/**
	 * Schedule messages.
	 *
	 * @param messages the messages
	 */
	record Schedule(List<NewMessage> messages) implements ProducerStep {

		@Override
		public void take(ModelRun run) {
			Instant now = run.now();
			run.schedule(this.messages.stream().map((message) -> message.command(now)).toList());
		}

		@Override
		public List<Step> simpler() {
			Stream<List<NewMessage>> simpler = this.messages.stream()
				.flatMap((message) -> message.simpler().map((other) -> replaced(message, other)));
			return Stream.concat(Step.shorter(this.messages), simpler)
				.map((messages) -> (Step) new Schedule(messages))
				.toList();
		}

		private List<NewMessage> replaced(NewMessage message, NewMessage other) {
			return this.messages.stream().map((each) -> (each == message) ? other : each).toList();
		}

		@Override
		public String toString() {
			return "schedule " + this.messages;
		}

	}

	/**
	 * Send an earlier schedule call again.
	 *
	 * @param back how many calls before the last one
	 */
	record ScheduleAgain(int back) implements ProducerStep {

		@Override
		public void take(ModelRun run) {
			run.scheduleAgain(this.back);
		}

		@Override
		public List<Step> simpler() {
			return (this.back > 0) ? List.of(new ScheduleAgain(0)) : List.of();
		}

		@Override
		public String toString() {
			return "schedule again what was scheduled " + this.back + " calls before the last";
		}

	}

	/**
	 * Cancel a message.
	 *
	 * @param id its id
	 */
	record Cancel(String id) implements ProducerStep {

		@Override
		public void take(ModelRun run) {
			run.cancel(this.id);
		}

		@Override
		public String toString() {
			return "cancel " + this.id;
		}

	}

	/**
	 * Look a message up.
	 *
	 * @param id its id
	 */
	record Find(String id) implements ProducerStep {

		@Override
		public void take(ModelRun run) {
			run.find(this.id);
		}

		@Override
		public String toString() {
			return "find " + this.id;
		}

	}

	/**
	 * A message to be scheduled.
	 *
	 * @param id its id
	 * @param content what it says; two of the same content are equal
	 * @param delay when it is due from now
	 * @param absolute whether the due time is given as an instant
	 * @param replace whether it replaces
	 */
	record NewMessage(String id, int content, Duration delay, boolean absolute, boolean replace) {

		Stream<NewMessage> simpler() {
			return Stream
				.of(new NewMessage(this.id, this.content, Duration.ZERO, this.absolute, this.replace),
						new NewMessage(this.id, this.content, this.delay, false, this.replace),
						new NewMessage(this.id, this.content, this.delay, this.absolute, false))
				.filter((message) -> !message.equals(this));
		}

		ScheduleCommand command(Instant now) {
			StoredMessage message = new StoredMessage(new byte[] { (byte) this.content }, "text/plain",
					Map.of("content", String.valueOf(this.content)), Instant.EPOCH, "s" + this.content);
			return new ScheduleCommand(this.id, message, dueTime(now), this.replace);
		}

		private DueTime dueTime(Instant now) {
			if (!this.absolute) {
				return new DueTime.After(this.delay);
			}
			boolean endless = this.delay.compareTo(Duration.between(now, Instant.MAX)) > 0;
			return new DueTime.At(endless ? Instant.MAX : now.plus(this.delay));
		}

		@Override
		public String toString() {
			return Stream
				.of(this.id, "content " + this.content, (this.absolute ? "at now + " : "in ") + this.delay,
						this.replace ? "replacing" : "")
				.filter((part) -> !part.isEmpty())
				.reduce((first, second) -> first + ' ' + second)
				.orElse("");
		}

	}

}
