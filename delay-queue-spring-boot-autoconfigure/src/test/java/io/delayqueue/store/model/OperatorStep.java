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
import java.util.List;

import io.delayqueue.MessageState;

/**
 * Steps of operators.
 */
interface OperatorStep extends Step {

	/**
	 * Let a message be due now.
	 *
	 * @param id its id
	 */
	record DeliverNow(String id) implements OperatorStep {

		@Override
		public void take(ModelRun run) {
			run.deliverNow(this.id);
		}

		@Override
		public String toString() {
			return "deliver " + this.id + " now";
		}

	}

	/**
	 * Begin to remove messages.
	 *
	 * @param state the state
	 * @param limit how many at most
	 */
	record Purge(MessageState state, int limit) implements OperatorStep {

		@Override
		public void take(ModelRun run) {
			run.purge(this.state, this.limit);
		}

		@Override
		public List<Step> simpler() {
			return (this.limit > 1) ? List.of(new Purge(this.state, 1)) : List.of();
		}

		@Override
		public String toString() {
			return "purge up to " + this.limit + " that are " + this.state;
		}

	}

	/**
	 * Go on with the purge that was begun last, if it is not over.
	 *
	 * @param limit how many at most
	 */
	record PurgeOn(int limit) implements OperatorStep {

		@Override
		public void take(ModelRun run) {
			run.purgeOn(this.limit);
		}

		@Override
		public String toString() {
			return "purge up to " + this.limit + " more";
		}

	}

	/**
	 * Count by due time.
	 *
	 * @param bound a time from now
	 */
	record CountDue(Duration bound) implements OperatorStep {

		@Override
		public void take(ModelRun run) {
			run.countDue(this.bound);
		}

		@Override
		public String toString() {
			return "count what is due within " + this.bound;
		}

	}

}
