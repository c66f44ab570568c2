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

package io.delayqueue.test;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import io.delayqueue.config.DefaultDelayListenerContainerFactory;
import io.delayqueue.listener.ManualDelivery;
import io.delayqueue.outbox.Outbox;
import io.delayqueue.store.memory.InMemoryDelayQueueStore;
import io.delayqueue.support.QueueNames;
import org.jspecify.annotations.Nullable;

import org.springframework.messaging.converter.MessageConverter;
import org.springframework.util.Assert;

/**
 * Lets a test move the time of the delay queue, and see what is there. Nothing is
 * delivered but by a call of this class, and then on the thread of the caller, one
 * message or batch after the other in the order of their due times. The clock stands at
 * the message's due time while its handler runs, so that what the handler schedules, and
 * the retries of what fails, have their turn within the same call. All else is as in
 * production, but that pauses between retries have no random part.
 * <p>
 * A handler that runs on the test's thread takes part in a transaction of the test.
 * <p>
 * With an outbox, what is committed is brought to the store by the outbox's own thread,
 * by real time. This object waits for that before it delivers, looks at a queue or goes
 * back to the beginning, unless the caller is in a transaction, whose commit it would
 * wait for in vain. What an outbox has relayed after a delay is due earlier by the
 * milliseconds that this took.
 *
 * @since 0.1.0
 */
public final class TestDelayQueue {

	// Consumers count nanoseconds, of which a long holds some 290 years.
	private static final Duration LONGEST = Duration.ofDays(36_525);

	private final InMemoryDelayQueueStore store;

	private final DelayQueueTestClock clock;

	private final Instant start;

	private final MessageConverter converter;

	private final int maxDeliveries;

	private final Duration completionTimeout;

	private final ManualDelivery delivery;

	private final List<Handling> handlings = new CopyOnWriteArrayList<>();

	private final ReentrantLock advancing = new ReentrantLock();

	private OutboxDrain outboxDrain;

	private Runnable initialState;

	private boolean captured;

	/**
	 * Create a test delay queue.
	 * @param store the store, which has to go by the clock
	 * @param clock the clock, which nobody else is to move
	 * @param converter converts payloads as listeners do
	 * @param maxDeliveries after how many deliveries in one call they count as endless
	 * @param completionTimeout how long to wait, by real time, for what a handler
	 * returned to complete
	 */
	public TestDelayQueue(InMemoryDelayQueueStore store, DelayQueueTestClock clock, MessageConverter converter,
			int maxDeliveries, Duration completionTimeout) {
		Assert.isTrue(maxDeliveries > 0, () -> "'maxDeliveries' must be positive, but is " + maxDeliveries);
		this.store = store;
		this.clock = clock;
		this.start = clock.instant();
		this.converter = converter;
		this.maxDeliveries = maxDeliveries;
		this.delivery = new ManualDelivery(clock, completionTimeout,
				(delivery, failure) -> this.handlings.add(Handling.of(delivery, clock.instant(), failure)));
		this.completionTimeout = completionTimeout;
		this.outboxDrain = new OutboxDrain(() -> null, completionTimeout);
		this.initialState = store.savepoint();
	}

	/**
	 * Wait for what an outbox has to relay, as long as for handlers that answer later.
	 * @param outbox finds the outbox, or {@code null} if there is none
	 */
	public void waitFor(Supplier<@Nullable Outbox> outbox) {
		this.outboxDrain = new OutboxDrain(outbox, this.completionTimeout);
	}

	/**
	 * Let the containers that a factory makes from now on deliver when this object tells
	 * them to, and not by themselves.
	 * @param factory the factory
	 */
	public void drive(DefaultDelayListenerContainerFactory factory) {
		factory.setManualDelivery(this.delivery);
	}

	/**
	 * Let time pass, and deliver all that becomes due meanwhile.
	 * @param duration how much time, in all not more than 100 years
	 * @return what was handled, in order
	 * @throws TooManyDeliveriesException if deliveries seem to have no end
	 */
	public List<Handling> advance(Duration duration) {
		Assert.notNull(duration, "'duration' must not be null");
		Assert.isTrue(!duration.isNegative(), () -> "'duration' must not be negative, but is " + duration);
		return alone(() -> {
			Duration left = Duration.between(this.clock.instant(), end());
			Assert.isTrue(duration.compareTo(left) <= 0,
					() -> "'duration' must be at most " + left + ", to " + end() + ", but is " + duration);
			return deliverUntil(this.clock.instant().plus(duration));
		});
	}

	/**
	 * Let time pass up to an instant, and deliver all that becomes due meanwhile.
	 * @param instant the instant, not in the past and not more than 100 years after the
	 * start
	 * @return what was handled, in order
	 * @throws TooManyDeliveriesException if deliveries seem to have no end
	 */
	public List<Handling> advanceTo(Instant instant) {
		Assert.notNull(instant, "'instant' must not be null");
		Assert.isTrue(!instant.isAfter(end()), () -> "'instant' must not be after " + end() + ", but is " + instant);
		return alone(() -> {
			Instant now = this.clock.instant();
			Assert.isTrue(!instant.isBefore(now),
					() -> "'instant' must not be before " + now + ", which is now, but is " + instant);
			return deliverUntil(instant);
		});
	}

	private Instant end() {
		return this.start.plus(LONGEST);
	}

	// Time passes for one thread after the other: each would move the clock under the
	// handlers of the others.
	private <T> T alone(Supplier<T> action) {
		this.advancing.lock();
		try {
			return action.get();
		}
		finally {
			this.advancing.unlock();
		}
	}

	private List<Handling> deliverUntil(Instant instant) {
		Instant begin = this.clock.instant();
		int handledBefore = this.handlings.size();
		int deliveries = 0;
		boolean more = true;
		while (more) {
			this.outboxDrain.await();
			if (this.delivery.deliverNext(Duration.between(this.clock.instant(), instant))) {
				deliveries++;
			}
			else {
				more = moveOn(instant);
			}
			if (deliveries > this.maxDeliveries) {
				throw new TooManyDeliveriesException(this.maxDeliveries, begin, this.clock.instant(), instant,
						this.handlings);
			}
		}
		return List.copyOf(this.handlings.subList(handledBefore, this.handlings.size()));
	}

	// To where something may be due next, or to the end, unless that is reached.
	private boolean moveOn(Instant end) {
		Instant now = this.clock.instant();
		Instant next = this.delivery.nextTime();
		if (next != null && next.isAfter(now) && next.isBefore(end)) {
			this.clock.set(next);
			return true;
		}
		this.clock.set(end);
		return now.isBefore(end);
	}

	/**
	 * Deliver all that is due now, without letting time pass.
	 * @return what was handled, in order
	 * @throws TooManyDeliveriesException if deliveries seem to have no end
	 */
	public List<Handling> deliverDue() {
		return alone(() -> deliverUntil(this.clock.instant()));
	}

	/**
	 * Return the present time of the test.
	 * @return the time
	 */
	public Instant now() {
		return this.clock.instant();
	}

	/**
	 * Return the clock that this object moves.
	 * @return the clock
	 */
	public Clock clock() {
		return this.clock;
	}

	/**
	 * Return a queue to be looked at or asserted about.
	 * @param name the name of the queue
	 * @return the queue, also if nothing was ever scheduled to it
	 */
	public TestQueue queue(String name) {
		QueueNames.checkQueue(name);
		this.outboxDrain.await();
		return new TestQueue(name, this.store, this.clock, this.converter, this.handlings);
	}

	/**
	 * Return what was handled since the beginning of the test, in order.
	 * @return the handlings of all queues
	 */
	public List<Handling> handlings() {
		return List.copyOf(this.handlings);
	}

	/**
	 * Take what the queues hold now, as the application has scheduled it at its start,
	 * for what they hold at the beginning of each test. Only the first call counts.
	 */
	public void captureInitialState() {
		if (!this.captured) {
			this.captured = true;
			this.outboxDrain.await();
			this.initialState = this.store.savepoint();
		}
	}

	/**
	 * Go back to the beginning: set the clock back, let the queues hold what they held
	 * then, and forget what was handled. Who still has a message settles it in vain.
	 */
	public void reset() {
		alone(() -> {
			this.outboxDrain.await();
			this.clock.set(this.start);
			this.initialState.run();
			this.delivery.reset();
			this.handlings.clear();
			return this;
		});
	}

}
