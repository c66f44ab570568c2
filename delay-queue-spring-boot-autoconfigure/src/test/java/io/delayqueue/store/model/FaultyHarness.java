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
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;

import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.memory.InMemoryStoreHarness;

/**
 * A harness of a store with a fault.
 */
final class FaultyHarness implements ModelHarness {

	private final ModelHarness harness = new InMemoryStoreHarness();

	private final DelayQueueStore store;

	private FaultyHarness(UnaryOperator<DelayQueueStore> fault) {
		this.store = fault.apply(this.harness.store());
	}

	/**
	 * Find a fault.
	 * @param fault puts the fault upon a store
	 * @return how it shows
	 */
	static ModelCheck.Failure find(UnaryOperator<DelayQueueStore> fault) {
		ModelCheck check = new ModelCheck(() -> new FaultyHarness(fault));
		return LongStream.rangeClosed(1, 1000)
			.mapToObj(check::run)
			.filter(Objects::nonNull)
			.findFirst()
			.orElseThrow(() -> new AssertionError("The fault was not found"));
	}

	@Override
	public DelayQueueStore store() {
		return this.store;
	}

	@Override
	public Instant now() {
		return this.harness.now();
	}

	@Override
	public void advance(Duration time) {
		this.harness.advance(time);
	}

	@Override
	public void close() {
		this.harness.close();
	}

}
