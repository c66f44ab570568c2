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

package io.delayqueue.survival;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.delayqueue.KnownFault;
import io.delayqueue.survival.JournalEntry.Kind;
import io.delayqueue.testredis.RedisServer;
import io.delayqueue.testredis.RedisTest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Two applications share the messages of one queue.
 */
@RedisTest
class TwoProcessesIntegrationTests {

	private static final int MESSAGES = 20_000;

	private static final Duration LEASE = Duration.ofSeconds(2);

	private static final Duration LONG_LEASE = Duration.ofSeconds(30);

	private static final int CONCURRENCY = 8;

	private static final Duration LONG = Duration.ofSeconds(120);

	@TempDir
	private Path folder;

	private QueueClient client;

	private NodeProcess one;

	private NodeProcess other;

	private void start(RedisServer redis, Duration leaseOfOne) {
		this.client = new QueueClient(redis);
		this.one = start("one", redis, leaseOfOne);
		this.other = start("other", redis, LONG_LEASE);
		this.one.awaitReady();
		this.other.awaitReady();
	}

	private NodeProcess start(String name, RedisServer redis, Duration lease) {
		return NodeProcess.start(name, this.folder, redis, Map.of("delay-queue.listener.lease", lease.toMillis() + "ms",
				"delay-queue.listener.concurrency", CONCURRENCY));
	}

	@AfterEach
	void stop() {
		this.one.close();
		this.other.close();
	}

	@Test
	@KnownFault("sidekiq#5044")
	void handleEachMessageOnceWhileNothingFails(RedisServer redis) {
		start(redis, LONG_LEASE);
		Set<String> ids = schedule("m", MESSAGES, Work.taking(0));
		this.client.awaitEmpty(LONG);
		assertThat(timesCompleted()).hasSize(ids.size()).allSatisfy((id, times) -> assertThat(times).isOne());
		assertThat(this.one.journal(Kind.COMPLETED)).as("both take part").isNotEmpty();
		assertThat(this.other.journal(Kind.COMPLETED)).as("both take part").isNotEmpty();
		assertThat(this.client.statistics().dead()).isZero();
	}

	@Test
	@KnownFault("bitleak/lmstfy#152")
	void repeatOnlyWhatAKilledOneHeld(RedisServer redis) {
		start(redis, LEASE);
		Set<String> endless = new HashSet<>();
		Set<String> ids = new HashSet<>();
		// More than one of them can hold, so that the other has some whenever it is
		// killed.
		for (int i = 0; i <= CONCURRENCY; i++) {
			ids.addAll(schedule("first" + i + "-", 1000, Work.taking(2)));
			endless.addAll(schedule("endless" + i + "-", 1, Work.taking(Work.UNTIL_RELEASED, 0)));
		}
		ids.addAll(endless);
		ids.addAll(schedule("last", MESSAGES - ids.size(), Work.taking(2)));
		// What comes back waits behind what is due already: that shall not count as
		// recovery.
		await().atMost(LONG).until(() -> completed().count() > MESSAGES * 4 / 5 && hasStarted(this.one, endless));
		this.other.pause();
		this.one.kill();
		long killed = System.nanoTime();
		// What it has sent before is carried out before the reply to this.
		redis.command("PING");
		Set<String> held = this.client.heldBy("one");
		this.other.resume();
		endless.forEach(this.other::release);
		this.client.awaitEmpty(LONG);
		Map<String, Long> times = timesCompleted();
		Set<String> twice = times.keySet().stream().filter((id) -> times.get(id) > 1).collect(Collectors.toSet());
		List<JournalEntry> taken = this.other.journal(Kind.STARTED)
			.stream()
			.filter((entry) -> held.contains(entry.id()))
			.toList();
		Duration recovery = Duration
			.ofNanos(taken.stream().mapToLong(JournalEntry::nanos).max().orElse(killed) - killed);
		System.out.printf("killed with SIGKILL: held %d, of them handled twice %d, the last taken over after %d ms%n",
				held.size(), twice.size(), recovery.toMillis());
		assertThat(times.keySet()).isEqualTo(ids);
		assertThat(held).as("it was in mid-work").isNotEmpty().containsAll(twice);
		assertThat(taken).extracting(JournalEntry::id).containsExactlyInAnyOrderElementsOf(held);
		assertThat(recovery).isLessThan(LEASE.plusSeconds(5));
		assertThat(this.client.statistics().dead()).isZero();
	}

	private Set<String> schedule(String name, int count, Work work) {
		Set<String> ids = IntStream.range(0, count).mapToObj((i) -> name + i).collect(Collectors.toSet());
		this.client.scheduleAll(ids, 1, work, Duration.ZERO);
		return ids;
	}

	private static boolean hasStarted(NodeProcess node, Set<String> ids) {
		return node.journal(Kind.STARTED).stream().map(JournalEntry::id).anyMatch(ids::contains);
	}

	private Map<String, Long> timesCompleted() {
		return completed().collect(Collectors.groupingBy(JournalEntry::id, Collectors.counting()));
	}

	private Stream<JournalEntry> completed() {
		return Stream.of(this.one, this.other).flatMap((node) -> node.journal(Kind.COMPLETED).stream());
	}

}
