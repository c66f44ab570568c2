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

import java.lang.reflect.Method;
import java.util.concurrent.locks.ReentrantLock;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.MessageListener;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.Subscription;
import org.springframework.util.ReflectionUtils;

/**
 * A connection that listens to a channel, and that nobody else may use afterwards: a
 * reply may be left on it, which the next user of a pooled connection would take for the
 * reply to its own command.
 */
final class HintConnection {

	private static final Log logger = LogFactory.getLog(HintConnection.class);

	/**
	 * Its subscription has a connection of its own, which ends with the subscription.
	 */
	private static final String LETTUCE = "org.springframework.data.redis.connection.lettuce.";

	/**
	 * Stands for a whole pool or cluster: takes a connection for a subscription, and
	 * gives it back when that ends or fails, though its end may still be asked for on it.
	 */
	private static final String JEDIS_POOL = "redis.clients.jedis.UnifiedJedis";

	private final ReentrantLock ending = new ReentrantLock();

	private final RedisConnection connection;

	private final @Nullable Object driver;

	private final @Nullable Method disconnect;

	private volatile boolean begun;

	HintConnection(RedisConnection connection) {
		this.connection = connection;
		boolean lettuce = connection.getClass().getName().startsWith(LETTUCE);
		this.driver = lettuce ? null : connection.getNativeConnection();
		// Of the driver's own type nothing may be known here: it is optional.
		this.disconnect = (this.driver != null) ? ReflectionUtils.findMethod(this.driver.getClass(), "disconnect")
				: null;
	}

	// One driver returns only when the subscription has ended, the other when it has
	// begun.
	void subscribe(MessageListener listener, byte[] channel) {
		this.connection.subscribe(listener, channel);
	}

	@Nullable Subscription subscription() {
		return this.connection.getSubscription();
	}

	boolean isAlive() {
		Subscription subscription = subscription();
		return subscription != null && subscription.isAlive();
	}

	/**
	 * Return whether the connection belongs to a pool that takes it back by itself, in
	 * whatever state it is.
	 * @return whether it can't be kept from others
	 */
	boolean isPooledByDriver() {
		for (Class<?> type = (this.driver != null) ? this.driver.getClass() : null; type != null; type = type
			.getSuperclass()) {
			if (type.getName().equals(JEDIS_POOL)) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Note that Redis has said that the subscription has begun.
	 */
	void begun() {
		this.begun = true;
	}

	/**
	 * Ask for the end of the subscription; that comes when Redis replies. Not before the
	 * subscription has begun where the driver takes the connection back by itself: sent
	 * in the wrong order, the driver would give back a connection that listens.
	 */
	void unsubscribe() {
		Subscription subscription = subscription();
		if (subscription != null && (this.begun || !isPooledByDriver())) {
			this.ending.lock();
			try {
				quietly(subscription::close);
			}
			finally {
				this.ending.unlock();
			}
		}
	}

	/**
	 * Note that Redis has said that the subscription has ended, which it may do before
	 * the thread that asked for it has done with the connection. The next user of a
	 * pooled connection would find a command in its buffer that is not its own.
	 */
	void ended() {
		// Else there is no next user, and the thread that asks may wait for this one.
		if (isPooledByDriver()) {
			this.ending.lock();
			this.ending.unlock();
		}
	}

	/**
	 * End the subscription without waiting for Redis. A thread that is blocked by it
	 * comes free.
	 */
	void cut() {
		if (!isPooledByDriver()) {
			// First, since it would connect again.
			unsubscribe();
			if (this.disconnect != null) {
				quietly(() -> ReflectionUtils.invokeMethod(this.disconnect, this.driver));
			}
		}
	}

	/**
	 * Release the connection so that a pool throws it away.
	 */
	void close() {
		cut();
		// Closing would send something on a connection that may be another's by now.
		if (!isPooledByDriver() || !isAlive()) {
			quietly(this.connection::close);
		}
	}

	private static void quietly(Runnable action) {
		try {
			action.run();
		}
		catch (RuntimeException ex) {
			logger.debug("A connection of hints could not be closed properly", ex);
		}
	}

}
