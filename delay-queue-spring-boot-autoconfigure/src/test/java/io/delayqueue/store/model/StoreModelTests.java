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

import io.delayqueue.KnownFault;
import org.junit.jupiter.api.Test;

/**
 * Lets a store and {@link ModelQueue the model} do the same at random. How many sequences
 * and from which seed on is told by system properties; on failure the seed of the
 * sequence and its shortest form are reported.
 */
public abstract class StoreModelTests {

	private static final String SEED_PROPERTY = "delayqueue.test.model.seed";

	private static final long SEED = Long.getLong(SEED_PROPERTY, 1);

	private static final int SEQUENCES = Integer.getInteger("delayqueue.test.model.sequences", 2000);

	/**
	 * Create a harness whose clock says the same at first each time.
	 * @return the harness of an empty store
	 */
	protected abstract ModelHarness createHarness();

	@Test
	@KnownFault({ "HDT3213/delayqueue late nack", "rqueue#33" })
	void storeDoesWhatTheModelDoes() {
		ModelCheck check = new ModelCheck(this::createHarness);
		for (long seed = SEED; seed < SEED + SEQUENCES; seed++) {
			ModelCheck.Failure failure = check.run(seed);
			if (failure != null) {
				throw new AssertionError("The sequence of -D" + SEED_PROPERTY + "=" + seed
						+ " fails. Its shortest form is:\n" + String.join("\n", failure.log()), failure.cause());
			}
		}
		System.out.println(
				getClass().getSimpleName() + ": " + check.summary() + " from -D" + SEED_PROPERTY + "=" + SEED + " on");
	}

}
