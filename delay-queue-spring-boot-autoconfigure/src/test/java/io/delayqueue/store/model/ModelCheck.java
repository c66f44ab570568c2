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
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Runs sequences, each with a store of its own, and shortens the first that fails.
 */
public class ModelCheck {

	private final Supplier<ModelHarness> harnesses;

	private final long start = System.nanoTime();

	private int sequences;

	private int steps;

	/**
	 * Create a check.
	 * @param harnesses makes harnesses of empty stores, whose clocks say the same at
	 * first
	 */
	public ModelCheck(Supplier<ModelHarness> harnesses) {
		this.harnesses = harnesses;
	}

	/**
	 * Run the sequence of a seed.
	 * @param seed the seed
	 * @return the shortest form of it in which the store answers otherwise than the
	 * model, or {@code null} if all is well
	 */
	public @Nullable Failure run(long seed) {
		List<Step> sequence = new StepGenerator(seed).generate();
		this.sequences++;
		this.steps += sequence.size();
		return (failure(sequence) != null) ? shortest(sequence) : null;
	}

	private Failure shortest(List<Step> sequence) {
		Shrinker<Step> shrinker = new Shrinker<>((steps) -> failure(steps) != null, Step::simpler);
		List<Step> shortest = shrinker.shrink(sequence);
		Failure failure = failure(shortest);
		if (failure == null) {
			throw new IllegalStateException("The sequence fails now and then: " + shortest);
		}
		return failure;
	}

	private @Nullable Failure failure(List<Step> steps) {
		try (ModelHarness harness = this.harnesses.get()) {
			ModelRun run = new ModelRun(harness);
			try {
				run.take(steps);
				return null;
			}
			catch (AssertionError | RuntimeException ex) {
				return new Failure(steps, run.log(), ex);
			}
		}
	}

	String summary() {
		return this.sequences + " sequences, " + this.steps + " steps in "
				+ Duration.ofNanos(System.nanoTime() - this.start).toMillis() + " ms";
	}

	/**
	 * A run that failed.
	 *
	 * @param steps its steps
	 * @param log what was done and answered
	 * @param cause how it failed
	 */
	public record Failure(List<Step> steps, List<String> log, Throwable cause) {

	}

}
