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

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

import io.delayqueue.RealTime;
import io.delayqueue.annotation.DelayListener;
import io.delayqueue.listener.Delivery;
import io.delayqueue.listener.DoNotRetryException;
import io.delayqueue.survival.JournalEntry.Kind;

import org.springframework.messaging.handler.annotation.Header;

/**
 * A listener as a user would write it, but that it says what it does.
 */
class Worker {

	static final String DEAD_LETTERS = "node.dead-letters";

	private static final long LOOK_EVERY = 20;

	private final Journal journal;

	private final Gates gates;

	Worker(Journal journal, Gates gates) {
		this.journal = journal;
		this.gates = gates;
	}

	@DelayListener(id = "${node.name}", queues = Work.QUEUE, executor = "${node.executor:}")
	void handle(Work work, @Header(Work.GENERATION) long generation, Delivery delivery) throws InterruptedException {
		note(Kind.STARTED, generation, delivery);
		take(work.millisIn(delivery.getAttempt()), generation, delivery);
		if (delivery.getAttempt() <= work.failures()) {
			note(Kind.FAILED, generation, delivery);
			if (work.failures() == Work.FOR_GOOD) {
				throw new DoNotRetryException("It was told to fail for good");
			}
			throw new IllegalStateException("It was told to fail");
		}
		note(Kind.COMPLETED, generation, delivery);
	}

	@DelayListener(id = "${node.name}-dead", queues = Work.QUEUE, deadLetters = "true",
			autoStartup = "${" + DEAD_LETTERS + ":false}")
	void handleDead(Work work, @Header(Work.GENERATION) long generation, Delivery delivery)
			throws InterruptedException {
		note(Kind.STARTED, generation, delivery);
		take(work.millisIn(delivery.getAttempt()), generation, delivery);
		note(Kind.COMPLETED, generation, delivery);
	}

	private void take(long millis, long generation, Delivery delivery) throws InterruptedException {
		long begin = System.nanoTime();
		boolean lost = false;
		for (long rest = millis; rest > 0; rest = rest(delivery, millis, begin)) {
			RealTime.pass(Duration.ofMillis(Math.min(LOOK_EVERY, rest)));
			if (!lost && delivery.isLeaseLost()) {
				note(Kind.LEASE_LOST, generation, delivery);
				lost = true;
			}
		}
	}

	private long rest(Delivery delivery, long millis, long begin) {
		if (millis == Work.UNTIL_RELEASED) {
			return this.gates.isOpen(delivery.getId()) ? 0 : millis;
		}
		return millis - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
	}

	private void note(Kind kind, long generation, Delivery delivery) {
		Instant occurrence = delivery.getOccurrence();
		Instant due = (occurrence != null) ? occurrence : delivery.getDueTime();
		this.journal
			.note(JournalEntry.now(kind, delivery.getId(), generation, delivery.getAttempt(), 0, due.toEpochMilli()));
	}

}
