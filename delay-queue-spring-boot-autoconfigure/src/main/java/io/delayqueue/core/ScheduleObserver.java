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

import java.util.List;
import java.util.Map;
import java.util.function.Function;

import io.delayqueue.DelayQueueException;
import io.delayqueue.DuplicateMessageException;
import io.delayqueue.QueueFullException;
import io.delayqueue.UncertainScheduleException;
import io.delayqueue.observation.QuietObservation;
import io.delayqueue.observation.ScheduleConvention;
import io.delayqueue.observation.TemplateMetrics;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Makes what is scheduled seen from outside, each message for itself.
 */
final class ScheduleObserver {

	private TemplateMetrics metrics = TemplateMetrics.NONE;

	private ObservationRegistry registry = ObservationRegistry.NOOP;

	private @Nullable ScheduleConvention convention;

	void setMetrics(TemplateMetrics metrics) {
		this.metrics = metrics;
	}

	void setRegistry(ObservationRegistry registry, @Nullable ScheduleConvention convention) {
		this.registry = registry;
		this.convention = convention;
	}

	/**
	 * Schedule a message.
	 * @param message the message
	 * @param call schedules it with the headers it is given
	 * @return what the call returns
	 */
	@SuppressWarnings("try")
	ScheduleResult observe(DelayMessage<?> message, Function<Map<String, String>, ScheduleResult> call) {
		Scheduling scheduling = begin(message);
		ScheduleResult result;
		try (QuietObservation.Scope scope = scheduling.open()) {
			result = call.apply(scheduling.headers());
		}
		catch (Throwable ex) {
			scheduling.end(null, outcome(ex), ex);
			throw ex;
		}
		scheduling.end(result.id(), result.outcome(), null);
		return result;
	}

	/**
	 * Schedule messages in one call, which is made outside of their observations.
	 * @param messages the messages
	 * @param call schedules them with the headers they are given
	 * @return what the call returns
	 */
	List<ScheduleResult> observe(List<? extends DelayMessage<?>> messages,
			Function<List<Map<String, String>>, List<ScheduleResult>> call) {
		List<Scheduling> schedulings = messages.stream().map(this::begin).toList();
		List<ScheduleResult> results;
		try {
			results = call.apply(schedulings.stream().map(Scheduling::headers).toList());
		}
		catch (BatchScheduleException ex) {
			end(schedulings, ex.getResults(), (ex.getCause() != null) ? ex.getCause() : ex);
			throw ex;
		}
		catch (Throwable ex) {
			schedulings.forEach((scheduling) -> scheduling.end(null, outcome(ex), ex));
			throw ex;
		}
		end(schedulings, results, null);
		return results;
	}

	private Scheduling begin(DelayMessage<?> message) {
		return new Scheduling(message, this.metrics, this.registry, this.convention);
	}

	private static void end(List<Scheduling> schedulings, List<ScheduleResult> results, @Nullable Throwable failure) {
		for (int i = 0; i < schedulings.size(); i++) {
			schedulings.get(i).end(results.get(i).id(), results.get(i).outcome(), failure);
		}
	}

	private static ScheduleResult.Outcome outcome(Throwable failure) {
		if (failure instanceof DuplicateMessageException) {
			return ScheduleResult.Outcome.REJECTED;
		}
		if (failure instanceof QueueFullException) {
			return ScheduleResult.Outcome.QUEUE_FULL;
		}
		boolean refused = failure instanceof IllegalArgumentException
				|| (failure instanceof DelayQueueException && !(failure instanceof UncertainScheduleException));
		return refused ? ScheduleResult.Outcome.NOT_SCHEDULED : ScheduleResult.Outcome.UNCERTAIN;
	}

}
