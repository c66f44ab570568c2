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

package io.delayqueue.autoconfigure.metrics;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.delayqueue.OutcomeUnknownException;
import io.delayqueue.StoreUnavailableException;
import io.delayqueue.core.DelayQueueAdmin;
import io.delayqueue.core.QueueStatistics;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Counts the messages of all queues when somebody wants to know, on a thread of its own
 * and not more often than once per interval. Who asks waits for a moment at most, and
 * nobody at all while the last count has not come to its end.
 */
class QueueSampler {

	private static final Log logger = LogFactory.getLog(QueueSampler.class);

	private static final Duration PATIENCE = Duration.ofSeconds(1);

	private static final Duration MIN_KEPT = Duration.ofMinutes(1);

	private final DelayQueueAdmin admin;

	private final Supplier<Set<String>> ownQueues;

	private final long interval;

	private final int maxQueues;

	private final LongSupplier ticker;

	private final Executor executor;

	private Consumer<Set<String>> consumer = (queues) -> {
	};

	private final ReentrantLock lock = new ReentrantLock();

	private @Nullable CountDownLatch running;

	private long begunAt;

	private boolean begun;

	private boolean tooMany;

	private Set<String> chosen = Set.of();

	private volatile @Nullable Sample last;

	QueueSampler(DelayQueueAdmin admin, Supplier<Set<String>> ownQueues, Duration interval, int maxQueues) {
		this(admin, ownQueues, interval, maxQueues, System::nanoTime, (task) -> {
			Thread thread = new Thread(task, "delay-queue-metrics");
			thread.setDaemon(true);
			thread.start();
		});
	}

	/**
	 * Create a sampler.
	 * @param admin counts
	 * @param ownQueues the queues that come before others where there are too many
	 * @param interval the shortest time between two counts
	 * @param maxQueues how many queues are counted
	 * @param ticker tells the time in nanoseconds
	 * @param executor counts
	 */
	QueueSampler(DelayQueueAdmin admin, Supplier<Set<String>> ownQueues, Duration interval, int maxQueues,
			LongSupplier ticker, Executor executor) {
		this.admin = admin;
		this.ownQueues = ownQueues;
		this.interval = TimeUnit.NANOSECONDS.convert(interval);
		this.maxQueues = maxQueues;
		this.ticker = ticker;
		this.executor = executor;
	}

	/**
	 * Set what is told of the queues of each sample.
	 * @param consumer told their names
	 */
	void onSample(Consumer<Set<String>> consumer) {
		this.consumer = consumer;
	}

	/**
	 * Return the latest counts.
	 * @return the counts, or {@code null} if there are none that are fit to be shown
	 */
	@Nullable Sample sample() {
		CountDownLatch refresh = refresh();
		if (refresh != null) {
			await(refresh);
		}
		Sample sample = this.last;
		long kept = Math.max(TimeUnit.NANOSECONDS.convert(MIN_KEPT), 3 * Math.min(this.interval, Long.MAX_VALUE / 3));
		return (sample != null && this.ticker.getAsLong() - sample.takenAt() <= kept) ? sample : null;
	}

	private static void await(CountDownLatch refresh) {
		try {
			refresh.await(TimeUnit.NANOSECONDS.convert(PATIENCE), TimeUnit.NANOSECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/**
	 * Begin to count, unless the last count is new enough or has not ended.
	 * @return what ends with the count, or {@code null} if none was begun
	 */
	@Nullable CountDownLatch refresh() {
		CountDownLatch refresh = new CountDownLatch(1);
		this.lock.lock();
		try {
			long now = this.ticker.getAsLong();
			if (this.running != null || (this.begun && now - this.begunAt < this.interval)) {
				return null;
			}
			this.running = refresh;
			this.begun = true;
			this.begunAt = now;
		}
		finally {
			this.lock.unlock();
		}
		try {
			this.executor.execute(() -> run(refresh));
		}
		catch (Throwable ex) {
			ended(refresh);
		}
		return refresh;
	}

	private void run(CountDownLatch refresh) {
		try {
			Sample sample = take();
			this.last = sample;
			this.consumer.accept(sample.queues().keySet());
		}
		catch (Throwable ex) {
			// The gauges say it: they show nothing after a while.
			logger.debug("The queues can't be counted: " + ex.getClass().getName());
		}
		finally {
			ended(refresh);
		}
	}

	private void ended(CountDownLatch refresh) {
		this.lock.lock();
		try {
			this.running = null;
		}
		finally {
			this.lock.unlock();
		}
		refresh.countDown();
	}

	private Sample take() {
		long now = this.ticker.getAsLong();
		Set<String> names = this.admin.queues();
		if (names.size() > this.maxQueues && !this.tooMany) {
			this.tooMany = true;
			logger.warn("There are " + names.size() + " queues. Only " + this.maxQueues
					+ " of them have gauges, those that are listened to here before others: "
					+ "see delay-queue.metrics.max-queues");
		}
		Map<String, QueueStatistics> queues = new LinkedHashMap<>();
		this.chosen = choose(names);
		this.chosen.forEach((queue) -> {
			QueueStatistics statistics = statistics(queue);
			if (statistics != null) {
				queues.put(queue, statistics);
			}
		});
		return new Sample(now, names.size(), queues);
	}

	// Those that have gauges keep them, whatever others come to be used.
	private Set<String> choose(Set<String> names) {
		return Stream.of(this.ownQueues.get(), this.chosen, names)
			.flatMap(Set::stream)
			.filter(names::contains)
			.distinct()
			.limit(this.maxQueues)
			.collect(Collectors.toCollection(LinkedHashSet::new));
	}

	// One queue may be broken in itself; the others are not to blame.
	private @Nullable QueueStatistics statistics(String queue) {
		try {
			return this.admin.statistics(queue);
		}
		catch (StoreUnavailableException | OutcomeUnknownException ex) {
			throw ex;
		}
		catch (RuntimeException ex) {
			logger.debug("Queue '" + queue + "' can't be counted: " + ex.getClass().getName());
			return null;
		}
	}

	/**
	 * The counts of one moment.
	 *
	 * @param takenAt when they were taken
	 * @param total how many queues there are
	 * @param queues the counts by the queue's name, as far as they could be had
	 */
	record Sample(long takenAt, int total, Map<String, QueueStatistics> queues) {

	}

}
