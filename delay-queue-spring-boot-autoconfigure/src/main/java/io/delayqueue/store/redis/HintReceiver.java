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
import java.util.function.Consumer;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.Message;
import org.springframework.data.redis.connection.MessageListener;
import org.springframework.data.redis.connection.SubscriptionListener;
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

	private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

	private static final Duration LOOK_INTERVAL = Duration.ofSeconds(1);

	private static final Duration CLOSE_INTERVAL = Duration.ofMillis(100);

	private final CountDownLatch stopped = new CountDownLatch(1);

	private final RedisConnections connections;

	private final byte[] channel;

	private final Consumer<Message> listener;

	private final Runnable subscribed;

	private final Duration checkInterval;

	private final Thread thread = new Thread(this::run, "delay-queue-hints");

	private volatile @Nullable HintConnection connection;

	private volatile boolean worked;

	private boolean failing;

	private HintReceiver(RedisConnections connections, byte[] channel, Consumer<Message> listener, Runnable subscribed,
			Duration checkInterval) {
		this.connections = connections;
		this.channel = channel;
		this.listener = listener;
		this.subscribed = subscribed;
		this.checkInterval = checkInterval;
		this.thread.setDaemon(true);
	}

	/**
	 * Start listening.
	 * @param connections where connections come from
	 * @param channel the channel
	 * @param listener told what comes through the channel
	 * @param subscribed told each time that a subscription begins: what came before it is
	 * lost
	 * @param checkInterval how often to check that the subscription still exists
	 * @return the receiver
	 */
	static HintReceiver start(RedisConnections connections, byte[] channel, Consumer<Message> listener,
			Runnable subscribed, Duration checkInterval) {
		HintReceiver receiver = new HintReceiver(connections, channel, listener, subscribed, checkInterval);
		receiver.thread.start();
		return receiver;
	}

	private void run() {
		BackOffExecution backOff = backOff();
		while (isActive()) {
			long start = System.nanoTime();
			this.worked = false;
			try {
				listen();
			}
			catch (Throwable ex) {
				report(ex, this.worked && System.nanoTime() - start > TimeUnit.NANOSECONDS.convert(LONGEST_PAUSE));
			}
			if (this.worked) {
				backOff = backOff();
			}
			await(backOff.nextBackOff());
		}
	}

	private boolean isActive() {
		return this.stopped.getCount() > 0;
	}

	private static BackOffExecution backOff() {
		ExponentialBackOff backOff = new ExponentialBackOff(TimeUnit.MILLISECONDS.convert(FIRST_PAUSE), 2);
		backOff.setMaxInterval(TimeUnit.MILLISECONDS.convert(LONGEST_PAUSE));
		backOff.setJitter(TimeUnit.MILLISECONDS.convert(FIRST_PAUSE) / 2);
		return backOff.start();
	}

	// Returns or throws when the subscription has ended.
	private void listen() {
		HintConnection opened = new HintConnection(this.connections.open());
		HintConnectionCheck check = HintConnectionCheck.start(opened, this.channel, this.checkInterval);
		try {
			this.connection = opened;
			if (isActive()) {
				opened.subscribe(new ChannelListener(opened, check), this.channel);
			}
			while (isActive() && opened.isAlive() && !check.isOverdue()) {
				await(TimeUnit.MILLISECONDS.convert(LOOK_INTERVAL));
			}
		}
		finally {
			this.connection = null;
			close(opened, check);
		}
	}

	private void close(HintConnection opened, HintConnectionCheck check) {
		try {
			check.close();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			this.stopped.countDown();
		}
		opened.close();
	}

	/**
	 * Stop listening, soon; does not wait for Redis.
	 */
	void stop() {
		this.stopped.countDown();
		Thread closer = new Thread(this::endSubscription, "delay-queue-hints-stop");
		closer.setDaemon(true);
		closer.start();
	}

	// The driver may block the thread, or be about to.
	private void endSubscription() {
		while (!awaitEnd(CLOSE_INTERVAL)) {
			HintConnection current = this.connection;
			if (current != null) {
				current.unsubscribe();
			}
		}
	}

	/**
	 * Wait until the listening has ended.
	 * @param timeout how long to wait at most
	 * @return whether it has ended
	 */
	boolean awaitEnd(Duration timeout) {
		try {
			this.thread.join(TimeUnit.MILLISECONDS.convert(timeout));
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return true;
		}
		return !this.thread.isAlive();
	}

	private void report(Throwable ex, boolean lasted) {
		if (isActive() && (lasted || !this.failing)) {
			this.failing = true;
			String text = "Hints can't be received, so that messages of other processes may be noticed only by polling";
			if (RedisErrors.isParticular(ex)) {
				logger.warn(text, ex);
			}
			else {
				// An outage, of which those who poll warn.
				logger.info(text + ": " + ex.getClass().getName());
			}
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

	/**
	 * Hears of each begin of the subscription, also when the driver repeats it by itself.
	 */
	private final class ChannelListener implements MessageListener, SubscriptionListener {

		private final HintConnection connection;

		private final HintConnectionCheck check;

		private ChannelListener(HintConnection connection, HintConnectionCheck check) {
			this.connection = connection;
			this.check = check;
		}

		@Override
		public void onMessage(Message message, byte @Nullable [] pattern) {
			HintReceiver.this.listener.accept(message);
		}

		@Override
		public void onChannelSubscribed(byte[] channel, long count) {
			HintReceiver.this.worked = true;
			this.connection.begun();
			if (!this.check.confirm()) {
				HintReceiver.this.subscribed.run();
			}
		}

		// On the thread that reads, before the driver takes the connection back.
		@Override
		public void onChannelUnsubscribed(byte[] channel, long count) {
			this.connection.ended();
		}

	}

}
