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

import java.util.Map;

import io.delayqueue.observation.DefaultScheduleConvention;
import io.delayqueue.observation.DelayQueueObservation;
import io.delayqueue.observation.QuietObservation;
import io.delayqueue.observation.ScheduleContext;
import io.delayqueue.observation.ScheduleConvention;
import io.delayqueue.observation.TagValues;
import io.delayqueue.observation.TemplateMetrics;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

/**
 * What is seen of the scheduling of one message from outside. What is thrown to it does
 * no harm to the message.
 */
final class Scheduling {

	private final DelayMessage<?> message;

	private final @Nullable ScheduleContext context;

	private final TemplateMetrics metrics;

	private final QuietObservation observation;

	Scheduling(DelayMessage<?> message, TemplateMetrics metrics, ObservationRegistry registry,
			@Nullable ScheduleConvention convention) {
		this.message = message;
		this.metrics = metrics;
		if (registry.isNoop()) {
			this.context = null;
			this.observation = QuietObservation.NONE;
			return;
		}
		ScheduleContext context = new ScheduleContext(message.getQueue(), message.getId(), message.getHeaders());
		this.context = context;
		this.observation = QuietObservation.start(registry, () -> DelayQueueObservation.SCHEDULE.start(convention,
				DefaultScheduleConvention.INSTANCE, () -> context, registry));
	}

	/**
	 * Return the headers that are to go with the message.
	 * @return its own and those of the trace
	 */
	Map<String, String> headers() {
		return (this.context != null) ? this.context.getHeaders() : this.message.getHeaders();
	}

	QuietObservation.Scope open() {
		return this.observation.open();
	}

	/**
	 * End it.
	 * @param id the message's id, if it is known
	 * @param outcome what became of the message
	 * @param failure what the caller is told of, or {@code null}
	 */
	void end(@Nullable String id, ScheduleResult.Outcome outcome, @Nullable Throwable failure) {
		String value = TagValues.of(outcome);
		if (this.context != null) {
			this.context.setResult((id != null) ? id : this.message.getId(), value);
		}
		this.observation.stop(outcome.isSuccess() ? null : failure);
		QuietObservation.quietly(() -> this.metrics.scheduled(this.message.getQueue(), value));
	}

}
