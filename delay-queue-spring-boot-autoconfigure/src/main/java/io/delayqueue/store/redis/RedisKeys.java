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

import io.delayqueue.support.QueueNames;

import org.springframework.util.Assert;

/**
 * Names of keys. All keys of a queue have the same hash tag, so that they lie in the same
 * slot of a cluster.
 */
final class RedisKeys {

	private static final String[] NAMES = { "waiting", "leased", "messages", "owners", "attempts", "dead", "causes",
			"settings", "consumers", "producers", "expiries", "settled", "dead-waiting", "dead-leased", "dead-owners",
			"dead-attempts", "priorities", "urgent", "recurring" };

	private final String prefix;

	RedisKeys(String prefix) {
		Assert.hasText(prefix, "'keyPrefix' must not be blank");
		Assert.isTrue(prefix.codePoints().noneMatch(RedisKeys::isIllegal),
				() -> "'keyPrefix' must be without braces, white space and control characters, but is '"
						+ prefix.replaceAll("\\p{Cntrl}", "?") + "'");
		this.prefix = prefix;
	}

	// Braces would move the hash tag, and the keys of a queue to several slots.
	private static boolean isIllegal(int character) {
		return character == '{' || character == '}' || Character.isWhitespace(character)
				|| Character.isSpaceChar(character) || Character.isISOControl(character);
	}

	/**
	 * Return the keys of a queue.
	 * @param queue the queue
	 * @return the keys, in the order in which all scripts take them
	 */
	byte[][] ofQueue(String queue) {
		String base = this.prefix + ":{" + QueueNames.checkQueue(queue) + "}:";
		byte[][] keys = new byte[NAMES.length][];
		for (int i = 0; i < NAMES.length; i++) {
			keys[i] = bytes(base + NAMES[i]);
		}
		return keys;
	}

	byte[] queues() {
		return bytes(this.prefix + ":queues");
	}

	byte[] hintChannel() {
		return bytes(this.prefix + ":hints");
	}

	private static byte[] bytes(String key) {
		return key.getBytes(StandardCharsets.UTF_8);
	}

}
