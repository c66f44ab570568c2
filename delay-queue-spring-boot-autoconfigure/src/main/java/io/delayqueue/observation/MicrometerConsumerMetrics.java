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

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import org.jspecify.annotations.Nullable;

/**
 * The meters of one listener and queue.
 */
final class MicrometerConsumerMetrics implements ConsumerMetrics {

	private final MeterProvider<Timer> handling;

	private final Timer lateness;

	private final MeterProvider<Counter> retried;

	private final MeterProvider<Counter> deadLettered;

	private final MeterProvider<Counter> dropped;

	private final Counter skipped;

	private final Counter leaseLost;

	private final Counter settlementRefused;

	MicrometerConsumerMetrics(MeterRegistry registry, String listenerId, String queue, List<String> deathReasons) {
		Tags tags = Tags.of(MeterNames.QUEUE, queue, MeterNames.LISTENER, listenerId);
		this.handling = Timer.builder("delayqueue.handling")
			.description("Handling of messages, until what handlers return has completed")
			.tags(tags)
			.withRegistry(registry);
		this.lateness = Timer.builder("delayqueue.lateness")
			.description("How late the handling of messages began")
			.tags(tags)
			.register(registry);
		this.retried = MeterNames.counter("retried", "Messages to be handed out again")
			.tags(tags)
			.withRegistry(registry);
		this.deadLettered = MeterNames.counter("dead.lettered", "Messages that went to the dead letters")
			.tags(tags)
			.withRegistry(registry);
		this.dropped = MeterNames.counter("dropped", "Messages that were removed without having been handled")
			.tags(tags)
			.withRegistry(registry);
		this.skipped = MeterNames.counter("skipped", "Occurrences of recurring messages that were left out")
			.tags(tags)
			.register(registry);
		this.leaseLost = MeterNames.counter("lease.lost", "Leases that were lost while the message was held")
			.tags(tags)
			.register(registry);
		this.settlementRefused = MeterNames.counter("settlement.stale", "Settlements that came too late")
			.tags(tags)
			.register(registry);
		Arrays.stream(RetryReason.values()).forEach((reason) -> counter(this.retried, TagValues.of(reason)));
		deathReasons.forEach((reason) -> counter(this.deadLettered, reason));
		deathReasons.forEach((reason) -> counter(this.dropped, reason));
		timer(null);
	}

	private static Counter counter(MeterProvider<Counter> counters, String reason) {
		return counters.withTag(MeterNames.REASON, reason);
	}

	private Timer timer(@Nullable Throwable failure) {
		return this.handling.withTags(MeterNames.OUTCOME, (failure != null) ? "failure" : "success", "exception",
				(failure != null) ? name(failure.getClass()) : "none");
	}

	private static String name(Class<?> type) {
		return type.getSimpleName().isEmpty() ? type.getName() : type.getSimpleName();
	}

	@Override
	public void began(Duration lateness) {
		this.lateness.record(TimeUnit.NANOSECONDS.convert(lateness), TimeUnit.NANOSECONDS);
	}

	@Override
	public void handled(long nanos, @Nullable Throwable failure) {
		timer(failure).record(nanos, TimeUnit.NANOSECONDS);
	}

	@Override
	public void retried(RetryReason reason) {
		counter(this.retried, TagValues.of(reason)).increment();
	}

	@Override
	public void deadLettered(String reason) {
		counter(this.deadLettered, reason).increment();
	}

	@Override
	public void dropped(String reason) {
		counter(this.dropped, reason).increment();
	}

	@Override
	public void skipped() {
		this.skipped.increment();
	}

	@Override
	public void leaseLost() {
		this.leaseLost.increment();
	}

	@Override
	public void settlementRefused() {
		this.settlementRefused.increment();
	}

}
