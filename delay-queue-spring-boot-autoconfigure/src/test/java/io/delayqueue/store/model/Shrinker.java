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
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Shortens a list that fails: leaves out chunks, from halves down to single elements, and
 * puts simpler elements in the place of those that remain, as long as it still fails.
 *
 * @param <T> the type of the elements
 */
class Shrinker<T> {

	private final Predicate<List<T>> fails;

	private final Function<T, List<T>> simpler;

	/**
	 * Create a shrinker.
	 * @param fails whether a list fails
	 * @param simpler simpler elements to try in the place of one; each chain of them ends
	 */
	Shrinker(Predicate<List<T>> fails, Function<T, List<T>> simpler) {
		this.fails = fails;
		this.simpler = simpler;
	}

	/**
	 * Shorten a list.
	 * @param failing a list that fails
	 * @return a list that fails, too, until any one element is left out
	 */
	List<T> shrink(List<T> failing) {
		List<T> shortest = failing;
		List<T> before;
		do {
			before = shortest;
			for (int size = Math.max(1, shortest.size() / 2); size >= 1; size /= 2) {
				shortest = dropChunks(shortest, size);
			}
			shortest = simplify(shortest);
		}
		while (!shortest.equals(before));
		return shortest;
	}

	// From the end, where a failing list most often has what does not matter.
	private List<T> dropChunks(List<T> list, int size) {
		List<T> shortest = list;
		for (int from = list.size() - size; from > -size; from -= size) {
			int start = Math.max(0, from);
			List<T> rest = new ArrayList<>(shortest.subList(0, start));
			rest.addAll(shortest.subList(Math.min(from + size, shortest.size()), shortest.size()));
			if (rest.size() < shortest.size() && this.fails.test(rest)) {
				shortest = rest;
			}
		}
		return shortest;
	}

	private List<T> simplify(List<T> list) {
		List<T> simplest = list;
		for (int i = 0; i < list.size(); i++) {
			List<T> before;
			do {
				before = simplest;
				simplest = simplify(simplest, i);
			}
			while (simplest != before);
		}
		return simplest;
	}

	private List<T> simplify(List<T> list, int index) {
		for (T candidate : this.simpler.apply(list.get(index))) {
			List<T> changed = new ArrayList<>(list);
			changed.set(index, candidate);
			if (this.fails.test(changed)) {
				return changed;
			}
		}
		return list;
	}

}
