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
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

import io.delayqueue.MessageState;
import io.delayqueue.store.BrowseRequest;
import io.delayqueue.store.MessageSnapshot;
import io.delayqueue.store.Source;
import org.jspecify.annotations.Nullable;

/**
 * Consumes one queue without a thread of its own. It claims when it is told to and
 * handles on the caller's thread; what there is to settle is written at once by whoever
 * settles it.
 */
final class ManualConsumer {

	private final ConsumerContext context;

	private final DeliveryFinisher finisher;

	private final ExtendTask extending;

	private final SettleTask settling;

	private final ClaimTask claiming;

	private final Queue<Runnable> handlings = new ArrayDeque<>();

	// Held for calls of the store, not while handling.
	private final ReentrantLock calls = new ReentrantLock();

	ManualConsumer(Ticker ticker, Function<WakeUp, ConsumerContext> context, DelayMessageListener listener,
			ListenerChain chain, BooleanSupplier paused) {
		this.context = context.apply(new WakeUp(ticker, this::write));
		this.finisher = new DeliveryFinisher(this.context);
		this.extending = new ExtendTask(this.context);
		this.settling = new SettleTask(this.context);
		this.claiming = new ClaimTask(this.context, paused, this.settling, new DeliveryDispatcher(this.context,
				this.finisher, DeliveryProcessor.of(this.finisher, listener, chain), this.handlings::add));
		this.claiming.oneByOne();
	}

	/**
	 * Return the due time of the first message that waits.
	 * @return the due time, or {@link Instant#MAX} if there is none, or dead letters are
	 * consumed
	 */
	Instant earliest() {
		if (this.context.source() == Source.DEAD_LETTERS) {
			return Instant.MAX;
		}
		List<MessageSnapshot> first = this.context.store()
			.browse(new BrowseRequest(this.context.queue(), MessageState.WAITING, null, 1));
		return first.isEmpty() ? Instant.MAX : first.get(0).time();
	}

	/**
	 * Make sure that no lease ends for a while: whoever has left a message to be settled
	 * later may take that long.
	 * @param duration how long
	 */
	void holdFor(Duration duration) {
		this.calls.lock();
		try {
			LeaseKeeper leases = this.context.leases();
			if (leases.nextRenewal() <= Ticker.after(this.context.ticker().read(), duration)) {
				Duration extension = duration.plus(this.context.settings().lease());
				leases.held().forEach((delivery) -> this.context.extensions().ask(delivery, extension));
				writeAll();
			}
		}
		finally {
			this.calls.unlock();
		}
	}

	/**
	 * Claim and handle what is due, as much as is handled in one call.
	 * @param patience how long to wait for a handler that completes later
	 * @return whether anything was found, or there may be more at once
	 */
	boolean deliver(Duration patience) {
		this.context.wakeUp().claimAt(0);
		if (this.claiming.dueAt() > this.context.ticker().read()) {
			return false;
		}
		this.calls.lock();
		try {
			this.claiming.run();
			writeAll();
		}
		finally {
			this.calls.unlock();
		}
		// Whoever settles one lets it leave before that is written.
		List<ClaimedDelivery> begun = this.context.inFlight().list();
		for (Runnable handling = this.handlings.poll(); handling != null; handling = this.handlings.poll()) {
			handling.run();
		}
		awaitHandled(begun, patience);
		return this.claiming.hasFound() || this.claiming.dueAt() <= this.context.ticker().read();
	}

	private void awaitHandled(List<ClaimedDelivery> begun, Duration patience) {
		try {
			List<ClaimedDelivery> handled = this.context.inFlight().awaitHandled(begun, Ticker.after(0, patience));
			if (!handled.isEmpty()) {
				throw new IllegalStateException("What the handler of message '" + handled.get(0).getId()
						+ "' of queue '" + this.context.queue() + "' returned has not completed within "
						+ TimeUnit.MILLISECONDS.convert(patience) + " ms");
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(
					"Interrupted while a handler of queue '" + this.context.queue() + "' was waited for", ex);
		}
	}

	/**
	 * Return how long after the last claim another one may find something.
	 * @return how long, or {@code null} if that depends on others
	 */
	@Nullable Duration untilNextClaim() {
		long next = this.claiming.dueAt();
		return (next != Ticker.NEVER) ? Duration.ofNanos(Math.max(0, next - this.context.ticker().read())) : null;
	}

	/**
	 * Claim no more, and give back what is left to be settled by others.
	 */
	void stop() {
		this.context.stop().drain();
		this.context.stop().interrupt();
		this.context.inFlight().list().forEach(this.finisher::releaseUnsettled);
		this.context.inFlight().list().forEach(this.context.report()::stillHandled);
		abandon();
		this.context.store().forget(this.context.queue(), this.context.calls().consumer());
	}

	/**
	 * Have nothing more to do with what is in flight.
	 */
	void abandon() {
		this.context.inFlight().list().forEach(ClaimedDelivery::leaseLost);
		this.context.extensions().close();
	}

	private void write() {
		// Whoever holds it looks again before letting go.
		if (this.calls.isHeldByCurrentThread()) {
			return;
		}
		this.calls.lock();
		try {
			writeAll();
		}
		finally {
			this.calls.unlock();
		}
	}

	private void writeAll() {
		while (!this.context.extensions().isEmpty() || !this.settling.isAllWritten()) {
			if (!this.context.extensions().isEmpty()) {
				this.extending.run();
			}
			else {
				this.settling.run();
			}
		}
	}

}
