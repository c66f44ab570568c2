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
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

import io.delayqueue.StoreUnavailableException;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * The set of all queues. Each JVM adds a name before it first uses the queue, and again
 * from time to time, since the set may have been lost with other data of Redis.
 */
final class QueueRegistry {

	private static final Log logger = LogFactory.getLog(QueueRegistry.class);

	private static final Duration ADD_AGAIN_AFTER = Duration.ofMinutes(1);

	private final RedisConnections connections;

	private final ScriptRunner scripts;

	private final byte[] key;

	private final LongSupplier nanoTime;

	private final Map<String, Long> added = new ConcurrentHashMap<>();

	QueueRegistry(RedisConnections connections, ScriptRunner scripts, byte[] key, LongSupplier nanoTime) {
		this.connections = connections;
		this.scripts = scripts;
		this.key = key;
		this.nanoTime = nanoTime;
	}

	/**
	 * Add a queue if this JVM has not lately. Goes on if Redis refuses to: a full one
	 * must not for that reason keep a queue from being drained.
	 * @param queue the queue
	 * @throws StoreUnavailableException if Redis does not answer, so that the caller need
	 * not wait a second time to find that out
	 */
	void add(String queue) {
		Long last = this.added.get(queue);
		if (last != null && this.nanoTime.getAsLong() - last < TimeUnit.NANOSECONDS.convert(ADD_AGAIN_AFTER)) {
			return;
		}
		try {
			this.connections
				.call((connection) -> connection.setCommands().sAdd(this.key, queue.getBytes(StandardCharsets.UTF_8)));
			this.added.put(queue, this.nanoTime.getAsLong());
		}
		catch (RuntimeException ex) {
			if (!RedisErrors.isRefusal(ex)) {
				throw new StoreUnavailableException(
						"Could not use '" + queue + "': Redis can't be reached. Nothing was changed. Repeat it", ex);
			}
			this.added.computeIfPresent(queue, (key, earlier) -> this.nanoTime.getAsLong());
			logger.debug("Queue '" + queue + "' could not be listed; tried again later", ex);
		}
	}

	Set<String> list() {
		String name = new String(this.key, StandardCharsets.UTF_8);
		ScriptReply reply = this.scripts.run(Script.QUEUES, name, new ScriptArguments(this.key));
		Set<String> queues = new HashSet<>();
		while (reply.hasNext()) {
			queues.add(reply.text());
		}
		return queues;
	}

}
