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
import java.time.ZoneId;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import io.delayqueue.core.CancelResult;
import io.delayqueue.core.RecurringMessage;
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
 * Two applications share a message that recurs.
 */
@RedisTest
class RecurringMessageIntegrationTests {

	private static final String ID = "tick";

	private static final int PERIOD = 6;

	private static final Duration LONG = Duration.ofSeconds(120);

	@TempDir
	private Path folder;

	private QueueClient client;

	private NodeProcess one;

	private NodeProcess other;

	@BeforeEach
	void start(RedisServer redis) {
		this.client = new QueueClient(redis);
		Map<String, Object> properties = Map.of("delay-queue.listener.lease", "2s", "delay-queue.listener.retry.delay",
				"100ms");
		this.one = NodeProcess.start("one", this.folder, redis, properties);
		this.other = NodeProcess.start("other", this.folder, redis, properties);
		this.one.awaitReady();
		this.other.awaitReady();
	}

	@AfterEach
	void stop() {
		this.one.close();
		this.other.close();
	}

	@Test
	void eachOccurrenceIsHandledOnceAlsoWhenAnApplicationIsKilledInMidWork() {
		this.client.template()
			.scheduleRecurring(RecurringMessage.to(Work.QUEUE)
				.payload(Work.taking(1000))
				.id(ID)
				.header(Work.GENERATION, "1")
				.cron("*/" + PERIOD + " * * * * *", ZoneId.of("Europe/Berlin"))
				.build());
		awaitCompleted(2);
		Set<Long> before = occurrences(Kind.STARTED);
		await().atMost(LONG)
			.pollInterval(Duration.ofMillis(20))
			.until(() -> occurrences(Kind.STARTED).size() > before.size());
		Set<Long> begun = occurrences(Kind.STARTED);
		begun.removeAll(before);
		NodeProcess victim = this.one.journal(Kind.STARTED).stream().anyMatch((entry) -> begun.contains(entry.detail()))
				? this.one : this.other;
		victim.kill();
		int completed = occurrences(Kind.COMPLETED).size();
		awaitCompleted(completed + 3);
		assertThat(this.client.template().cancel(Work.QUEUE, ID)).isNotEqualTo(CancelResult.NOT_FOUND);
		List<JournalEntry> entries = entries(Kind.COMPLETED);
		List<Long> due = entries.stream().map(JournalEntry::detail).toList();
		List<Long> missed = Stream
			.iterate(due.get(0), (time) -> time <= due.get(due.size() - 1), (time) -> time + PERIOD * 1000)
			.filter((time) -> !due.contains(time))
			.toList();
		System.out.printf(
				"recurring each %d s, %s killed in mid-work: %d occurrences handled, %d of them begun twice, "
						+ "%d handled twice, %d missed while another was late%n",
				PERIOD, victim.name(), Set.copyOf(due).size(),
				entries(Kind.STARTED).size() - occurrences(Kind.STARTED).size(), due.size() - Set.copyOf(due).size(),
				missed.size());
		assertThat(due).doesNotHaveDuplicates().isSorted().containsAll(begun);
		assertThat(due).allMatch((time) -> time % (PERIOD * 1000) == 0);
		assertThat(missed).allMatch(this::wasCovered);
		assertNoneOverlap();
		assertThat(this.client.statistics().dead()).isZero();
	}

	// By an earlier one that began, or began again, only after this was due.
	private boolean wasCovered(long due) {
		return entries(Kind.STARTED).stream().anyMatch((entry) -> entry.detail() < due && entry.micros() >= due * 1000);
	}

	private void assertNoneOverlap() {
		for (JournalEntry completed : entries(Kind.COMPLETED)) {
			assertThat(entries(Kind.STARTED))
				.noneMatch((entry) -> entry.detail() > completed.detail() && entry.nanos() < completed.nanos());
		}
	}

	private void awaitCompleted(int count) {
		await().atMost(LONG).until(() -> occurrences(Kind.COMPLETED).size() >= count);
	}

	private Set<Long> occurrences(Kind kind) {
		Set<Long> occurrences = new HashSet<>();
		entries(kind).forEach((entry) -> occurrences.add(entry.detail()));
		return occurrences;
	}

	private List<JournalEntry> entries(Kind kind) {
		return Stream.of(this.one, this.other)
			.flatMap((node) -> node.journal(kind).stream())
			.sorted(Comparator.comparingLong(JournalEntry::nanos))
			.toList();
	}

}
