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

package io.delayqueue.listener;

import io.delayqueue.observation.ConsumerMetrics;
import io.delayqueue.observation.QuietObservation;
import org.jspecify.annotations.Nullable;

/**
 * What is seen of one handling from outside, from its begin to its end. Its methods don't
 * throw.
 */
final class Handling {

	/**
	 * Nothing is seen.
	 */
	static final Handling UNSEEN = new Handling(QuietObservation.NONE, ConsumerMetrics.NONE, () -> 0);

	private final QuietObservation observation;

	private final ConsumerMetrics metrics;

	private final Ticker ticker;

	private final long begunAt;

	Handling(QuietObservation observation, ConsumerMetrics metrics, Ticker ticker) {
		this.observation = observation;
		this.metrics = metrics;
		this.ticker = ticker;
		this.begunAt = ticker.read();
	}

	/**
	 * Let what the current thread does belong to the handling.
	 * @return to be closed by the same thread
	 */
	QuietObservation.Scope open() {
		return this.observation.open();
	}

	/**
	 * End it.
	 * @param failure what came to the container, or {@code null}
	 */
	void end(@Nullable Throwable failure) {
		Throwable cause = (failure != null) ? DeathCauses.unwrap(failure) : null;
		QuietObservation.quietly(() -> this.metrics.handled(this.ticker.read() - this.begunAt, cause));
		this.observation.stop(cause);
	}

}
