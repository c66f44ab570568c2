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

package io.delayqueue.store;

import java.time.Duration;
import java.time.Instant;

/**
 * What {@link DelayQueueStoreContractTests} needs of a store: the store itself, empty,
 * and a hand on its clock.
 */
public interface StoreHarness extends AutoCloseable {

	/**
	 * Return the store, the same at each call.
	 * @return the store, without any message at first
	 */
	DelayQueueStore store();

	/**
	 * Return what the store's clock says. It stands still, on a whole millisecond after
	 * the epoch at first, and keeps microseconds.
	 * @return the store's time
	 */
	Instant now();

	/**
	 * Let the store's clock go forward.
	 * @param time how far, in whole microseconds
	 */
	void advance(Duration time);

	@Override
	void close();

}
