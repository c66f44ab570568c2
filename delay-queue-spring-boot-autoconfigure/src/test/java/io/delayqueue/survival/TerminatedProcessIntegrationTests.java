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
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.delayqueue.KnownFault;
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
 * An application is told to end, by SIGTERM, while handlers run for longer than a lease
 * and another application runs.
 */
@RedisTest
class TerminatedProcessIntegrationTests {

	private static final List<String> IDS = List.of("a", "b", "c", "d", "e", "f");

	private static final String OTHERS = "others";

	private static final Duration HANDLING = Duration.ofSeconds(15);

	private static final Duration LEASE = Duration.ofSeconds(5);

	private static final Duration LONG = Duration.ofSeconds(60);

	@TempDir
	private Path folder;

	private QueueClient client;

	private NodeProcess leaving;

	private NodeProcess other;

	@BeforeEach
	void start(RedisServer redis) {
		Map<String, Object> properties = Map.of("delay-queue.listener.lease", LEASE.toMillis() + "ms",
				"delay-queue.listener.concurrency", IDS.size(), "node.executor", "twoThreads");
		this.client = new QueueClient(redis);
		this.leaving = NodeProcess.start("leaving", this.folder, redis, properties);
		this.other = NodeProcess.start("other", this.folder, redis, properties);
		this.leaving.awaitReady();
		this.other.awaitReady();
	}

	@AfterEach
	void stop() {
		this.leaving.close();
		this.other.close();
	}

	@Test
	@KnownFault({ "rqueue no renewal", "spring-cloud-aws#137" })
	void endsWhatRunsAndHandsOverTheRest() {
		this.other.pause();
		this.client.scheduleAll(IDS, 1, Work.taking(HANDLING.toMillis(), 0), Duration.ZERO);
		await().atMost(LONG)
			.until(() -> this.leaving.journal(Kind.CLAIMED).size() == IDS.size()
					&& this.leaving.journal(Kind.STARTED).size() == 2);
		this.other.resume();
		// Else its poll, overdue by now, would find what is handed over without any hint.
		this.client.schedule(OTHERS, 1, Work.taking(0));
		await().atMost(LONG).until(() -> this.other.journal(Kind.SETTLED).size() == 1);
		long told = System.nanoTime();
		this.leaving.terminate();
		int status = this.leaving.awaitEnd(LONG);
		Duration toEnd = Duration.ofNanos(System.nanoTime() - told);
		this.client.awaitEmpty(LONG);
		List<JournalEntry> handedOver = this.other.journal(Kind.STARTED)
			.stream()
			.filter((entry) -> IDS.contains(entry.id()))
			.toList();
		Duration toHandOver = Duration
			.ofNanos(handedOver.stream().mapToLong(JournalEntry::nanos).max().orElseThrow() - told);
		System.out.printf("SIGTERM: %d not started were begun elsewhere within %d ms, ended after %d ms with %d%n",
				handedOver.size(), toHandOver.toMillis(), toEnd.toMillis(), status);
		assertThat(status).isEqualTo(143);
		assertThat(this.leaving.journal(Kind.COMPLETED)).hasSize(2);
		assertThat(handedOver).hasSize(IDS.size() - 2);
		// Without a hint it would be when the leases that have been renewed last end.
		assertThat(toHandOver).isLessThan(LEASE.dividedBy(2));
		assertThat(completed()).containsOnlyOnceElementsOf(IDS).hasSize(IDS.size() + 1);
		assertThat(this.client.statistics().dead()).isZero();
	}

	private List<String> completed() {
		return Stream.of(this.leaving, this.other)
			.flatMap((node) -> node.journal(Kind.COMPLETED).stream())
			.map(JournalEntry::id)
			.toList();
	}

}
