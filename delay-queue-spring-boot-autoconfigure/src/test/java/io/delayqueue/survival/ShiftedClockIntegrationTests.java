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
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

import io.delayqueue.KnownFault;
import io.delayqueue.MessageState;
import io.delayqueue.core.MessageView;
import io.delayqueue.store.redis.ServerClocks;
import io.delayqueue.survival.JournalEntry.Kind;
import io.delayqueue.testredis.RedisServer;
import io.delayqueue.testredis.RedisTest;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The clock of an application is hours off from Redis's. It is Redis's that is shifted
 * here, in the scripts: that way all clocks of the JVM are wrong, whoever reads them. A
 * {@code Duration} must not notice. An {@code Instant} is as right as the clock that it
 * was taken from: it is compared with Redis's as it is.
 */
@RedisTest
class ShiftedClockIntegrationTests {

	/**
	 * Far below how much the clock is off, and enough for a busy machine on which the
	 * application has just started.
	 */
	private static final Duration LATE = Duration.ofMinutes(1);

	private static final Duration LONG = Duration.ofSeconds(60);

	@TempDir
	private Path folder;

	@ParameterizedTest
	@ValueSource(strings = { "PT5H", "PT-5H" })
	@KnownFault("db-scheduler#402")
	void handlesNothingEarlyOrLate(Duration ahead, RedisServer redis) {
		QueueClient client = new QueueClient(redis, ServerClocks.ahead(redis.lettuce(), redis.keyPrefix(), ahead));
		try (NodeProcess node = start(redis, ahead)) {
			for (int i = 0; i < 40; i++) {
				client.scheduleAll(List.of("m" + i), 1, Work.taking(0).failing(i % 2), Duration.ofMillis(50 * i));
			}
			client.scheduleAll(List.of("slow"), 1, Work.taking(4000), Duration.ZERO);
			client.awaitEmpty(LONG);
			List<JournalEntry> started = node.journal(Kind.STARTED);
			List<Long> lateness = started.stream().map((entry) -> latenessMicros(entry, ahead)).toList();
			System.out.printf("a clock %s off: lateness of %d deliveries from %d to %d µs%n", ahead.negated(),
					lateness.size(), lateness.stream().mapToLong(Long::longValue).min().orElseThrow(),
					lateness.stream().mapToLong(Long::longValue).max().orElseThrow());
			assertThat(node.journal(Kind.COMPLETED)).extracting(JournalEntry::id).doesNotHaveDuplicates().hasSize(41);
			assertThat(node.journal(Kind.FAILED)).isNotEmpty();
			assertThat(lateness)
				.allSatisfy((micros) -> assertThat(micros).isNotNegative().isLessThan(LATE.toNanos() / 1000));
			assertThat(node.journal(Kind.LEASE_LOST)).isEmpty();
			takesAnInstantAsItIs(client, node, ahead);
		}
	}

	private static void takesAnInstantAsItIs(QueueClient client, NodeProcess node, Duration ahead) {
		Instant inAnHour = Instant.now().truncatedTo(ChronoUnit.MILLIS).plus(Duration.ofHours(1));
		client.template().schedule(Work.taking(0).as("instant", 1).dueTime(inAnHour).build());
		if (ahead.isNegative()) {
			MessageView view = client.template().find(Work.QUEUE, "instant").orElseThrow();
			assertThat(view.state()).isEqualTo(MessageState.WAITING);
			assertThat(view.time()).isEqualTo(inAnHour);
		}
		else {
			await().atMost(LONG)
				.until(() -> node.journal(Kind.COMPLETED).stream().anyMatch((entry) -> entry.id().equals("instant")));
		}
	}

	private static long latenessMicros(JournalEntry started, Duration ahead) {
		return started.micros() + ahead.toSeconds() * 1_000_000 - started.detail() * 1000;
	}

	private NodeProcess start(RedisServer redis, Duration ahead) {
		return NodeProcess.start("node", this.folder, redis,
				Map.of("delay-queue.listener.lease", "3s", "delay-queue.listener.concurrency", 8,
						"delay-queue.listener.retry.delay", "200ms", NodeApplication.AHEAD, ahead.toSeconds() + "s"))
			.awaitReady();
	}

}
