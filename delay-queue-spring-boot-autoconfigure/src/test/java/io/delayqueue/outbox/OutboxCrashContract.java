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

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import javax.sql.DataSource;

import io.delayqueue.store.ClaimReply;
import io.delayqueue.store.ClaimRequest;
import io.delayqueue.store.ConsumerCall;
import io.delayqueue.store.DelayQueueStore;
import io.delayqueue.store.QueueCounts;
import io.delayqueue.store.RetryPolicy;
import io.delayqueue.store.Settlement;
import io.delayqueue.store.redis.RedisDelayQueueStore;
import io.delayqueue.testredis.RedisServer;
import io.delayqueue.testredis.RedisTest;
import io.delayqueue.testredis.SupervisedProcess;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Processes die while they relay, and others take over, on every database. With the
 * system property {@code delayqueue.test.outbox.seeds} it is done as often as that says.
 */
@RedisTest
abstract class OutboxCrashContract {

	private static final int SEEDS = Integer.getInteger("delayqueue.test.outbox.seeds", 2);

	private static final Duration LONG = Duration.ofSeconds(60);

	private final Map<String, Integer> handled = new HashMap<>();

	private final List<Settlement> settlements = new ArrayList<>();

	private long calls;

	private long confirmed;

	@TempDir
	private Path folder;

	/**
	 * Return an empty database that outlives the processes that use it.
	 * @param folder a folder for files
	 * @return the URL of the database
	 */
	abstract String emptyDatabase(Path folder);

	@ParameterizedTest
	@EnumSource(DyingNode.Point.class)
	void handlesAllThatIsCommittedAndNothingElse(DyingNode.Point point, RedisServer redis) {
		int committed = 0;
		int again = 0;
		for (int seed = 1; seed <= SEEDS; seed++) {
			this.handled.clear();
			String url = emptyDatabase(this.folder);
			String prefix = redis.keyPrefix() + "-" + seed;
			DelayQueueStore store = new RedisDelayQueueStore(redis.lettuce(), prefix);
			List<String> orders = run(seed, point, url, redis.port(), prefix, store);
			assertThat(this.handled.keySet()).as("seed " + seed).containsExactlyInAnyOrderElementsOf(orders);
			committed += orders.size();
			again += this.handled.values().stream().mapToInt((times) -> times - 1).sum();
		}
		System.out.printf("%s died %s, %d times: %d messages committed, all handled, %d more than once%n",
				getClass().getSimpleName(), point, SEEDS, committed, again);
		assertThat(committed).isPositive();
	}

	private List<String> run(int seed, DyingNode.Point point, String url, int port, String prefix,
			DelayQueueStore store) {
		DataSource dataSource = new DriverManagerDataSource(url);
		OutboxHarness.createTables(dataSource);
		try (OutboxHarness harness = new OutboxHarness(dataSource, store)) {
			harness.jdbc().execute("CREATE TABLE orders (id VARCHAR(40) PRIMARY KEY)");
			close(dataSource);
			SupervisedProcess node = SupervisedProcess
				.start(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx96m",
						"-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"),
						DyingNode.class.getName(), url, String.valueOf(port), prefix, String.valueOf(seed),
						point.name()), this.folder.resolve("node.log"));
			await().atMost(LONG).pollInterval(Duration.ofMillis(20)).until(() -> {
				consume(store);
				return !node.isAlive();
			});
			assertThat(node.exitValue()).as("It has to die of the fault").isEqualTo(DyingNode.STATUS);
			JdbcOutbox outbox = harness.outbox(Duration.ofMillis(20));
			assertThat(outbox.backlog().count()).as("What was committed and is not marked").isPositive();
			outbox.start();
			await().atMost(LONG)
				.pollInterval(Duration.ofMillis(20))
				.until(() -> consume(store) == 0 && outbox.backlog().count() == 0 && isEmpty(store));
			assertThat(harness.failures()).isEmpty();
			List<String> orders = harness.jdbc().queryForList("SELECT id FROM orders", String.class);
			outbox.stop();
			return orders;
		}
		finally {
			close(dataSource);
		}
	}

	/**
	 * Let go of a database that only one process may have.
	 * @param dataSource leads to the database
	 */
	void close(DataSource dataSource) {
	}

	private static boolean isEmpty(DelayQueueStore store) {
		QueueCounts counts = store.count(DyingNode.QUEUE);
		return counts.waiting() + counts.due() + counts.leased() == 0;
	}

	private int consume(DelayQueueStore store) {
		ClaimReply reply = store.claim(new ClaimRequest(
				new ConsumerCall(DyingNode.QUEUE, "test", ++this.calls, this.confirmed), 100, Duration.ofMinutes(1),
				new RetryPolicy(0, List.of(Duration.ZERO), Duration.ZERO), List.copyOf(this.settlements)));
		this.settlements.clear();
		this.confirmed = reply.token();
		reply.messages().forEach((message) -> {
			this.handled.merge(message.id(), 1, Integer::sum);
			this.settlements.add(new Settlement.Acknowledge(message.id(), message.token()));
		});
		return reply.messages().size();
	}

}
