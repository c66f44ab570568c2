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

import java.util.UUID;

/**
 * The shared Redis for the time of one test or one test class.
 *
 * @param host the host
 * @param port the port
 * @param keyPrefix the prefix of all keys of the test
 * @param connectionFactories the connection factories of the test
 */
record LentRedis(String host, int port, String keyPrefix,
		ConnectionFactories connectionFactories) implements RedisServer, AutoCloseable {

	static LentRedis of(SharedRedis shared) {
		shared.empty();
		return new LentRedis(shared.host(), shared.port(), "test-" + UUID.randomUUID().toString().substring(0, 8),
				new ConnectionFactories());
	}

	@Override
	public void close() {
		this.connectionFactories.close();
	}

}
