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

package io.delayqueue.observation;

import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;

/**
 * How the scheduling of a message is observed by default. Meant to be extended.
 *
 * @since 0.1.0
 */
public class DefaultScheduleConvention implements ScheduleConvention {

	/**
	 * The instance for all.
	 */
	public static final DefaultScheduleConvention INSTANCE = new DefaultScheduleConvention();

	@Override
	public String getName() {
		return "delayqueue.template";
	}

	@Override
	public String getContextualName(ScheduleContext context) {
		return "schedule " + context.getQueue();
	}

	@Override
	public KeyValues getLowCardinalityKeyValues(ScheduleContext context) {
		return KeyValues.of(DelayQueueObservation.CommonKeys.SYSTEM.withValue("delayqueue"),
				DelayQueueObservation.CommonKeys.OPERATION.withValue("schedule"),
				DelayQueueObservation.CommonKeys.QUEUE.withValue(context.getQueue()),
				DelayQueueObservation.ScheduleKeys.OUTCOME
					.withValue((context.getOutcome() != null) ? context.getOutcome() : KeyValue.NONE_VALUE));
	}

	@Override
	public KeyValues getHighCardinalityKeyValues(ScheduleContext context) {
		String id = context.getMessageId();
		return (id != null) ? KeyValues.of(DelayQueueObservation.MessageKeys.ID.withValue(id)) : KeyValues.empty();
	}

}
