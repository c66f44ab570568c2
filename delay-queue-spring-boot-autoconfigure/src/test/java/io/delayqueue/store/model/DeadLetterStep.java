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
import java.util.stream.Stream;

import io.delayqueue.store.BrowseRequest.Position;
import org.jspecify.annotations.Nullable;

/**
 * Steps of those who look after dead letters.
 */
interface DeadLetterStep extends Step {

	/**
	 * Replay dead letters.
	 *
	 * @param ids which ones, or none for those that are dead longest
	 * @param limit how many at most
	 * @param diedUntil until when they died, from now, or {@code null} if not told
	 */
	record Replay(List<String> ids, int limit, @Nullable Duration diedUntil) implements DeadLetterStep {

		@Override
		public void take(ModelRun run) {
			run.replay(this.ids, this.limit, (this.diedUntil != null) ? run.now().plus(this.diedUntil) : null);
		}

		@Override
		public List<Step> simpler() {
			Stream<Step> fewer = Step.shorter(this.ids).map((ids) -> new Replay(ids, this.limit, this.diedUntil));
			return ((this.diedUntil != null) ? Stream.concat(Stream.of(new Replay(this.ids, this.limit, null)), fewer)
					: fewer)
				.toList();
		}

		@Override
		public String toString() {
			return "replay " + (this.ids.isEmpty() ? "the longest dead" : this.ids) + ", up to " + this.limit
					+ ((this.diedUntil != null) ? ", that died until now + " + this.diedUntil : "");
		}

	}

	/**
	 * Go on with the replay that was begun last: none that died after that.
	 *
	 * @param limit how many at most
	 */
	record ReplayOn(int limit) implements DeadLetterStep {

		@Override
		public void take(ModelRun run) {
			run.replayOn(this.limit);
		}

		@Override
		public String toString() {
			return "replay up to " + this.limit + " more";
		}

	}

	/**
	 * Discard dead letters.
	 *
	 * @param ids their ids
	 * @param afterDeath how long after their deaths they are said to have died
	 */
	record Discard(List<String> ids, Duration afterDeath) implements DeadLetterStep {

		@Override
		public void take(ModelRun run) {
			run.discard(this.ids.stream()
				.map((id) -> new Position(run.timeNear(id, null).plus(this.afterDeath), id))
				.toList());
		}

		@Override
		public List<Step> simpler() {
			Stream<Step> fewer = Step.shorter(this.ids).map((ids) -> new Discard(ids, this.afterDeath));
			return (this.afterDeath.isZero() ? fewer
					: Stream.concat(Stream.of(new Discard(this.ids, Duration.ZERO)), fewer))
				.toList();
		}

		@Override
		public String toString() {
			return "discard " + this.ids
					+ (this.afterDeath.isZero() ? "" : " if they died " + this.afterDeath + " later than they did");
		}

	}

}
