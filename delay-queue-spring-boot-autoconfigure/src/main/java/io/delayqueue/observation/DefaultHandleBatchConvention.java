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

import io.micrometer.common.KeyValues;

/**
 * How the call of a listener with several messages is observed by default. Meant to be
 * extended.
 *
 * @since 0.1.0
 */
public class DefaultHandleBatchConvention implements HandleBatchConvention {

	/**
	 * The instance for all.
	 */
	public static final DefaultHandleBatchConvention INSTANCE = new DefaultHandleBatchConvention();

	@Override
	public String getName() {
		return "delayqueue.listener.batch";
	}

	@Override
	public String getContextualName(HandleBatchContext context) {
		return "handle batch of " + context.getQueue();
	}

	@Override
	public KeyValues getLowCardinalityKeyValues(HandleBatchContext context) {
		return KeyValues.of(DelayQueueObservation.CommonKeys.SYSTEM.withValue("delayqueue"),
				DelayQueueObservation.CommonKeys.OPERATION.withValue("handle"),
				DelayQueueObservation.CommonKeys.QUEUE.withValue(context.getQueue()),
				DelayQueueObservation.ListenerKeys.LISTENER.withValue(context.getListenerId()));
	}

	@Override
	public KeyValues getHighCardinalityKeyValues(HandleBatchContext context) {
		return KeyValues.of(DelayQueueObservation.BatchKeys.SIZE.withValue(Integer.toString(context.getSize())));
	}

}
