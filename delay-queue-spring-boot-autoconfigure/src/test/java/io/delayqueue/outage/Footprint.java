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

package io.delayqueue.outage;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.delayqueue.testredis.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The threads of this JVM and the connections of a Redis at one moment, to find out
 * whether any are left over later.
 *
 * @param threads how many threads there are by name, numbers left out
 * @param connections how many connections there are
 */
record Footprint(Map<String, Long> threads, int connections) {

	private static final Duration TIMEOUT = Duration.ofSeconds(30);

	/**
	 * Threads that are not the application's, or of a pool that starts them as it likes
	 * and is bounded.
	 */
	private static final Predicate<String> FOREIGN = (name) -> name.matches(
			"(lettuce-(nio|epoll|eventExecutor|timer)|proxy-|awaitility|ForkJoinPool|commons-pool|process reaper|pool-"
					+ "|globalEventExecutor|Common-Cleaner|surefire|main|Attach|Signal|Finalizer|Reference|Notification).*");

	private static final int MAX_LETTUCE_THREADS = 8 * Runtime.getRuntime().availableProcessors();

	static Footprint of(RedisServer redis) {
		Map<String, Long> threads = names().filter(FOREIGN.negate())
			.collect(Collectors.groupingBy((name) -> name, TreeMap::new, Collectors.counting()));
		int connections = (int) String.valueOf(redis.command("CLIENT", "LIST"))
			.lines()
			.filter((line) -> !line.contains("cmd=client"))
			.count();
		return new Footprint(threads, connections);
	}

	private static Stream<String> names() {
		return Thread.getAllStackTraces().keySet().stream().map((thread) -> thread.getName().replaceAll("\\d+", "#"));
	}

	/**
	 * Check that there is nothing more than there was.
	 * @param redis the Redis
	 * @param pooled how many connections a pool may keep that it has not needed before:
	 * as many as may be used at the same time, however often they are lost
	 */
	void assertNothingMore(RedisServer redis, int pooled) {
		await().atMost(TIMEOUT).untilAsserted(() -> {
			Footprint now = of(redis);
			assertThat(now.threads()).allSatisfy((name, count) -> assertThat(count).as(name)
				.isLessThanOrEqualTo(this.threads.getOrDefault(name, 0L)));
			assertThat(now.connections()).isLessThanOrEqualTo(this.connections + pooled);
			assertThat(names().filter((name) -> name.startsWith("lettuce-")))
				.hasSizeLessThanOrEqualTo(MAX_LETTUCE_THREADS);
		});
	}

}
