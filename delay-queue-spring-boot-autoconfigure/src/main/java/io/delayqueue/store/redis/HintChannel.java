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

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

import io.delayqueue.store.HintListener;
import io.delayqueue.store.HintSubscription;
import io.delayqueue.store.LocalHints;
import io.delayqueue.store.Source;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.Message;

/**
 * Brings hints from this JVM and, through one channel of Redis for all queues, from
 * others to the subscribers. Listens to the channel while there are any.
 */
final class HintChannel implements AutoCloseable {

	private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);

	private static final Duration CHECK_INTERVAL = Duration.ofSeconds(15);

	private final LocalHints local = new LocalHints();

	private final ReentrantLock lock = new ReentrantLock();

	private final RedisConnections connections;

	private final byte[] channel;

	private final Duration checkInterval;

	private @Nullable HintReceiver receiver;

	HintChannel(RedisConnections connections, byte[] channel) {
		this(connections, channel, CHECK_INTERVAL);
	}

	HintChannel(RedisConnections connections, byte[] channel, Duration checkInterval) {
		this.connections = connections;
		this.channel = channel;
		this.checkInterval = checkInterval;
	}

	HintSubscription subscribe(HintListener listener) {
		this.lock.lock();
		try {
			HintSubscription subscription = this.local.subscribe(listener);
			if (this.receiver == null) {
				this.receiver = HintReceiver.start(this.connections, this.channel, this::receive,
						this.local::onHintsLost, this.checkInterval);
			}
			AtomicBoolean closed = new AtomicBoolean();
			return () -> {
				if (closed.compareAndSet(false, true)) {
					unsubscribe(subscription);
				}
			};
		}
		finally {
			this.lock.unlock();
		}
	}

	private void unsubscribe(HintSubscription subscription) {
		this.lock.lock();
		try {
			subscription.close();
			if (this.local.isEmpty()) {
				stopReceiver();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	private @Nullable HintReceiver stopReceiver() {
		HintReceiver stopping = this.receiver;
		if (stopping != null) {
			stopping.stop();
			this.receiver = null;
		}
		return stopping;
	}

	/**
	 * Pass on a hint that was caused by this JVM.
	 * @param queue the queue
	 * @param source whether it is a message that is due, or a dead letter
	 * @param untilDue how long until the message is due
	 */
	void pass(String queue, Source source, Duration untilDue) {
		this.local.pass(queue, source, untilDue);
	}

	// Anybody may publish to the channel: what is no hint is left alone.
	private void receive(Message message) {
		String body = new String(message.getBody(), StandardCharsets.UTF_8);
		String[] words = body.split(" ", 3);
		if (words.length > 1 && !words[0].isEmpty()) {
			try {
				Source source = (words.length > 2) ? Source.valueOf(words[2]) : Source.MESSAGES;
				this.local.pass(words[0], source, Duration.ofMillis(Long.parseLong(words[1])));
			}
			catch (IllegalArgumentException ex) {
				return;
			}
		}
	}

	@Override
	public void close() {
		HintReceiver stopping;
		this.lock.lock();
		try {
			stopping = stopReceiver();
		}
		finally {
			this.lock.unlock();
		}
		if (stopping != null) {
			// The connection factory may be about to be destroyed too.
			stopping.awaitEnd(CLOSE_TIMEOUT);
		}
	}

}
