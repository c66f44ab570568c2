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

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Shrinker}.
 */
class ShrinkerTests {

	private final List<Integer> numbers = IntStream.rangeClosed(1, 40).boxed().toList();

	private int tries;

	@Test
	void leavesTheElementsThatMatter() {
		Shrinker<Integer> shrinker = new Shrinker<>((list) -> list.containsAll(List.of(3, 17, 18, 40)),
				(number) -> List.of());
		assertThat(shrinker.shrink(this.numbers)).containsExactly(3, 17, 18, 40);
	}

	@Test
	void leavesNothingIfNothingMatters() {
		assertThat(new Shrinker<Integer>((list) -> true, (number) -> List.of()).shrink(this.numbers)).isEmpty();
	}

	@Test
	void leavesAllIfAllMatter() {
		assertThat(new Shrinker<Integer>((list) -> list.size() == 40, (number) -> List.of()).shrink(this.numbers))
			.isEqualTo(this.numbers);
	}

	@Test
	void dropsWhatCanOnlyBeDroppedAfterSomethingElse() {
		// Every even number needs the one before it.
		Shrinker<Integer> shrinker = new Shrinker<>(
				(list) -> list.contains(1)
						&& list.stream().allMatch((number) -> number % 2 == 1 || list.contains(number - 1)),
				(number) -> List.of());
		assertThat(shrinker.shrink(this.numbers)).containsExactly(1);
	}

	@Test
	void simplifiesWhatIsLeft() {
		Shrinker<Integer> shrinker = new Shrinker<>((list) -> list.stream().anyMatch((number) -> number > 6),
				(number) -> (number > 0) ? List.of(number / 2, number - 1) : List.of());
		assertThat(shrinker.shrink(this.numbers)).containsExactly(7);
	}

	@Test
	void takesFewTries() {
		List<Integer> many = new ArrayList<>(IntStream.range(0, 400).boxed().toList());
		Shrinker<Integer> shrinker = new Shrinker<>((list) -> {
			this.tries++;
			return list.containsAll(List.of(100, 300));
		}, (number) -> List.of());
		assertThat(shrinker.shrink(many)).containsExactly(100, 300);
		assertThat(this.tries).isLessThan(200);
	}

}
