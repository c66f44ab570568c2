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

package io.delayqueue.outage;

import java.time.Duration;

import io.delayqueue.DelayQueueException;
import io.delayqueue.core.DelayMessage;
import io.delayqueue.core.DelayQueueTemplate;
import io.delayqueue.core.DuplicatePolicy;
import io.delayqueue.core.ScheduleResult;

import static org.awaitility.Awaitility.await;

/**
 * Schedules as the documentation says, repeated until it is certain.
 */
final class CertainSchedule {

	private static final Duration TIMEOUT = Duration.ofSeconds(60);

	private CertainSchedule() {
	}

	/**
	 * Schedule a message that is due at once.
	 * @param template the template
	 * @param queue the queue
	 * @param id the message's id
	 * @return what became of it
	 */
	static ScheduleResult of(DelayQueueTemplate template, String queue, String id) {
		DelayMessage<String> message = DelayMessage.to(queue)
			.payload("hello")
			.delay(Duration.ZERO)
			.id(id)
			.onDuplicate(DuplicatePolicy.KEEP)
			.build();
		return await().atMost(TIMEOUT)
			.ignoreExceptionsInstanceOf(DelayQueueException.class)
			.until(() -> template.schedule(message), (result) -> result.outcome().isSuccess());
	}

}
