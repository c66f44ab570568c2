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
import java.util.List;
import java.util.function.BooleanSupplier;

import io.delayqueue.listener.PollerTask.Operation;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * The loop that makes all calls of one consumer, one after the other, and sleeps while
 * there is nothing to do. Survives whatever the store throws.
 */
final class Poller implements Runnable {

	private static final Log logger = LogFactory.getLog(Poller.class);

	private static final Duration AFTER_TROUBLE = Duration.ofMillis(100);

	private final ConsumerContext context;

	private final ExtendTask extending;

	private final SettleTask settling;

	private final ClaimTask claiming;

	private final List<PollerTask> tasks;

	Poller(ConsumerContext context, BooleanSupplier paused, DeliveryDispatcher dispatcher) {
		this.context = context;
		this.extending = new ExtendTask(context);
		this.settling = new SettleTask(context);
		this.claiming = new ClaimTask(context, paused, this.settling, dispatcher);
		// Leases don't wait. Claims come before settlements, which ride on them.
		this.tasks = List.of(this.extending, this.claiming, this.settling);
	}

	@Override
	public void run() {
		try {
			while (!isOver()) {
				try {
					step();
				}
				catch (Throwable ex) {
					// Nothing may end the loop, not even trouble with logging trouble.
					this.context.wakeUp().await(Ticker.after(this.context.ticker().read(), AFTER_TROUBLE));
				}
			}
			forget();
		}
		finally {
			this.context.health().ended();
			abandon();
		}
	}

	// Nobody renews or settles from now on. Whoever still handles a message is not to
	// believe otherwise, nor to wait for it.
	private void abandon() {
		for (ClaimedDelivery delivery : this.context.inFlight().list()) {
			if (!delivery.isDecided()) {
				delivery.leaseLost();
			}
		}
		this.context.extensions().close();
	}

	private boolean isOver() {
		StopState stop = this.context.stop();
		return stop.isFinishing() && (isAllWritten() || this.context.ticker().read() >= stop.finishBy());
	}

	private boolean isAllWritten() {
		return this.settling.isAllWritten() && !this.claiming.hasWork();
	}

	private void step() {
		PollHealth health = this.context.health();
		long next = this.context.stop().finishBy();
		for (PollerTask task : this.tasks) {
			if (!task.hasWork() && !this.context.stop().isDraining()) {
				health.succeeded(task.operation());
			}
			long dueAt = task.dueAt();
			if (dueAt <= this.context.ticker().read()) {
				if (task == this.claiming) {
					keepWhatIsOurs();
				}
				run(task);
				return;
			}
			next = Math.min(next, dueAt);
		}
		this.context.wakeUp().await(next);
	}

	/**
	 * Try what waits for its next try in an outage. If the outage is over, own leases may
	 * have ended meanwhile: a claim would take the messages back that can still be kept.
	 */
	private void keepWhatIsOurs() {
		if (this.context.health().isHealthy()) {
			return;
		}
		if (this.context.leases().nextRenewal() <= this.context.ticker().read()) {
			run(this.extending);
		}
		if (!this.settling.isAllWritten()) {
			run(this.settling);
		}
	}

	private void run(PollerTask task) {
		Operation operation = task.operation();
		long begin = this.context.ticker().read();
		this.context.health().begun();
		try {
			task.run();
			this.context.health().answered(operation);
		}
		catch (Throwable ex) {
			this.context.health().failed(operation, ex, begin);
		}
	}

	private void forget() {
		if (!isAllWritten()) {
			return;
		}
		try {
			this.context.store().forget(this.context.queue(), this.context.calls().consumer());
		}
		catch (Throwable ex) {
			logger.debug("A consumer of queue '" + this.context.queue() + "' will be forgotten later: "
					+ ex.getClass().getName());
		}
	}

}
