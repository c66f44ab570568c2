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
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.Message;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.Subscription;
import org.springframework.util.backoff.BackOffExecution;
import org.springframework.util.backoff.ExponentialBackOff;

/**
 * Listens to the channel of hints on a thread of its own, since a driver may block it for
 * as long as the subscription lasts, and connecting may take long. Tries again, ever more
 * seldom, while Redis can't be reached.
 */
final class HintReceiver {

	private static final Log logger = LogFactory.getLog(HintReceiver.class);

	private static final Duration FIRST_PAUSE = Duration.ofMillis(500);

	private static final Duration LONGEST_PAUSE = Duration.ofSeconds(15);

	private static final Duration CHECK_INTERVAL = Duration.ofSeconds(1);

	private final CountDownLatch stopped = new CountDownLatch(1);

	private final ReentrantLock lock = new ReentrantLock();

	private final RedisConnections connections;

	private final byte[] channel;

	private final Consumer<Message> listener;

	private @Nullable RedisConnection connection;

	private boolean failing;

	private HintReceiver(RedisConnections connections, byte[] channel, Consumer<Message> listener) {
		this.connections = connections;
		this.channel = channel;
		this.listener = listener;
	}

	static HintReceiver start(RedisConnections connections, byte[] channel, Consumer<Message> listener) {
		HintReceiver receiver = new HintReceiver(connections, channel, listener);
		Thread thread = new Thread(receiver::run, "delay-queue-hints");
		thread.setDaemon(true);
		thread.start();
		return receiver;
	}

	private void run() {
		BackOffExecution backOff = backOff();
		while (this.stopped.getCount() > 0) {
			long start = System.nanoTime();
			try {
				listen();
			}
			catch (RuntimeException ex) {
				report(ex);
			}
			if (System.nanoTime() - start > LONGEST_PAUSE.toNanos()) {
				backOff = backOff();
			}
			await(backOff.nextBackOff());
		}
	}

	private static BackOffExecution backOff() {
		ExponentialBackOff backOff = new ExponentialBackOff(FIRST_PAUSE.toMillis(), 2);
		backOff.setMaxInterval(LONGEST_PAUSE.toMillis());
		backOff.setJitter(FIRST_PAUSE.toMillis() / 2);
		return backOff.start();
	}

	// Returns or throws when the subscription has ended.
	private void listen() {
		RedisConnection opened = this.connections.open();
		try {
			if (keep(opened)) {
				opened.subscribe((message, pattern) -> this.listener.accept(message), this.channel);
				while (isAlive(opened)) {
					this.failing = false;
					await(CHECK_INTERVAL.toMillis());
				}
			}
		}
		finally {
			end(opened);
		}
	}

	private boolean isAlive(RedisConnection opened) {
		Subscription subscription = opened.getSubscription();
		return this.stopped.getCount() > 0 && subscription != null && subscription.isAlive();
	}

	private boolean keep(RedisConnection opened) {
		this.lock.lock();
		try {
			this.connection = opened;
			return this.stopped.getCount() > 0;
		}
		finally {
			this.lock.unlock();
		}
	}

	private void end(RedisConnection opened) {
		this.lock.lock();
		try {
			this.connection = null;
			opened.close();
		}
		catch (RuntimeException ex) {
			logger.debug("The connection for hints could not be closed", ex);
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Stop listening, soon.
	 */
	void stop() {
		this.stopped.countDown();
		this.lock.lock();
		try {
			Subscription subscription = (this.connection != null) ? this.connection.getSubscription() : null;
			if (subscription != null) {
				// Lets go a thread that the driver blocks.
				subscription.close();
			}
		}
		catch (RuntimeException ex) {
			logger.debug("The subscription to hints could not be closed", ex);
		}
		finally {
			this.lock.unlock();
		}
	}

	private void report(RuntimeException ex) {
		if (this.stopped.getCount() == 0) {
			return;
		}
		if (!this.failing) {
			this.failing = true;
			logger.warn("Hints can't be received, so messages of other processes may be noticed only at the next poll",
					ex);
		}
	}

	private void await(long millis) {
		try {
			this.stopped.await(millis, TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			this.stopped.countDown();
		}
	}

}
