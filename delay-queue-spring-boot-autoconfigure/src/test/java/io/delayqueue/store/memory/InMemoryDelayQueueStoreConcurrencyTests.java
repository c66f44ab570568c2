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

package io.delayqueue.store.memory;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.delayqueue.MessageState;
import io.delayqueue.store.ClaimReply;
import io.delayqueue.store.ClaimRequest;
import io.delayqueue.store.ClaimedMessage;
import io.delayqueue.store.ConsumerCall;
import io.delayqueue.store.DueTime;
import io.delayqueue.store.QueueCounts;
import io.delayqueue.store.RetryPolicy;
import io.delayqueue.store.ScheduleCommand;
import io.delayqueue.store.Settlement;
import io.delayqueue.store.SettlementResult;
import io.delayqueue.store.StoredMessage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link InMemoryDelayQueueStore} with many threads at a time.
 */
@Timeout(30)
class InMemoryDelayQueueStoreConcurrencyTests {

	private static final int THREADS = 8;

	private static final int MESSAGES_PER_THREAD = 2_000;

	private static final String QUEUE = "orders";

	private static final RetryPolicy POLICY = new RetryPolicy(RetryPolicy.UNLIMITED, List.of(Duration.ZERO),
			Duration.ZERO);

	private final MutableInstantSource clock = new MutableInstantSource(Instant.parse("2030-05-01T07:00:00Z"));

	private final InMemoryDelayQueueStore store = new InMemoryDelayQueueStore(this.clock);

	private final ExecutorService executor = Executors.newFixedThreadPool(THREADS);

	private final AtomicInteger open = new AtomicInteger();

	private final Queue<String> acknowledged = new ConcurrentLinkedQueue<>();

	private final Queue<String> cancelled = new ConcurrentLinkedQueue<>();

	private final Set<String> held = ConcurrentHashMap.newKeySet();

	private final Queue<String> faults = new ConcurrentLinkedQueue<>();

	@AfterEach
	void stop() throws InterruptedException {
		this.executor.shutdownNow();
		assertThat(this.executor.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
	}

	@Test
	void everyMessageIsHandledOrCancelledOnceAndNeverHeldByTwo() throws Exception {
		inAllThreads(this::produceAndConsume);
		assertThat(this.faults).isEmpty();
		List<String> ended = new ArrayList<>(this.acknowledged);
		ended.addAll(this.cancelled);
		assertThat(ended).hasSize(THREADS * MESSAGES_PER_THREAD).doesNotHaveDuplicates();
		assertThat(this.acknowledged).isNotEmpty();
		assertThat(this.cancelled).isNotEmpty();
		assertThat(this.store.count(QUEUE)).isEqualTo(new QueueCounts(0, 0, 0, 0, Duration.ZERO));
	}

	@Test
	void everyMessageIsHandledInTheEndAlthoughLeasesEnd() throws Exception {
		inAllThreads((thread) -> {
			Consumer consumer = new Consumer(thread);
			Random random = new Random(thread);
			for (int i = 0; i < MESSAGES_PER_THREAD / 10; i++) {
				schedule(thread + "-" + i);
			}
			while (this.open.get() > 0) {
				for (ClaimedMessage message : consumer.claim(List.of()).messages()) {
					if (random.nextInt(10) == 0) {
						this.clock.advance(Consumer.LEASE);
					}
					Settlement settlement = new Settlement.Acknowledge(message.id(), message.token());
					if (consumer.settle(settlement) == SettlementResult.APPLIED) {
						this.open.decrementAndGet();
						this.acknowledged.add(message.id());
					}
				}
			}
		});
		assertThat(this.acknowledged).hasSize(THREADS * MESSAGES_PER_THREAD / 10).doesNotHaveDuplicates();
		assertThat(this.store.count(QUEUE)).isEqualTo(new QueueCounts(0, 0, 0, 0, Duration.ZERO));
	}

	private void produceAndConsume(int thread) {
		Random random = new Random(thread);
		Consumer consumer = new Consumer(thread);
		List<Settlement> settlements = new ArrayList<>();
		int scheduled = 0;
		while (scheduled < MESSAGES_PER_THREAD || this.open.get() > 0) {
			if (scheduled < MESSAGES_PER_THREAD) {
				String id = thread + "-" + scheduled++;
				schedule(id);
				if (random.nextInt(5) == 0) {
					cancel(id);
				}
			}
			settlements.forEach((settlement) -> this.held.remove(settlement.id()));
			ClaimReply reply = consumer.claim(settlements);
			verifySettled(settlements, reply.settlements());
			settlements.clear();
			for (ClaimedMessage message : reply.messages()) {
				if (!this.held.add(message.id())) {
					this.faults.add("handed out while another holds it: " + message);
				}
				settlements.add((random.nextInt(4) != 0) ? new Settlement.Acknowledge(message.id(), message.token())
						: new Settlement.Retry(message.id(), message.token(), Duration.ZERO));
			}
		}
	}

	private void schedule(String id) {
		this.open.incrementAndGet();
		StoredMessage message = new StoredMessage(new byte[] { 1 }, "text/plain", Map.of(), Instant.EPOCH, id);
		this.store.schedule(QUEUE, List.of(new ScheduleCommand(id, message, new DueTime.After(Duration.ZERO), false)));
	}

	private void cancel(String id) {
		MessageState state = this.store.cancel(QUEUE, id).orElse(null);
		if (state != null) {
			this.cancelled.add(id);
			this.open.decrementAndGet();
		}
	}

	private void verifySettled(List<Settlement> settlements, List<SettlementResult> results) {
		for (int i = 0; i < settlements.size(); i++) {
			if (results.get(i) == SettlementResult.APPLIED
					&& settlements.get(i) instanceof Settlement.Acknowledge acknowledge) {
				this.acknowledged.add(acknowledge.id());
				this.open.decrementAndGet();
			}
		}
	}

	private void inAllThreads(Task task) throws Exception {
		CyclicBarrier start = new CyclicBarrier(THREADS);
		List<Future<?>> futures = new ArrayList<>();
		for (int i = 0; i < THREADS; i++) {
			int thread = i;
			futures.add(this.executor.submit(() -> {
				start.await();
				task.run(thread);
				return null;
			}));
		}
		for (Future<?> future : futures) {
			future.get();
		}
	}

	/**
	 * What a thread does.
	 */
	private interface Task {

		void run(int thread);

	}

	/**
	 * A consumer, used by one thread.
	 */
	private final class Consumer {

		private static final Duration LEASE = Duration.ofSeconds(30);

		private final int thread;

		private int calls;

		private Consumer(int thread) {
			this.thread = thread;
		}

		private ClaimReply claim(List<Settlement> settlements) {
			return InMemoryDelayQueueStoreConcurrencyTests.this.store
				.claim(new ClaimRequest(call(), 5, LEASE, POLICY, settlements));
		}

		private SettlementResult settle(Settlement settlement) {
			return InMemoryDelayQueueStoreConcurrencyTests.this.store.settle(call(), List.of(settlement)).get(0);
		}

		private ConsumerCall call() {
			return new ConsumerCall(QUEUE, "consumer-" + this.thread, ++this.calls, 0);
		}

	}

}
