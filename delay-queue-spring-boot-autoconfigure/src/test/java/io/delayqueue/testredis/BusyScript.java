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

import java.util.concurrent.CompletableFuture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A script that blocks a Redis, which refuses whatever it is asked for with BUSY.
 */
public final class BusyScript {

	private final RedisProcess redis;

	private final CompletableFuture<Void> running;

	private BusyScript(RedisProcess redis) {
		this.redis = redis;
		this.running = CompletableFuture.runAsync(this::run);
	}

	/**
	 * Start the script and wait until it blocks.
	 * @param redis the Redis
	 * @return what kills it
	 */
	public static BusyScript start(RedisProcess redis) {
		redis.configSet("lua-time-limit", "50");
		BusyScript script = new BusyScript(redis);
		await().until(script::isBusy);
		return script;
	}

	private void run() {
		try {
			this.redis.command("EVAL", "while true do end", "0");
		}
		catch (RedisErrorException ex) {
			assertThat(ex).hasMessageContaining("killed");
		}
	}

	private boolean isBusy() {
		try {
			this.redis.command("PING");
			return false;
		}
		catch (RedisErrorException ex) {
			return String.valueOf(ex.getMessage()).contains("BUSY");
		}
	}

	/**
	 * Kill the script.
	 */
	public void kill() {
		this.redis.command("SCRIPT", "KILL");
		this.running.join();
	}

}
