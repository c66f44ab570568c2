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
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import io.delayqueue.store.Source;

/**
 * Consumes one queue with one poller. It is stopped step by step by its container.
 */
final class QueueConsumer {

	private final ConsumerContext context;

	private final DeliveryFinisher finisher;

	private final Poller poller;

	private final Thread thread;

	QueueConsumer(String listenerId, ConsumerContext context, DelayMessageListener listener, ListenerChain chain,
			Executor executor, BooleanSupplier paused) {
		this.context = context;
		this.finisher = new DeliveryFinisher(context);
		this.poller = new Poller(context, paused, new DeliveryDispatcher(context, this.finisher,
				DeliveryProcessor.of(this.finisher, listener, chain), new OtherThreadExecutor(executor)));
		this.thread = new Thread(this.poller, listenerId + "-poller-" + context.queue());
		this.thread.setDaemon(false);
	}

	void start() {
		this.thread.start();
	}

	boolean isAlive() {
		return this.thread.isAlive();
	}

	boolean isFailing() {
		return !isAlive() || !this.context.health().isHealthy();
	}

	PollStatus status() {
		return this.context.health().status(!isAlive());
	}

	Duration shutdownTimeout() {
		return this.context.settings().shutdownTimeout();
	}

	Source source() {
		return this.context.source();
	}

	void hint(Duration untilDue) {
		this.context.wakeUp().claimIn(untilDue);
	}

	void signal() {
		this.context.wakeUp().signal();
	}

	/**
	 * Claim no more, and give back what no handler has seen.
	 */
	void drain() {
		this.context.stop().drain();
		this.context.inFlight().list().forEach(this.finisher::release);
		signal();
	}

	boolean awaitHandlers(long nanos) throws InterruptedException {
		return this.context.inFlight().awaitEmpty(nanos);
	}

	/**
	 * Interrupt the running handlers, and release what they have left to be settled by
	 * others.
	 */
	void interruptHandlers() {
		this.context.stop().interrupt();
		for (ClaimedDelivery delivery : this.context.inFlight().list()) {
			delivery.interrupt();
			this.finisher.releaseUnsettled(delivery);
		}
	}

	/**
	 * Write what is left and end, in a while at the latest.
	 * @param time how long the store may be tried
	 */
	void finishWithin(Duration time) {
		this.context.inFlight().list().forEach(this.context.report()::stillHandled);
		this.context.stop().finishWithin(time);
		signal();
	}

	/**
	 * Wait for the end, and enforce it if it does not come.
	 * @param nanos how long to wait
	 * @throws InterruptedException if interrupted while waiting
	 */
	void awaitEnd(long nanos) throws InterruptedException {
		TimeUnit.NANOSECONDS.timedJoin(this.thread, Math.max(1, nanos));
		if (this.thread.isAlive()) {
			this.thread.interrupt();
		}
	}

	boolean isOwnThread(Thread thread) {
		return thread == this.thread
				|| this.context.inFlight().list().stream().anyMatch((delivery) -> delivery.isHandledBy(thread));
	}

}
