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

package io.delayqueue.sample.consistency;

import java.util.List;

import io.delayqueue.core.DelayMessage;

/**
 * Work that the database knows of and for which a message must be in the queue.
 *
 * @since 0.1.0
 */
public interface PendingWork {

	/**
	 * Return a page of what is pending, in the order of its ids.
	 * @param id the last id of the page before, or 0
	 * @param limit how much at most
	 * @return the page, empty at the end
	 */
	List<Item> pendingAfter(long id, int limit);

	/**
	 * One piece of work.
	 *
	 * @param id its id in the database
	 * @param message the message that must be in the queue
	 */
	record Item(long id, DelayMessage<?> message) {

	}

}
