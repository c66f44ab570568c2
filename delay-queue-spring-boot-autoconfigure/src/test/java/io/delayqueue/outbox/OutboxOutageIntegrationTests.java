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

package io.delayqueue.outbox;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import io.delayqueue.RealTime;
import io.delayqueue.core.DelayQueueTemplate;
import io.delayqueue.store.QueueCounts;
import io.delayqueue.store.redis.RedisDelayQueueStore;
import io.delayqueue.testredis.RedisProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Redis is away for a while, as long as the system property
 * {@code delayqueue.test.outbox.outage} says in seconds, and the application goes on.
 */
@ExtendWith(OutputCaptureExtension.class)
class OutboxOutageIntegrationTests {

	private static final Duration OUTAGE = Duration.ofSeconds(Long.getLong("delayqueue.test.outbox.outage", 4));

	@Test
	void commitsWhileRedisIsAwayAndDrainsAfterwards(CapturedOutput output) throws InterruptedException {
		try (RedisProcess redis = RedisProcess.startAppendOnly()) {
			RedisDelayQueueStore store = new RedisDelayQueueStore(redis.lettuce(Duration.ofSeconds(1)),
					redis.keyPrefix());
			try (OutboxHarness harness = new OutboxHarness(H2Databases.empty(), store)) {
				OutboxHarness.createTables(harness.jdbc().getDataSource());
				JdbcOutbox outbox = harness.outbox(Duration.ofSeconds(1));
				outbox.start();
				DelayQueueTemplate template = harness.template(outbox);
				template.schedule("q", "x", Duration.ofHours(1));
				harness.awaitEmpty(outbox);
				redis.kill();
				Set<String> committed = new HashSet<>();
				long slowest = 0;
				long begin = System.nanoTime();
				for (int i = 0; System.nanoTime() - begin < OUTAGE.toNanos(); i++) {
					long start = System.nanoTime();
					boolean rollback = i % 5 == 4;
					String id = harness.transaction().execute((status) -> {
						if (rollback) {
							status.setRollbackOnly();
						}
						return template.schedule("q", "x", Duration.ofHours(1));
					});
					slowest = Math.max(slowest, System.nanoTime() - start);
					if (!rollback) {
						committed.add(id);
					}
					RealTime.pass(Duration.ofMillis(5));
				}
				assertThat(outbox.backlog().count()).isEqualTo(committed.size());
				redis.restart();
				long restarted = System.nanoTime();
				harness.awaitEmpty(outbox);
				long drained = System.nanoTime() - restarted;
				System.out.printf(
						"Redis away for %d s: %d commits, the slowest took %d ms; the backlog was drained %d ms after its return%n",
						OUTAGE.toSeconds(), committed.size(), TimeUnit.NANOSECONDS.toMillis(slowest),
						TimeUnit.NANOSECONDS.toMillis(drained));
				assertThat(slowest).isLessThan(TimeUnit.SECONDS.toNanos(1));
				assertThat(committed).allMatch((id) -> store.find("q", id).isPresent());
				QueueCounts counts = store.count("q");
				assertThat(counts.waiting() + counts.due()).isEqualTo(committed.size() + 1);
				assertThat(harness.failures()).isEmpty();
				assertThat(output).containsOnlyOnce("can't be relayed at present");
			}
		}
	}

}
