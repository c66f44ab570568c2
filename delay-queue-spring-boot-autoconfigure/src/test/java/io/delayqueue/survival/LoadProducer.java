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

package io.delayqueue.survival;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;

import io.delayqueue.DelayQueueException;
import io.delayqueue.RealTime;
import io.delayqueue.UncertainScheduleException;
import io.delayqueue.core.DelayMessage;
import io.delayqueue.core.DelayQueueTemplate;
import io.delayqueue.core.DuplicatePolicy;
import io.delayqueue.core.ScheduleResult;
import io.delayqueue.survival.JournalEntry.Kind;

import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;

/**
 * Schedules messages of all sorts until it is told to stop. One in three bears a business
 * id that has been used before and will be used again; the others have ids of their own
 * and are, as long as the outcome is unknown, scheduled again.
 */
class LoadProducer {

	private static final int BUSINESS_IDS = 200;

	private static final int REPEATS = 3;

	private final Journal journal;

	private final DelayQueueTemplate template;

	private final Path stop;

	private final Duration pause;

	private final Thread thread = new Thread(this::produce, "producer");

	private volatile boolean stopped;

	// Ids of processes are not used again that soon.
	private long generation = ProcessHandle.current().pid() * 1_000_000;

	LoadProducer(Journal journal, DelayQueueTemplate template, Path stop, int perSecond) {
		this.journal = journal;
		this.template = template;
		this.stop = stop;
		this.pause = Duration.ofSeconds(1).dividedBy(perSecond);
	}

	@EventListener
	void start(ApplicationReadyEvent event) {
		this.thread.setDaemon(true);
		this.thread.start();
	}

	@EventListener
	void stop(ContextClosedEvent event) throws InterruptedException {
		this.stopped = true;
		this.thread.join();
	}

	private void produce() {
		RandomGenerator random = ThreadLocalRandom.current();
		try {
			while (!this.stopped && !Files.exists(this.stop)) {
				schedule(random);
				RealTime.pass(this.pause);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void schedule(RandomGenerator random) {
		this.generation++;
		boolean business = random.nextInt(3) == 0;
		String id = business ? "business-" + random.nextInt(BUSINESS_IDS) : "single-" + this.generation;
		long delay = random.nextInt(2000);
		DelayMessage<Work> message = work(random).as(id, this.generation)
			.delay(Duration.ofMillis(delay))
			.onDuplicate(DuplicatePolicy.KEEP)
			.build();
		this.journal.note(JournalEntry.now(Kind.ATTEMPTED, id, this.generation, 0, 0, delay));
		Kind outcome = Kind.UNCERTAIN;
		for (int i = 0; outcome == Kind.UNCERTAIN && i <= (business ? 0 : REPEATS); i++) {
			outcome = schedule(message, business, i > 0);
		}
		if (outcome != Kind.SCHEDULED) {
			this.journal.note(JournalEntry.now(outcome, id, this.generation, 0, 0, 0));
		}
	}

	private Kind schedule(DelayMessage<Work> message, boolean business, boolean repeated) {
		try {
			ScheduleResult result = this.template.schedule(message);
			if (business && result.outcome() == ScheduleResult.Outcome.KEPT) {
				// The driver may have sent the command twice, and another message of the
				// id have come between.
				return Kind.UNCERTAIN;
			}
			Instant dueTime = Objects.requireNonNull(result.dueTime());
			this.journal
				.note(JournalEntry.now(Kind.SCHEDULED, result.id(), this.generation, 0, 0, dueTime.toEpochMilli()));
			return Kind.SCHEDULED;
		}
		catch (UncertainScheduleException ex) {
			return Kind.UNCERTAIN;
		}
		catch (DelayQueueException ex) {
			return repeated ? Kind.UNCERTAIN : Kind.NOT_SCHEDULED;
		}
	}

	// Some take so long that they are still handled when a lease has been lost and taken
	// over.
	private static Work work(RandomGenerator random) {
		int dice = random.nextInt(100);
		Work work = Work.taking((dice < 15) ? 500 + random.nextInt(3500) : random.nextInt(20));
		if (dice > 91) {
			return work.failing((dice > 95) ? 1 : Work.FOR_GOOD);
		}
		return work;
	}

}
