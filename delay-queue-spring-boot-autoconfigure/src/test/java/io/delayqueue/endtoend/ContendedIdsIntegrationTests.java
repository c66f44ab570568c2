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

package io.delayqueue.endtoend;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.delayqueue.DuplicateMessageException;
import io.delayqueue.MessageState;
import io.delayqueue.annotation.DelayListener;
import io.delayqueue.core.CancelResult;
import io.delayqueue.core.DelayMessage;
import io.delayqueue.core.DuplicatePolicy;
import io.delayqueue.core.MessageView;
import io.delayqueue.core.QueueStatistics;
import io.delayqueue.core.ScheduleResult;
import io.delayqueue.testapplication.TestApplication;
import io.delayqueue.testredis.RedisServer;
import io.delayqueue.testredis.RedisTest;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Many threads schedule, cancel, replace and consume messages of the same few ids. Each
 * scheduling carries a generation of its own, so that it is known what became of each.
 */
@RedisTest
class ContendedIdsIntegrationTests {

	private static final int THREADS = 8;

	private static final int IDS = 100;

	private static final Duration TIME = Duration.ofSeconds(20);

	private final AtomicInteger generations = new AtomicInteger();

	private final Map<Integer, Long> cancelledAt = new ConcurrentHashMap<>();

	private final Map<Integer, String> ends = new ConcurrentHashMap<>();

	private final List<Slot> slots = IntStream.range(0, IDS).mapToObj((i) -> new Slot("id-" + i)).toList();

	@Test
	void noGenerationStartsAfterItWasCancelledAndNoneIsLost(RedisServer redis) throws Exception {
		Map<String, Object> properties = Map.of("delay-queue.listener.concurrency", THREADS,
				"delay-queue.listener.retry.max-retries", 0);
		try (TestApplication application = TestApplication.start(redis, properties, Listeners.class)) {
			ExecutorService executor = Executors.newFixedThreadPool(THREADS);
			long end = System.nanoTime() + TIME.toNanos();
			List<Future<?>> threads = new ArrayList<>();
			for (int i = 0; i < THREADS; i++) {
				Random random = new Random(i);
				threads.add(executor.submit(() -> {
					while (System.nanoTime() < end) {
						act(application, this.slots.get(random.nextInt(IDS)), random);
					}
				}));
			}
			for (Future<?> thread : threads) {
				thread.get();
			}
			executor.shutdown();
			await().atMost(Duration.ofSeconds(30)).until(() -> isDrained(application.admin().statistics("contended")));
			Listeners listeners = application.get(Listeners.class);
			this.slots.forEach((slot) -> application.template()
				.find("contended", slot.id)
				.map(MessageView::state)
				.filter((state) -> state == MessageState.DEAD)
				.ifPresent((state) -> this.ends.put(slot.generation, "dead")));
			assertThat(this.cancelledAt)
				.allSatisfy((generation, time) -> assertThat(listeners.started.getOrDefault(generation, time))
					.as("start of generation %s", generation)
					.isLessThanOrEqualTo(time));
			assertThat(Stream.concat(listeners.handled.keySet().stream(), this.ends.keySet().stream()).distinct())
				.hasSize(stored());
			System.out.printf("%d generations of %d ids: %d cancelled, %d handled%n", stored(), IDS,
					this.cancelledAt.size(), listeners.handled.size());
			assertThat(this.cancelledAt).hasSizeGreaterThan(100);
			assertThat(listeners.handled).hasSizeGreaterThan(100);
		}
	}

	private int stored() {
		return this.slots.stream().mapToInt((slot) -> slot.stored).sum();
	}

	private static boolean isDrained(QueueStatistics statistics) {
		return statistics.waiting() + statistics.due() + statistics.leased() == 0;
	}

	// Producers take turns on an id, so that it is known which generation it holds.
	private void act(TestApplication application, Slot slot, Random random) {
		slot.lock.lock();
		try {
			switch (random.nextInt(4)) {
				case 0 -> cancel(application, slot);
				case 1 -> schedule(application, slot, DuplicatePolicy.REPLACE, random.nextInt(20));
				case 2 -> schedule(application, slot, DuplicatePolicy.KEEP, random.nextInt(20));
				default -> schedule(application, slot, DuplicatePolicy.REJECT, random.nextInt(20));
			}
		}
		finally {
			slot.lock.unlock();
		}
	}

	private void cancel(TestApplication application, Slot slot) {
		CancelResult result = application.template().cancel("contended", slot.id);
		if (result == CancelResult.CANCELLED) {
			this.cancelledAt.put(slot.generation, System.nanoTime());
		}
		if (result != CancelResult.NOT_FOUND) {
			this.ends.put(slot.generation, result.name());
		}
	}

	private void schedule(TestApplication application, Slot slot, DuplicatePolicy policy, int delay) {
		int generation = this.generations.incrementAndGet();
		try {
			ScheduleResult result = application.template()
				.schedule(DelayMessage.to("contended")
					.payload(generation)
					.id(slot.id)
					.delay(Duration.ofMillis(delay))
					.onDuplicate(policy)
					.build());
			if (result.outcome() == ScheduleResult.Outcome.REPLACED) {
				this.ends.put(slot.generation, "replaced");
			}
			if (result.outcome() != ScheduleResult.Outcome.KEPT) {
				slot.generation = generation;
				slot.stored++;
			}
		}
		catch (DuplicateMessageException ex) {
			// The one that is there stays.
		}
	}

	/**
	 * An id and the generation that it was given last.
	 */
	private static final class Slot {

		private final ReentrantLock lock = new ReentrantLock();

		private final String id;

		private int generation;

		private int stored;

		private Slot(String id) {
			this.id = id;
		}

	}

	static class Listeners {

		private final Map<Integer, Long> started = new ConcurrentHashMap<>();

		private final Map<Integer, Boolean> handled = new ConcurrentHashMap<>();

		@DelayListener("contended")
		void handle(int generation) {
			this.started.put(generation, System.nanoTime());
			if (generation % 10 == 0) {
				throw new IllegalStateException("every tenth fails");
			}
			this.handled.put(generation, true);
		}

	}

}
