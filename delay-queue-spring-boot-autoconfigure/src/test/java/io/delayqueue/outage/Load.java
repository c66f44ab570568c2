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
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.delayqueue.DelayQueueException;
import io.delayqueue.RealTime;
import io.delayqueue.UncertainScheduleException;
import io.delayqueue.core.DelayMessage;
import io.delayqueue.core.DelayQueueTemplate;
import io.delayqueue.core.DuplicatePolicy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A producer that goes on scheduling, on threads of its own, until it is stopped. It
 * repeats what is uncertain and gives up what was refused, as the documentation says.
 */
final class Load implements AutoCloseable {

	private static final Duration PAUSE = Duration.ofMillis(5);

	private static final Duration PAUSE_AFTER_FAILURE = Duration.ofMillis(50);

	/**
	 * So long that hardly any message is handled before its scheduling has been repeated.
	 */
	private static final Duration DELAY = Duration.ofSeconds(1);

	private static final Duration STOP_TIMEOUT = Duration.ofSeconds(60);

	private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();

	private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();

	/**
	 * Those with an uncertain outcome at first, whatever became of the repeats.
	 */
	private final Set<String> perhaps = ConcurrentHashMap.newKeySet();

	private final Set<String> refused = ConcurrentHashMap.newKeySet();

	/**
	 * Those that may have been handled before they were scheduled for the last time,
	 * which then was for another time.
	 */
	private final Set<String> renewed = ConcurrentHashMap.newKeySet();

	private final AtomicInteger repeated = new AtomicInteger();

	private final DelayQueueTemplate template;

	private int count;

	private Load(DelayQueueTemplate template) {
		this.template = template;
	}

	static Load start(DelayQueueTemplate template) {
		Load load = new Load(template);
		load.executor.scheduleWithFixedDelay(load::scheduleNext, 0, PAUSE.toMillis(), TimeUnit.MILLISECONDS);
		return load;
	}

	private void scheduleNext() {
		String id = "message-" + this.count++;
		DelayMessage<String> message = DelayMessage.to(Receipts.QUEUE)
			.payload(id)
			.delay(DELAY)
			.id(id)
			.onDuplicate(DuplicatePolicy.KEEP)
			.build();
		long begin = System.nanoTime();
		while (!isCertain(id, message)) {
			this.repeated.incrementAndGet();
		}
		if (System.nanoTime() - begin > DELAY.toNanos()) {
			this.renewed.add(id);
		}
	}

	private boolean isCertain(String id, DelayMessage<String> message) {
		try {
			this.template.schedule(message);
			this.acknowledged.add(id);
			return true;
		}
		catch (UncertainScheduleException ex) {
			this.perhaps.add(id);
			pause();
			return false;
		}
		catch (DelayQueueException ex) {
			this.refused.add(id);
			pause();
			return true;
		}
	}

	private static void pause() {
		try {
			RealTime.pass(PAUSE_AFTER_FAILURE);
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Wait until some more messages have been taken.
	 * @param more how many
	 */
	void awaitAcknowledged(int more) {
		int goal = this.acknowledged.size() + more;
		await().atMost(STOP_TIMEOUT).until(() -> this.acknowledged.size() >= goal);
	}

	/**
	 * Stop, and check that what was acknowledged is handled, each once, and nothing else
	 * but what had an uncertain outcome before its repeat was refused.
	 * @param receipts what was handled
	 * @param what what is reported
	 */
	void assertNothingLost(Receipts receipts, String what) {
		close();
		receipts.awaitAll(this.acknowledged);
		Set<String> recovered = new HashSet<>(receipts.ids());
		recovered.removeAll(this.acknowledged);
		System.out.printf(
				"%s: %d attempted, %d acknowledged, %d repeated, %d refused, 0 lost, %d recovered, %d duplicated, worst lateness %d ms%n",
				what, this.count, this.acknowledged.size(), this.repeated.get(), this.refused.size(), recovered.size(),
				receipts.duplicates().size(), receipts.worstLateness().toMillis());
		assertThat(recovered).isSubsetOf(this.perhaps);
		assertThat(receipts.duplicates()).isSubsetOf(this.renewed);
	}

	@Override
	public void close() {
		stop(this.executor);
	}

	private static void stop(ExecutorService executor) {
		executor.shutdown();
		try {
			assertThat(executor.awaitTermination(STOP_TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
