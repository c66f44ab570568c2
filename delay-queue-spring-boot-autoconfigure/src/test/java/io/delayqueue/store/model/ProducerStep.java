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

import io.delayqueue.MessageState;
import io.delayqueue.store.BrowseRequest.Position;
import org.jspecify.annotations.Nullable;

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
			return Step.simpler(this.messages, NewMessage::simpler)
				.map((messages) -> (Step) new Schedule(messages))
				.toList();
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
	 * Pause the queue, or end its pause.
	 *
	 * @param paused whether to pause it
	 */
	record SetPaused(boolean paused) implements ProducerStep {

		@Override
		public void take(ModelRun run) {
			run.setPaused(this.paused);
		}

		@Override
		public String toString() {
			return this.paused ? "pause" : "resume";
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
	 * Let a message be due at another time.
	 *
	 * @param id its id
	 * @param when when it is due
	 */
	record Reschedule(String id, When when) implements ProducerStep {

		@Override
		public void take(ModelRun run) {
			run.reschedule(this.id, this.when.dueTime(run.now()));
		}

		@Override
		public List<Step> simpler() {
			return this.when.simpler().map((when) -> (Step) new Reschedule(this.id, when)).toList();
		}

		@Override
		public String toString() {
			return "reschedule " + this.id + ' ' + this.when;
		}

	}

	/**
	 * Make an earlier reschedule call again.
	 *
	 * @param back how many calls before the last one
	 */
	record RescheduleAgain(int back) implements ProducerStep {

		@Override
		public void take(ModelRun run) {
			run.rescheduleAgain(this.back);
		}

		@Override
		public List<Step> simpler() {
			return (this.back > 0) ? List.of(new RescheduleAgain(0)) : List.of();
		}

		@Override
		public String toString() {
			return "reschedule again as " + this.back + " calls before the last";
		}

	}

	/**
	 * Begin to list messages.
	 *
	 * @param state the state
	 * @param id the id after which to begin, or {@code null} for the first page
	 * @param fromNow the time after which to begin, or {@code null} for that of the
	 * message with the id
	 * @param limit how many at most
	 */
	record Browse(MessageState state, @Nullable String id, @Nullable Duration fromNow,
			int limit) implements ProducerStep {

		@Override
		public void take(ModelRun run) {
			run.browse(this.state,
					(this.id != null) ? new Position(run.timeNear(this.id, this.fromNow), this.id) : null, this.limit);
		}

		@Override
		public List<Step> simpler() {
			return (this.id != null) ? List.of(new Browse(this.state, null, null, this.limit)) : List.of();
		}

		@Override
		public String toString() {
			String from = (this.id == null) ? ""
					: " after " + this.id + ((this.fromNow != null) ? " at now + " + this.fromNow : "");
			return "list up to " + this.limit + " that are " + this.state + from;
		}

	}

	/**
	 * Go on with the list that was begun last, in the same state.
	 *
	 * @param limit how many at most
	 */
	record BrowseOn(int limit) implements ProducerStep {

		@Override
		public void take(ModelRun run) {
			run.browseOn(this.limit);
		}

		@Override
		public String toString() {
			return "list up to " + this.limit + " more";
		}

	}

}
