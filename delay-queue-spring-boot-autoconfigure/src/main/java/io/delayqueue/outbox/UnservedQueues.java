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

package io.delayqueue.outbox;

import java.util.HashSet;
import java.util.Set;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Says of each queue once that the store does not serve it or that it stays full, and
 * once that this is over. Used by one thread.
 */
final class UnservedQueues {

	private static final Log logger = LogFactory.getLog(UnservedQueues.class);

	private final Set<String> queues = new HashSet<>();

	private final Set<String> fullQueues = new HashSet<>();

	/**
	 * Note what a step has come to.
	 * @param step the step
	 * @param full the queues that have been full for a while
	 */
	void update(RelayStep step, Set<String> full) {
		step.unservedQueues().forEach((queue, failure) -> {
			if (this.queues.add(queue)) {
				logger.warn("The outbox can't be relayed at present to queue '" + queue
						+ "'; what is committed waits and will be tried again", failure);
			}
		});
		for (String queue : step.servedQueues()) {
			if (!step.unservedQueues().containsKey(queue) && this.queues.remove(queue)) {
				logger.info("The outbox is relayed again to queue '" + queue + "'");
			}
		}
		updateFull(full);
	}

	private void updateFull(Set<String> full) {
		for (String queue : full) {
			if (this.fullQueues.add(queue)) {
				logger.warn("The outbox holds back messages for queue '" + queue
						+ "' since that is full ('max-waiting'); what is committed waits and will be tried again");
			}
		}
		this.fullQueues.removeIf((queue) -> {
			boolean over = !full.contains(queue);
			if (over) {
				logger.info("The outbox is relayed again to queue '" + queue + "', which was full");
			}
			return over;
		});
	}

}
