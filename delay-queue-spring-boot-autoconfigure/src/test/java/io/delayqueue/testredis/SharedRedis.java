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

package io.delayqueue.testredis;

import org.jspecify.annotations.Nullable;

/**
 * The Redis that all tests of this JVM share, started with the first and stopped after
 * the last of them.
 *
 * @param host the host
 * @param port the port
 * @param process the process if it is our own, {@code null} if it was named by the system
 * property
 */
record SharedRedis(String host, int port, @Nullable RedisProcess process) implements AutoCloseable {

	static SharedRedis open() {
		return open(System.getProperty(RedisExtension.ADDRESS_PROPERTY));
	}

	static SharedRedis open(@Nullable String address) {
		if (address == null || address.isBlank()) {
			RedisProcess process = RedisProcess.start();
			return new SharedRedis(process.host(), process.port(), process);
		}
		int colon = address.lastIndexOf(':');
		if (colon < 1) {
			throw new IllegalArgumentException(
					"'" + RedisExtension.ADDRESS_PROPERTY + "' must be host:port, but is '" + address + "'");
		}
		return new SharedRedis(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)), null);
	}

	/**
	 * Empty it, unless it is not our own: whatever else lives there must stay.
	 */
	void empty() {
		if (this.process != null) {
			this.process.command("FLUSHALL");
		}
	}

	@Override
	public void close() {
		if (this.process != null) {
			this.process.close();
		}
	}

}
