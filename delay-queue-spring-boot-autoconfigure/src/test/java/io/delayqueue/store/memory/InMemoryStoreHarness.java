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

package io.delayqueue.store.memory;

import java.time.Duration;
import java.time.Instant;

import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.model.ModelHarness;

/**
 * A store in memory whose clock is moved by the test.
 */
public final class InMemoryStoreHarness implements ModelHarness {

	private final MutableInstantSource clock = new MutableInstantSource(Instant.parse("2030-05-01T07:00:00Z"));

	private final InMemoryDelayQueueStore store = new InMemoryDelayQueueStore(this.clock);

	@Override
	public DelayQueueStore store() {
		return this.store;
	}

	@Override
	public Instant now() {
		return this.clock.instant();
	}

	@Override
	public void advance(Duration time) {
		this.clock.advance(time);
	}

	@Override
	public void close() {
	}

}
