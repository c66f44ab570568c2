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

package io.delayqueue.store.redis;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.Subscription;

/**
 * Finds out whether a subscription still exists on Redis, by subscribing again now and
 * then. A driver that has failed to repeat it after a reconnect tells nobody, and neither
 * does a network that has forgotten the connection. Has a thread of its own, since the
 * subscription may block the other.
 */
final class HintConnectionCheck {

	private static final Log logger = LogFactory.getLog(HintConnectionCheck.class);

	private static final Duration TIMEOUT = Duration.ofSeconds(3);

	private final AtomicReference<@Nullable CountDownLatch> asked = new AtomicReference<>();

	private final CountDownLatch closed = new CountDownLatch(1);

	private final HintConnection connection;

	private final byte[] channel;

	private final Duration interval;

	private final Thread thread = new Thread(this::run, "delay-queue-hints-check");

	private volatile long askedAt;

	private HintConnectionCheck(HintConnection connection, byte[] channel, Duration interval) {
		this.connection = connection;
		this.channel = channel;
		this.interval = interval;
		this.thread.setDaemon(true);
	}

	/**
	 * Start checking, unless the connection is pooled by the driver: if Redis refused to
	 * subscribe again, it would go back to the pool while it is subscribed. Such a driver
	 * does not repeat subscriptions by itself, so that it tells when one ends.
	 * @param connection what listens, or is about to
	 * @param channel the channel
	 * @param interval how long to wait between two checks
	 * @return the check
	 */
	static HintConnectionCheck start(HintConnection connection, byte[] channel, Duration interval) {
		HintConnectionCheck check = new HintConnectionCheck(connection, channel, interval);
		if (!connection.isPooledByDriver()) {
			check.thread.start();
		}
		return check;
	}

	private void run() {
		try {
			while (!this.closed.await(TimeUnit.MILLISECONDS.convert(this.interval), TimeUnit.MILLISECONDS)) {
				if (!isProved()) {
					logger.debug("The subscription to hints does not answer");
					this.connection.cut();
					return;
				}
			}
		}
		catch (InterruptedException ex) {
			// Closed.
		}
	}

	private boolean isProved() throws InterruptedException {
		Subscription subscription = this.connection.subscription();
		if (subscription == null) {
			return true;
		}
		CountDownLatch proof = new CountDownLatch(1);
		this.askedAt = System.nanoTime();
		this.asked.set(proof);
		try {
			subscription.subscribe(this.channel);
		}
		catch (RuntimeException ex) {
			logger.debug("The subscription to hints could not be repeated", ex);
			return false;
		}
		return proof.await(TimeUnit.MILLISECONDS.convert(TIMEOUT), TimeUnit.MILLISECONDS);
	}

	/**
	 * Take note that Redis has confirmed the subscription.
	 * @return whether that was asked for, so that no hint is lost
	 */
	boolean confirm() {
		CountDownLatch proof = this.asked.getAndSet(null);
		if (proof != null) {
			proof.countDown();
		}
		return proof != null;
	}

	/**
	 * Return whether Redis should have confirmed the subscription by now. The driver may
	 * block the check itself for longer.
	 * @return whether it has not
	 */
	boolean isOverdue() {
		return this.asked.get() != null && System.nanoTime() - this.askedAt > TimeUnit.NANOSECONDS.convert(TIMEOUT);
	}

	/**
	 * Stop checking. Nothing is sent on the connection any more.
	 * @throws InterruptedException if interrupted
	 */
	void close() throws InterruptedException {
		this.closed.countDown();
		this.thread.interrupt();
		this.thread.join(TimeUnit.MILLISECONDS.convert(TIMEOUT));
	}

}
