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

package io.delayqueue.sample.redis;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A program that starts Redis as the shop does, and then waits to be killed.
 */
final class RedisHolder {

	static final String STARTED = "Redis has started";

	private RedisHolder() {
	}

	public static void main(String[] args) throws IOException {
		try (EmbeddedRedis redis = EmbeddedRedis.start(Path.of(args[0]), 0)) {
			System.out.println((redis.getPort() > 0) ? STARTED : "");
			System.in.read();
		}
	}

}
