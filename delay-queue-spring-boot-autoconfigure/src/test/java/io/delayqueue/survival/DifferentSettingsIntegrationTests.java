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
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.delayqueue.survival.JournalEntry.Kind;
import io.delayqueue.testredis.RedisServer;
import io.delayqueue.testredis.RedisTest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Two applications consume one queue with different settings, as they do for a while
 * whenever a setting is changed: each delivery is judged by the settings of the
 * application that has it.
 */
@RedisTest
class DifferentSettingsIntegrationTests {

	private static final Duration HASTY_LEASE = Duration.ofSeconds(4);

	private static final Duration LONGER_THAN_HASTY_LEASE = Duration.ofSeconds(6);

	private static final Duration LONG = Duration.ofSeconds(60);

	@TempDir
	private Path folder;

	private QueueClient client;

	private NodeProcess patient;

	private NodeProcess hasty;

	@BeforeEach
	void start(RedisServer redis) {
		this.client = new QueueClient(redis);
		this.patient = NodeProcess.start("patient", this.folder, redis, properties("30s", 2, 1, "300ms"));
		this.hasty = NodeProcess.start("hasty", this.folder, redis,
				properties(HASTY_LEASE.toSeconds() + "s", 8, 4, "50ms"));
		this.patient.awaitReady();
		this.hasty.awaitReady();
	}

	private static Map<String, Object> properties(String lease, int concurrency, int maxRetries, String delay) {
		return Map.of("delay-queue.listener.lease", lease, "delay-queue.listener.concurrency", concurrency,
				"delay-queue.listener.retry.max-retries", maxRetries, "delay-queue.listener.retry.delay", delay,
				"delay-queue.listener.retry.jitter", "0s");
	}

	@AfterEach
	void stop() {
		this.patient.close();
		this.hasty.close();
	}

	@Test
	void handleEachMessageOnceAndRetryWithinTheirBounds() {
		Set<String> quick = ids("quick", 2000);
		Set<String> slow = ids("slow", 10);
		Set<String> bad = ids("bad", 20);
		this.client.scheduleAll(quick, 1, Work.taking(0), Duration.ZERO);
		this.client.scheduleAll(slow, 1, Work.taking(LONGER_THAN_HASTY_LEASE.toMillis()), Duration.ZERO);
		this.client.scheduleAll(bad, 1, Work.taking(0).failing(100), Duration.ZERO);
		this.client.awaitEmpty(LONG);
		assertThat(ids(Kind.COMPLETED)).doesNotHaveDuplicates().hasSize(quick.size() + slow.size());
		assertThat(this.client.statistics().dead()).isEqualTo(bad.size());
		assertThat(ids(Kind.FAILED).stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting())))
			.hasSize(bad.size())
			.allSatisfy((id, failures) -> assertThat(failures).isBetween(2L, 5L));
	}

	@Test
	void leaveEachOtherTheLeaseThatEachAskedFor() {
		beginOn(this.patient, this.hasty, "held");
		this.patient.pause();
		await().during(LONGER_THAN_HASTY_LEASE).atMost(LONG).until(() -> this.hasty.journal(Kind.STARTED).isEmpty());
		this.patient.resume();
		this.patient.release("held");
		this.client.awaitEmpty(LONG);
		assertThat(this.patient.journal(Kind.SETTLED)).hasSize(1);
		assertThat(this.hasty.journal(Kind.STARTED)).isEmpty();
	}

	@Test
	void takeOverWhenTheLeaseEndsThatTheOtherAskedFor() {
		beginOn(this.hasty, this.patient, "held");
		this.hasty.kill();
		long killed = System.nanoTime();
		this.patient.release("held");
		this.client.awaitEmpty(LONG);
		JournalEntry taken = this.patient.journal(Kind.STARTED).get(0);
		Duration recovery = Duration.ofNanos(taken.nanos() - killed);
		System.out.printf("killed with a lease of %d s, taken over by one with 30 s after %d ms%n",
				HASTY_LEASE.toSeconds(), recovery.toMillis());
		assertThat(recovery).isLessThan(HASTY_LEASE.plusSeconds(5));
		assertThat(taken.attempt()).isGreaterThan(1);
	}

	private void beginOn(NodeProcess node, NodeProcess other, String id) {
		other.pause();
		this.client.schedule(id, 1, Work.taking(Work.UNTIL_RELEASED));
		await().atMost(LONG).until(() -> node.journal(Kind.STARTED).size() == 1);
		other.resume();
	}

	private Collection<String> ids(Kind kind) {
		return Stream.of(this.patient, this.hasty)
			.flatMap((node) -> node.journal(kind).stream())
			.map(JournalEntry::id)
			.toList();
	}

	private static Set<String> ids(String name, int count) {
		return IntStream.range(0, count).mapToObj((i) -> name + i).collect(Collectors.toSet());
	}

}
