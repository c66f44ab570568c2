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

package io.delayqueue.migration;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.delayqueue.testredis.RedisCluster;
import io.delayqueue.testredis.RedisTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.Redisson;
import org.redisson.api.RDelayedQueue;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

import org.springframework.data.redis.connection.RedisConnectionFactory;

import static io.delayqueue.migration.ImportBench.QUEUE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Imports within a cluster, where what is pending, its lock and the queue lie on several
 * nodes.
 */
@RedisTest
class ClusterImportIntegrationTests {

	private static final Instant DUE = Instant.parse("2040-01-01T00:00:00Z");

	private static final PendingMessageMapper BY_NAME = (pending) -> pending.to(QUEUE, pending.getText(), "payload")
		.build();

	@ParameterizedTest
	@ValueSource(strings = { "lettuce", "jedis" })
	void movesEachMember(String driver, RedisCluster cluster) {
		ImportBench bench = bench(cluster, driver);
		for (int i = 0; i < 25; i++) {
			bench.add("order-" + i, DUE.toEpochMilli() + i / 10);
		}
		bench.add("soon", 0);
		PendingMessageImporter importer = bench.importer().pageSize(10).leaveDueWithin(Duration.ofMinutes(1));
		assertThat(importer.dryRun(BY_NAME).moved()).isEqualTo(25);
		assertThat(importer.run(BY_NAME)).isEqualTo(new ImportReport(25, 25, 0, 0, 0, 0, 0, null));
		assertThat(bench.pending()).containsExactly("soon");
		assertThat(bench.find("order-24").time()).isEqualTo(DUE.plusMillis(2));
		assertThat(bench.redis().hasKey("{" + bench.key() + "}:import")).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "lettuce", "jedis" })
	void refusesAKeyThatNoLockCanLieBeside(String driver, RedisCluster cluster) {
		ImportBench bench = bench(cluster, driver);
		PendingMessageImporter importer = new PendingMessageImporter(
				PendingMessageSource.zSet(factory(cluster, driver), "{}" + bench.key()), bench.template());
		for (Runnable run : List.<Runnable>of(() -> importer.run(BY_NAME), () -> importer.dryRun(BY_NAME))) {
			assertThatIllegalStateException().isThrownBy(run::run)
				.withMessageContaining("On a cluster '{}" + bench.key() + "' can't be imported from");
		}
	}

	@Test
	@SuppressWarnings("deprecation")
	void movesWhatRedissonHasDelayed(RedisCluster cluster) {
		ImportBench bench = bench(cluster, "lettuce");
		Config config = new Config();
		cluster.addresses().forEach((address) -> config.useClusterServers().addNodeAddress("redis://" + address));
		RedissonClient redisson = Redisson.create(config);
		try {
			RDelayedQueue<String> delayed = redisson.getDelayedQueue(redisson.getBlockingQueue(bench.key()));
			delayed.offer("tea", 1, TimeUnit.HOURS);
			delayed.offer("tea", 2, TimeUnit.HOURS);
			PendingMessageSource source = PendingMessageSource.redisson(cluster.lettuce(), bench.key());
			ImportReport report = new PendingMessageImporter(source, bench.template())
				.run((pending) -> pending.to(QUEUE, "payload").build());
			assertThat(report).isEqualTo(new ImportReport(2, 2, 0, 0, 0, 0, 0, null));
			assertThat(delayed.size()).isZero();
			delayed.destroy();
		}
		finally {
			redisson.shutdown();
		}
	}

	private static ImportBench bench(RedisCluster cluster, String driver) {
		return new ImportBench(cluster.keyPrefix(), factory(cluster, driver));
	}

	private static RedisConnectionFactory factory(RedisCluster cluster, String driver) {
		return driver.equals("jedis") ? cluster.jedis() : cluster.lettuce();
	}

}
