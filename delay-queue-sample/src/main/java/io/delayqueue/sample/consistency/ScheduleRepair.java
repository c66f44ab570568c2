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

import io.delayqueue.core.DelayQueueOperations;
import io.delayqueue.core.ScheduleResult;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.stereotype.Component;

/**
 * Schedules at start what is pending in the database and absent from the queue. This
 * heals:
 * <ul>
 * <li>a crash between the insert of a row and the scheduling of its message,</li>
 * <li>writes that Redis has lost,</li>
 * <li>a row that was handled, its message acknowledged, and the database killed before
 * that was on disk.</li>
 * </ul>
 * It has to be no cleverer than to schedule everything pending once more, with the id and
 * the due time that it had: KEEP leaves alone what is in the queue, waiting or being
 * handled. What is handled just while this runs may be scheduled a second time, and the
 * handlers take that as they take any second delivery.
 */
@Component
class ScheduleRepair implements ApplicationRunner {

	private static final Log logger = LogFactory.getLog(ScheduleRepair.class);

	private static final int PAGE_SIZE = 500;

	private final List<PendingWork> pendingWork;

	private final DelayQueueOperations operations;

	ScheduleRepair(List<PendingWork> pendingWork, DelayQueueOperations operations) {
		this.pendingWork = pendingWork;
		this.operations = operations;
	}

	@Override
	public void run(ApplicationArguments args) {
		long repaired = this.pendingWork.stream().mapToLong(this::repair).sum();
		if (repaired > 0) {
			logger.info("Scheduled " + repaired + " pending messages that were not in the queue");
		}
	}

	private long repair(PendingWork work) {
		long repaired = 0;
		List<PendingWork.Item> page = work.pendingAfter(0, PAGE_SIZE);
		while (!page.isEmpty()) {
			List<ScheduleResult> results = this.operations
				.scheduleAll(page.stream().map(PendingWork.Item::message).toList());
			repaired += results.stream()
				.filter((result) -> result.outcome() == ScheduleResult.Outcome.SCHEDULED)
				.count();
			page = work.pendingAfter(page.get(page.size() - 1).id(), PAGE_SIZE);
		}
		return repaired;
	}

}
