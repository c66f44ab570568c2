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

import java.util.Set;

/**
 * Looks at queues as an operator does. All methods may be called by any thread.
 *
 * @since 0.1.0
 */
public interface DelayQueueAdmin {

	/**
	 * Return the queues that were ever scheduled to or listened to with this store.
	 * @return the names, sorted
	 */
	Set<String> queues();

	/**
	 * Count the messages of a queue. Costs O(log n).
	 * @param queue the queue
	 * @return the statistics; all zero for a queue that does not exist
	 * @throws IllegalArgumentException if the name is not legal
	 */
	QueueStatistics statistics(String queue);

}
