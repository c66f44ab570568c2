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

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

import io.delayqueue.DelayQueueException;
import io.delayqueue.MessageState;
import io.delayqueue.OutcomeUnknownException;
import io.delayqueue.UncertainScheduleException;
import io.delayqueue.observation.ScheduleConvention;
import io.delayqueue.observation.TemplateMetrics;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.DueTime;
import io.delayqueue.store.RescheduleReply;
import io.delayqueue.store.ScheduleCommand;
import io.delayqueue.store.ScheduleReply;
import io.delayqueue.support.QueueNames;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

import org.springframework.core.ParameterizedTypeReference;
import org.springframework.core.ResolvableType;
import org.springframework.messaging.converter.MessageConverter;
import org.springframework.util.Assert;
import org.springframework.util.unit.DataSize;

/**
 * The central class for producers. Safe for use by many threads.
 *
 * @since 0.1.0
 */
public class DelayQueueTemplate implements DelayQueueOperations {

	private final DelayQueueStore store;

	private final MessageEncoder encoder;

	private final BatchScheduler batchScheduler;

	private final ScheduleObserver observer = new ScheduleObserver();

	private CommandDeferral deferral = (commands) -> false;

	/**
	 * Create a template that tells the time by the system's clock.
	 * @param store keeps the messages
	 * @param converter converts payloads to {@code byte[]} or {@link String}
	 * @param maxPayloadSize the largest payload, its headers included
	 */
	public DelayQueueTemplate(DelayQueueStore store, MessageConverter converter, DataSize maxPayloadSize) {
		this(store, converter, maxPayloadSize, InstantSource.system());
	}

	/**
	 * Create a template.
	 * @param store keeps the messages
	 * @param converter converts payloads to {@code byte[]} or {@link String}
	 * @param maxPayloadSize the largest payload, its headers included
	 * @param clock tells when a message was scheduled; due times do not depend on it
	 */
	public DelayQueueTemplate(DelayQueueStore store, MessageConverter converter, DataSize maxPayloadSize,
			InstantSource clock) {
		Assert.notNull(store, "'store' must not be null");
		Assert.notNull(converter, "'converter' must not be null");
		this.store = store;
		this.encoder = new MessageEncoder(converter, clock, maxPayloadSize.toBytes());
		this.batchScheduler = new BatchScheduler(store);
	}

	/**
	 * Set how long messages live that do not say so themselves. To be called before the
	 * template is used.
	 * @param timeToLive gives the time to live of a queue's messages by the queue's name,
	 * or {@code null} for ever
	 */
	public void setTimeToLive(Function<String, @Nullable Duration> timeToLive) {
		Assert.notNull(timeToLive, "'timeToLive' must not be null");
		this.encoder.setTimeToLive(timeToLive);
	}

	/**
	 * Set how many messages may wait in a queue. To be called before the template is
	 * used.
	 * @param maxWaiting gives the number by the queue's name, or {@code null} for any
	 * number
	 */
	public void setMaxWaiting(Function<String, @Nullable Long> maxWaiting) {
		Assert.notNull(maxWaiting, "'maxWaiting' must not be null");
		this.encoder.setMaxWaiting(maxWaiting);
	}

	/**
	 * Set what decides whether commands are carried out at once, as they are by default,
	 * or later. To be called before the template is used.
	 * @param deferral takes over the commands that are to be carried out later
	 */
	public void setDeferral(CommandDeferral deferral) {
		Assert.notNull(deferral, "'deferral' must not be null");
		this.deferral = deferral;
	}

	/**
	 * Set what keeps account of what is scheduled; by default nothing. To be called
	 * before the template is used.
	 * @param metrics told of it
	 */
	public void setMetrics(TemplateMetrics metrics) {
		Assert.notNull(metrics, "'metrics' must not be null");
		this.observer.setMetrics(metrics);
	}

	/**
	 * Set where scheduling is observed; by default nowhere. To be called before the
	 * template is used.
	 * @param observationRegistry keeps the observations
	 * @param convention how they are named, or {@code null} for as by default
	 */
	public void setObservationRegistry(ObservationRegistry observationRegistry,
			@Nullable ScheduleConvention convention) {
		Assert.notNull(observationRegistry, "'observationRegistry' must not be null");
		this.observer.setRegistry(observationRegistry, convention);
	}

	@Override
	public String schedule(String queue, Object payload, Duration delay) {
		return schedule(DelayMessage.to(queue).payload(payload).delay(delay).build()).id();
	}

	@Override
	public String schedule(String queue, Object payload, Instant dueTime) {
		return schedule(DelayMessage.to(queue).payload(payload).dueTime(dueTime).build()).id();
	}

	@Override
	public ScheduleResult schedule(DelayMessage<?> message) {
		Assert.notNull(message, "'message' must not be null");
		return this.observer.observe(message, (headers) -> schedule(this.encoder.encode(message, headers)));
	}

	@Override
	public ScheduleResult scheduleRecurring(RecurringMessage<?> message) {
		Assert.notNull(message, "'message' must not be null");
		// Without the headers of the trace, which would make each definition a new one
		// and all occurrences one trace without end.
		return this.observer.observe(message.getMessage(), (headers) -> schedule(this.encoder.encode(message)));
	}

	@Override
	public ScheduleResult scheduleRecurring(String id, String queue, Object payload, String cron, ZoneId zone) {
		return scheduleRecurring(RecurringMessage.to(queue).payload(payload).id(id).cron(cron, zone).build());
	}

	@Override
	public ScheduleResult scheduleRecurring(String id, String queue, Object payload, Duration interval) {
		return scheduleRecurring(RecurringMessage.to(queue).payload(payload).id(id).every(interval).build());
	}

	private ScheduleResult schedule(QueueCommand.Schedule command) {
		String queue = command.queue();
		if (this.deferral.defer(List.of(command))) {
			return BatchScheduler.toResult(command, ScheduleResult.Outcome.DEFERRED);
		}
		ScheduleReply reply;
		try {
			ScheduleCommand resolved = FirstOccurrence.resolve(this.store, queue, command.command());
			reply = this.store.schedule(queue, List.of(resolved)).get(0);
		}
		catch (OutcomeUnknownException ex) {
			throw new UncertainScheduleException(queue, command.id(), ex);
		}
		DelayQueueException refusal = BatchScheduler.refusal(command, reply);
		if (refusal != null) {
			throw refusal;
		}
		return BatchScheduler.toResult(command, reply);
	}

	@Override
	public List<ScheduleResult> scheduleAll(Collection<? extends DelayMessage<?>> messages) {
		Assert.notNull(messages, "'messages' must not be null");
		Assert.noNullElements(messages, "'messages' must not contain null");
		List<? extends DelayMessage<?>> list = List.copyOf(messages);
		return this.observer.observe(list, (headers) -> scheduleAll(list, headers));
	}

	private List<ScheduleResult> scheduleAll(List<? extends DelayMessage<?>> messages,
			List<Map<String, String>> headers) {
		// All are converted before the first is sent, so that a bad one stops them all.
		List<QueueCommand.Schedule> commands = new ArrayList<>(messages.size());
		for (int i = 0; i < messages.size(); i++) {
			commands.add(this.encoder.encode(messages.get(i), headers.get(i)));
		}
		if (this.deferral.defer(commands)) {
			return commands.stream()
				.map((command) -> BatchScheduler.toResult(command, ScheduleResult.Outcome.DEFERRED))
				.toList();
		}
		return this.batchScheduler.schedule(commands);
	}

	@Override
	public CancelResult cancel(String queue, String id) {
		QueueNames.checkQueue(queue);
		QueueNames.checkId(id);
		if (this.deferral.defer(List.of(new QueueCommand.Cancel(queue, id)))) {
			return CancelResult.DEFERRED;
		}
		return this.store.cancel(queue, id)
			.map((state) -> (state == MessageState.IN_FLIGHT) ? CancelResult.IN_FLIGHT : CancelResult.CANCELLED)
			.orElse(CancelResult.NOT_FOUND);
	}

	@Override
	public RescheduleResult reschedule(String queue, String id, Duration delay) {
		Assert.notNull(delay, "'delay' must not be null");
		return reschedule(queue, id, new DueTime.After(delay));
	}

	@Override
	public RescheduleResult reschedule(String queue, String id, Instant dueTime) {
		Assert.notNull(dueTime, "'dueTime' must not be null");
		return reschedule(queue, id, new DueTime.At(dueTime));
	}

	private RescheduleResult reschedule(String queue, String id, DueTime dueTime) {
		QueueNames.checkQueue(queue);
		QueueNames.checkId(id);
		if (this.deferral.defer(List.of(new QueueCommand.Reschedule(queue, id, dueTime)))) {
			return RescheduleResult.DEFERRED;
		}
		RescheduleReply reply = this.store.reschedule(queue, id, dueTime);
		if (reply.found() == MessageState.WAITING) {
			return RescheduleResult.RESCHEDULED;
		}
		return (reply.found() == MessageState.IN_FLIGHT) ? RescheduleResult.IN_FLIGHT : RescheduleResult.NOT_FOUND;
	}

	@Override
	public Optional<MessageView> find(String queue, String id) {
		return this.store.find(QueueNames.checkQueue(queue), QueueNames.checkId(id))
			.map((snapshot) -> MessageView.of(queue, snapshot));
	}

	@Override
	public <T> BoundDelayQueueOperations<T> boundQueueOps(String queue, Class<T> type) {
		Assert.notNull(type, "'type' must not be null");
		return new DefaultBoundDelayQueueOperations<>(this, QueueNames.checkQueue(queue), type);
	}

	@Override
	public <T> BoundDelayQueueOperations<T> boundQueueOps(String queue, ParameterizedTypeReference<T> type) {
		Assert.notNull(type, "'type' must not be null");
		return new DefaultBoundDelayQueueOperations<>(this, QueueNames.checkQueue(queue),
				ResolvableType.forType(type).toClass());
	}

}
