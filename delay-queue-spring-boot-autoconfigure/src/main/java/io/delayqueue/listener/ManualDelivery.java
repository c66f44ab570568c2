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

package io.delayqueue.listener;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;

import io.delayqueue.store.RetryPolicy;
import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;

/**
 * Lets containers deliver when they are told to, one message or batch at a time and on
 * the caller's thread, instead of polling on threads of their own: for tests. All else is
 * as usual: interceptors, error handlers, acknowledgment modes, retries, limits, dead
 * letters. Retries have no random part, leases don't end by themselves, and events are
 * published on the thread that causes them.
 *
 * @since 0.1.0
 * @see DefaultDelayListenerContainer#setManualDelivery(ManualDelivery)
 */
public final class ManualDelivery {

	private final InstantSource clock;

	private final Duration patience;

	private final Observer observer;

	private final List<ManualRun> runs = new CopyOnWriteArrayList<>();

	private final ReentrantLock delivering = new ReentrantLock();

	/**
	 * Create a manual delivery.
	 * @param clock the clock of the store
	 * @param patience how long to wait, by real time, for what a handler returned to
	 * complete
	 * @param observer told how each handling ended
	 */
	public ManualDelivery(InstantSource clock, Duration patience, Observer observer) {
		Assert.notNull(clock, "'clock' must not be null");
		Assert.notNull(patience, "'patience' must not be null");
		Assert.notNull(observer, "'observer' must not be null");
		this.clock = clock;
		this.patience = patience;
		this.observer = observer;
	}

	/**
	 * Deliver what is due and comes first, of all queues the message that has been due
	 * for longest, or a batch of its queue. Returns when it has been handled, and settled
	 * unless that is left to the application.
	 * @param hold how long what is still to be settled must stay in the hands of those
	 * who have it, before this is called again
	 * @return whether there was anything; if not, nothing more is due at present
	 * @throws IllegalStateException if called by a handler, or if what a handler returned
	 * does not complete
	 */
	public boolean deliverNext(Duration hold) {
		Assert.notNull(hold, "'hold' must not be null");
		Assert.state(!this.delivering.isHeldByCurrentThread(),
				"Called while a message is being handled on this thread: its handler can't deliver others");
		this.delivering.lock();
		try {
			List<ManualConsumer> consumers = consumers();
			consumers.forEach((consumer) -> consumer.holdFor(hold));
			return inOrder(consumers).stream().anyMatch((consumer) -> consumer.deliver(this.patience));
		}
		finally {
			this.delivering.unlock();
		}
	}

	private static List<ManualConsumer> inOrder(List<ManualConsumer> consumers) {
		Map<ManualConsumer, Instant> earliest = new LinkedHashMap<>();
		consumers.forEach((consumer) -> earliest.put(consumer, consumer.earliest()));
		return earliest.entrySet()
			.stream()
			.sorted(Map.Entry.comparingByValue(Comparator.naturalOrder()))
			.map(Map.Entry::getKey)
			.toList();
	}

	/**
	 * Return when something may be due next, as it was known when nothing more was. It is
	 * not further away than a year, to look again then.
	 * @return the time, or {@code null} if nothing is consumed at present
	 */
	public @Nullable Instant nextTime() {
		return consumers().stream()
			.map(ManualConsumer::untilNextClaim)
			.filter(Objects::nonNull)
			.min(Comparator.naturalOrder())
			.map((wait) -> this.clock.instant().truncatedTo(ChronoUnit.MILLIS).plus(wait))
			.orElse(null);
	}

	/**
	 * Forget what is in flight: whoever has it settles it in vain. To be called when the
	 * store is emptied or the clock is set back.
	 */
	public void reset() {
		this.runs.forEach(ManualRun::reset);
	}

	private List<ManualConsumer> consumers() {
		return this.runs.stream().flatMap((run) -> run.consumers().stream()).toList();
	}

	InstantSource clock() {
		return this.clock;
	}

	void add(ManualRun run) {
		this.runs.add(run);
	}

	void remove(ManualRun run) {
		this.runs.remove(run);
	}

	/**
	 * Let the observer see how a listener's handling ends.
	 * @param listener the listener
	 * @return the listener to call instead
	 */
	DelayMessageListener observed(DelayMessageListener listener) {
		return (delivery) -> {
			CompletionStage<?> stage;
			try {
				stage = listener.onMessage(delivery);
			}
			catch (Throwable ex) {
				this.observer.handled(delivery, DeathCauses.unwrap(ex));
				throw ex;
			}
			if (stage == null) {
				this.observer.handled(delivery, null);
				return null;
			}
			return stage.whenComplete(
					(result, ex) -> this.observer.handled(delivery, (ex != null) ? DeathCauses.unwrap(ex) : null));
		};
	}

	/**
	 * Return the settings of a consumer under manual delivery: nothing is left to chance,
	 * nor to a look at the queue that comes by itself.
	 * @param settings the settings otherwise
	 * @return the settings
	 */
	static ListenerSettings settings(ListenerSettings settings) {
		RetryPolicy retries = settings.retryPolicy();
		return new ListenerSettings(settings.concurrency(), settings.lease(), ListenerSettings.MAX_DURATION,
				settings.shutdownTimeout(), new RetryPolicy(retries.maxRetries(), retries.pauses(), Duration.ZERO),
				settings.deadLetters(), settings.deduplicationWindow(), settings.limits(), settings.handling());
	}

	/**
	 * Told how handlings ended.
	 */
	@FunctionalInterface
	public interface Observer {

		/**
		 * Take note of the end of a handling, before the message is settled accordingly.
		 * @param delivery the delivery
		 * @param failure what the handler and the error handler let through, or
		 * {@code null}
		 */
		void handled(Delivery delivery, @Nullable Throwable failure);

	}

}
