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

import java.util.function.Function;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Borrows connections from the factory itself. A template would look for one that is
 * bound to the thread, by a transaction or by a session of the user: in its MULTI a
 * script would only be queued, and the caller would take that for done.
 */
final class RedisConnections {

	private static final Log logger = LogFactory.getLog(RedisConnections.class);

	private final RedisConnectionFactory factory;

	RedisConnections(RedisConnectionFactory factory) {
		this.factory = factory;
	}

	RedisConnection open() {
		return this.factory.getConnection();
	}

	<T> T call(Function<RedisConnection, T> action) {
		RedisConnection connection;
		try {
			connection = open();
		}
		catch (RuntimeException ex) {
			throw new NotConnectedException(ex);
		}
		try {
			return action.apply(connection);
		}
		finally {
			close(connection);
		}
	}

	// What has been done is done, and must not be reported as a failure.
	private static void close(RedisConnection connection) {
		try {
			connection.close();
		}
		catch (RuntimeException ex) {
			logger.debug("A connection could not be given back", ex);
		}
	}

	/**
	 * No connection was to be had, so nothing was sent.
	 */
	static final class NotConnectedException extends RuntimeException {

		private static final long serialVersionUID = 1L;

		NotConnectedException(RuntimeException cause) {
			super(cause);
		}

	}

}
