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

import java.util.concurrent.TimeUnit;

import io.micrometer.common.KeyValues;

/**
 * How the handling of a message is observed by default. Meant to be extended.
 *
 * @since 0.1.0
 */
public class DefaultHandleConvention implements HandleConvention {

	/**
	 * The instance for all.
	 */
	public static final DefaultHandleConvention INSTANCE = new DefaultHandleConvention();

	@Override
	public String getName() {
		return "delayqueue.listener";
	}

	@Override
	public String getContextualName(HandleContext context) {
		return "handle " + context.getQueue();
	}

	@Override
	public KeyValues getLowCardinalityKeyValues(HandleContext context) {
		return KeyValues.of(DelayQueueObservation.CommonKeys.SYSTEM.withValue("delayqueue"),
				DelayQueueObservation.CommonKeys.OPERATION.withValue("handle"),
				DelayQueueObservation.CommonKeys.QUEUE.withValue(context.getQueue()),
				DelayQueueObservation.ListenerKeys.LISTENER.withValue(context.getListenerId()));
	}

	@Override
	public KeyValues getHighCardinalityKeyValues(HandleContext context) {
		return KeyValues.of(DelayQueueObservation.MessageKeys.ID.withValue(context.getMessageId()),
				DelayQueueObservation.DeliveryKeys.ATTEMPT.withValue(Integer.toString(context.getAttempt())),
				DelayQueueObservation.DeliveryKeys.LATENESS
					.withValue(Long.toString(TimeUnit.MILLISECONDS.convert(context.getLateness()))));
	}

}
