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
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.delayqueue.DelayQueueException;
import io.delayqueue.LeaseLostException;
import org.jspecify.annotations.Nullable;

/**
 * The wishes of handlers for longer leases, on their way to the poller.
 */
final class LeaseExtensions {

	private final Queue<Extension> wanted = new ConcurrentLinkedQueue<>();

	private final Duration lease;

	private final WakeUp wakeUp;

	private volatile boolean closed;

	LeaseExtensions(Duration lease, WakeUp wakeUp) {
		this.lease = lease;
		this.wakeUp = wakeUp;
	}

	/**
	 * Wait until a lease is extended, but no longer than an ordinary lease lasts.
	 * @param delivery whose lease
	 * @param duration how long it is to last at least
	 * @throws LeaseLostException if it is lost
	 * @throws DelayQueueException if the store could not be asked
	 */
	void extend(ClaimedDelivery delivery, Duration duration) {
		Extension extension = ask(delivery, duration);
		try {
			if (!extension.held().get(Ticker.after(0, this.lease), TimeUnit.NANOSECONDS)) {
				throw new LeaseLostException(delivery.getQueue(), delivery.getId());
			}
		}
		catch (ExecutionException ex) {
			throw failed(delivery, ex.getCause());
		}
		catch (TimeoutException ex) {
			throw failed(delivery, ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw failed(delivery, ex);
		}
		finally {
			extension.held().cancel(false);
		}
	}

	/**
	 * Ask for a lease to be extended.
	 * @param delivery whose lease
	 * @param duration how long it is to last at least
	 * @return the wish, on its way
	 */
	Extension ask(ClaimedDelivery delivery, Duration duration) {
		Extension extension = new Extension(delivery, (duration.compareTo(this.lease) > 0) ? duration : this.lease,
				new CompletableFuture<>());
		this.wanted.add(extension);
		this.wakeUp.signal();
		if (this.closed) {
			refuseAll();
		}
		return extension;
	}

	private static DelayQueueException failed(ClaimedDelivery delivery, @Nullable Throwable cause) {
		return new DelayQueueException("The lease of message '" + delivery.getId() + "' of queue '"
				+ delivery.getQueue() + "' could not be extended", cause);
	}

	/**
	 * Refuse what is wished for from now on: there is no poller any more.
	 */
	void close() {
		this.closed = true;
		refuseAll();
	}

	private void refuseAll() {
		Extension extension = take();
		while (extension != null) {
			extension.held().complete(false);
			extension = take();
		}
	}

	boolean isEmpty() {
		return this.wanted.isEmpty();
	}

	/**
	 * Take out the next wish that somebody still waits for.
	 * @return the wish, or {@code null} if there is none
	 */
	@Nullable Extension take() {
		Extension extension;
		do {
			extension = this.wanted.poll();
		}
		while (extension != null && extension.held().isDone());
		return extension;
	}

	/**
	 * A wish.
	 *
	 * @param delivery whose lease
	 * @param duration how long it is to last
	 * @param held told whether it is still held
	 */
	record Extension(ClaimedDelivery delivery, Duration duration, CompletableFuture<Boolean> held) {

	}

}
