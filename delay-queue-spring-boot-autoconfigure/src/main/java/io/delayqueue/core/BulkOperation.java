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

package io.delayqueue.core;

import java.time.Duration;

/**
 * Work on many messages that goes on in the background, in small steps, each of them
 * atomic: whenever it ends, what has been done is done and the rest is as it was. Ends
 * with the application at the latest. Safe for use by many threads.
 *
 * @since 0.1.0
 */
public interface BulkOperation {

	/**
	 * Return how far it has come.
	 * @return the progress at this moment
	 */
	BulkProgress progress();

	/**
	 * End it after the step that is under way. Does nothing if it has ended.
	 */
	void cancel();

	/**
	 * Wait for its end.
	 * @param timeout how long to wait at most
	 * @return whether it has ended
	 * @throws InterruptedException if interrupted while waiting
	 */
	boolean awaitEnd(Duration timeout) throws InterruptedException;

}
