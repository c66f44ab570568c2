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
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.delayqueue.SpringCitizen;
import io.delayqueue.core.DefaultDelayQueueAdmin;
import io.delayqueue.core.DelayQueueAdmin;
import io.delayqueue.store.redis.RedisDelayQueueStore;
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
 * A pause and the limits of a queue hold for two applications together.
 */
@RedisTest
class HeldBackProcessesIntegrationTests {

	private static final Duration LONG = Duration.ofSeconds(60);

	@TempDir
	private Path folder;

	private RedisServer redis;

	private QueueClient client;

	private DelayQueueAdmin admin;

	private NodeProcess one;

	private NodeProcess other;

	@BeforeEach
	void connect(RedisServer redis) {
		this.redis = redis;
		this.client = new QueueClient(redis);
		this.admin = new DefaultDelayQueueAdmin(new RedisDelayQueueStore(redis.lettuce(), redis.keyPrefix()));
	}

	private void start(Map<String, Object> properties) {
		Map<String, Object> all = new LinkedHashMap<>(Map.of("delay-queue.listener.concurrency", 8));
		all.putAll(properties);
		this.one = NodeProcess.start("one", this.folder, this.redis, all);
		this.other = NodeProcess.start("other", this.folder, this.redis, all);
		this.one.awaitReady();
		this.other.awaitReady();
	}

	@AfterEach
	void stop() {
		this.one.close();
		this.other.close();
	}

	@Test
	@SpringCitizen("start and pause")
	void nothingIsClaimedOnceThePauseHasReturnedAndWorkGoesOnAtOnceWhenResumed() {
		start(Map.of("delay-queue.listener.max-poll-interval", "1h"));
		this.client.scheduleAll(ids(10_000), 1, Work.taking(1), Duration.ZERO);
		await().atMost(LONG).until(() -> started().count() > 500);
		assertThat(this.admin.pause(Work.QUEUE)).isTrue();
		Object token = lastToken();
		await().atMost(LONG).until(() -> this.client.statistics().leased() == 0);
		long due = this.client.statistics().due();
		assertThat(due).isPositive();
		this.client.schedule("another", 1, Work.taking(1));
		await().during(Duration.ofSeconds(1)).atMost(LONG).until(() -> this.client.statistics().due() == due + 1);
		assertThat(lastToken()).isEqualTo(token);
		long startedBefore = started().count();
		long resumed = System.nanoTime();
		assertThat(this.admin.resume(Work.QUEUE)).isTrue();
		await().atMost(LONG).until(() -> started().count() > startedBefore);
		long first = started().mapToLong(JournalEntry::nanos).filter((nanos) -> nanos > resumed).min().orElseThrow();
		System.out.printf("paused with %d due; the first was handled %d ms after the resume%n", due,
				Duration.ofNanos(first - resumed).toMillis());
		assertThat(Duration.ofNanos(first - resumed)).isLessThan(Duration.ofSeconds(1));
		this.client.awaitEmpty(LONG);
	}

	@Test
	void workGoesOnWithinAPollIntervalWhenTheHintOfTheResumeIsLost() {
		start(Map.of("delay-queue.listener.max-poll-interval", "1s"));
		this.admin.pause(Work.QUEUE);
		this.client.scheduleAll(ids(10), 1, Work.taking(1), Duration.ZERO);
		await().during(Duration.ofSeconds(2)).atMost(LONG).until(() -> started().findAny().isEmpty());
		// As resume does, but without a hint.
		this.redis.command("HDEL", key("settings"), "paused");
		await().atMost(Duration.ofSeconds(10)).until(() -> started().count() == 10);
	}

	@Test
	void pauseSurvivesARestartOfTheApplications() {
		this.admin.pause(Work.QUEUE);
		start(Map.of());
		this.client.scheduleAll(ids(10), 1, Work.taking(1), Duration.ZERO);
		await().during(Duration.ofSeconds(1)).atMost(LONG).until(() -> started().findAny().isEmpty());
		assertThat(this.client.statistics().paused()).isTrue();
		this.admin.resume(Work.QUEUE);
		this.client.awaitEmpty(LONG);
	}

	@Test
	void noMoreAreInFlightThanTheQueueMayHave() {
		start(Map.of("delay-queue.queues.work.max-in-flight", 5, "delay-queue.listener.max-poll-interval", "1h"));
		this.client.scheduleAll(ids(300), 1, Work.taking(20), Duration.ZERO);
		this.client.awaitEmpty(LONG);
		List<JournalEntry> events = Stream.concat(started(), entries(Kind.COMPLETED))
			.sorted(Comparator.comparingLong(JournalEntry::nanos))
			.toList();
		int handled = 0;
		int most = 0;
		for (JournalEntry event : events) {
			handled += event.is(Kind.STARTED) ? 1 : -1;
			most = Math.max(most, handled);
		}
		System.out.printf("at most %d of 300 at a time, with 5 allowed and 16 handlers%n", most);
		assertThat(most).isBetween(2, 5);
		assertThat(this.one.journal(Kind.COMPLETED)).as("both take part").isNotEmpty();
		assertThat(this.other.journal(Kind.COMPLETED)).as("both take part").isNotEmpty();
	}

	@Test
	void noMoreAreHandledThanTheRateAllows() {
		start(Map.of("delay-queue.queues.work.rate-limit.messages", 50, "delay-queue.listener.max-poll-interval",
				"1h"));
		this.client.scheduleAll(ids(200), 1, Work.taking(0), Duration.ZERO);
		this.client.awaitEmpty(LONG);
		List<Long> times = started().map(JournalEntry::nanos).sorted().toList();
		int most = IntStream.range(0, times.size())
			.map((from) -> (int) times.stream()
				.filter((time) -> time >= times.get(from) && time < times.get(from) + 1_000_000_000L)
				.count())
			.max()
			.orElseThrow();
		Duration all = Duration.ofNanos(times.get(times.size() - 1) - times.get(0));
		System.out.printf("200 at 50/s: at most %d in a second, all in %d ms%n", most, all.toMillis());
		assertThat(all).isBetween(Duration.ofMillis(3500), LONG);
		// What is handed out late starts together with what comes after it.
		assertThat(most).isLessThanOrEqualTo(75);
	}

	private static Set<String> ids(int count) {
		return IntStream.range(0, count).mapToObj((i) -> "m" + i).collect(Collectors.toSet());
	}

	private Stream<JournalEntry> started() {
		return entries(Kind.STARTED);
	}

	private Stream<JournalEntry> entries(Kind kind) {
		return Stream.of(this.one, this.other).flatMap((node) -> node.journal(kind).stream());
	}

	private Object lastToken() {
		return this.redis.command("HGET", key("settings"), "token");
	}

	private String key(String name) {
		return this.redis.keyPrefix() + ":{" + Work.QUEUE + "}:" + name;
	}

}
