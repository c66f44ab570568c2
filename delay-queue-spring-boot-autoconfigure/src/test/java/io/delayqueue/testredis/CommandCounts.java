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

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/**
 * Counts the commands that pass through a {@link TcpProxy}, and the calls of each script.
 *
 * @since 0.1.0
 */
public final class CommandCounts {

	private final ConcurrentMap<String, LongAdder> names = new ConcurrentHashMap<>();

	private final ConcurrentMap<String, LongAdder> digests = new ConcurrentHashMap<>();

	void add(ProxiedCommand command) {
		increment(this.names, command.name());
		if (command.name().equals("EVALSHA") && !command.arguments().isEmpty()) {
			increment(this.digests, command.arguments().get(0));
		}
	}

	/**
	 * Return how often a command was sent.
	 * @param name the name in upper case
	 * @return the number
	 */
	public long of(String name) {
		return this.names.getOrDefault(name, new LongAdder()).sum();
	}

	/**
	 * Return how often a script was called by EVALSHA.
	 * @param digest the SHA-1 digest of the script
	 * @return the number
	 */
	public long ofScript(String digest) {
		return this.digests.getOrDefault(digest, new LongAdder()).sum();
	}

	/**
	 * Return how often each command was sent.
	 * @return the numbers by name in upper case
	 */
	public Map<String, Long> byName() {
		return this.names.entrySet()
			.stream()
			.collect(Collectors.toMap(Map.Entry::getKey, (entry) -> entry.getValue().sum()));
	}

	/**
	 * Begin anew.
	 */
	public void reset() {
		this.names.clear();
		this.digests.clear();
	}

	private static void increment(ConcurrentMap<String, LongAdder> counts, String key) {
		counts.computeIfAbsent(key, (absent) -> new LongAdder()).increment();
	}

}
