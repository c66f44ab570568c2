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
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A step of a sequence. It says what it refers to by relative positions, so that it means
 * something whatever came before.
 */
interface Step {

	/**
	 * Take the step.
	 * @param run what it is a step of
	 */
	void take(ModelRun run);

	/**
	 * Return steps that do less than this one.
	 * @return the steps, the simplest first
	 */
	default List<Step> simpler() {
		return List.of();
	}

	/**
	 * Return the halves of a list, and the list without each of its elements in turn.
	 * @param list the list
	 * @param <T> its type
	 * @return the shorter lists
	 */
	static <T> Stream<List<T>> shorter(List<T> list) {
		int half = list.size() / 2;
		Stream<List<T>> halves = (half > 1) ? Stream.of(list.subList(0, half), list.subList(half, list.size()))
				: Stream.empty();
		return Stream.concat(halves, IntStream.range(0, list.size())
			.mapToObj((left) -> IntStream.range(0, list.size()).filter((i) -> i != left).mapToObj(list::get).toList()));
	}

	/**
	 * Return lists that say less than a list.
	 * @param list the list
	 * @param simpler simpler elements to try in the place of one
	 * @param <T> its type
	 * @return those with an element left out, then those with a simpler one
	 */
	static <T> Stream<List<T>> simpler(List<T> list, Function<T, Stream<T>> simpler) {
		return Stream.concat(shorter(list),
				list.stream()
					.flatMap((element) -> simpler.apply(element)
						.map((other) -> list.stream().map((each) -> (each == element) ? other : each).toList())));
	}

	/**
	 * Let time pass.
	 *
	 * @param time how long
	 */
	record Advance(Duration time) implements Step {

		@Override
		public void take(ModelRun run) {
			run.advance(this.time);
		}

		@Override
		public List<Step> simpler() {
			long seconds = this.time.getSeconds();
			return (this.time.getNano() > 0 && seconds > 0) ? List.of(new Advance(Duration.ofSeconds(seconds)))
					: List.of();
		}

		@Override
		public String toString() {
			return "time passes: " + this.time;
		}

	}

}
