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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.delayqueue.KnownFault;
import io.delayqueue.testredis.RedisProcess;
import io.delayqueue.testredis.TcpProxy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Applications produce and consume while everything around them breaks, as a seeded
 * script says; then all is mended, the queue drained, and the journals judged. For longer
 * than in CI, or again: {@code -Ddelayqueue.faults.seconds=600
 * -Ddelayqueue.faults.seed=…}.
 */
class FaultReportIntegrationTests {

	private static final Duration LENGTH = Duration.ofSeconds(Integer.getInteger("delayqueue.faults.seconds", 30));

	private static final long SEED = Long.getLong("delayqueue.faults.seed",
			ThreadLocalRandom.current().nextInt(1_000_000));

	private static final int NODES = 3;

	private static final Duration LEASE = Duration.ofSeconds(2);

	private static final Duration TO_DRAIN = Duration.ofSeconds(120);

	@TempDir
	private Path folder;

	@Test
	@KnownFault("bitleak/lmstfy#152")
	void losesNothingAndHandsOutNothingEarlyOrToTwo() throws InterruptedException, IOException {
		FaultScript script = FaultScript.of(SEED, LENGTH, NODES, LEASE);
		System.out.printf("-Ddelayqueue.faults.seconds=%d -Ddelayqueue.faults.seed=%d%n", LENGTH.toSeconds(), SEED);
		try (RedisProcess redis = RedisProcess.startAppendOnly()) {
			List<TcpProxy> proxies = IntStream.range(0, NODES).mapToObj((i) -> TcpProxy.to(redis)).toList();
			List<NodeProcess> nodes = IntStream.range(0, NODES).mapToObj((i) -> start(i, proxies.get(i))).toList();
			try {
				nodes.forEach(NodeProcess::awaitReady);
				FaultRun run = new FaultRun(redis, proxies, nodes);
				run.run(script);
				System.out.println(run.counts());
				nodes.forEach(NodeProcess::awaitReady);
				Files.createFile(this.folder.resolve("stop"));
				drain(redis, nodes);
				judge(nodes, run.downs());
			}
			finally {
				nodes.forEach(NodeProcess::close);
				proxies.forEach(TcpProxy::close);
			}
		}
	}

	private NodeProcess start(int number, TcpProxy proxy) {
		return NodeProcess.start("node-" + number, this.folder, proxy,
				Map.of("spring.data.redis.timeout", "2s", "delay-queue.listener.lease", LEASE.toSeconds() + "s",
						"delay-queue.listener.concurrency", 32, "delay-queue.listener.retry.max-retries", 100,
						"delay-queue.listener.retry.delay", "200ms", "delay-queue.listener.retry.max-delay", "1s",
						NodeApplication.RATE, 100, Worker.DEAD_LETTERS, true));
	}

	private static void drain(RedisProcess redis, List<NodeProcess> nodes) {
		QueueClient client = new QueueClient(redis);
		client.awaitEmpty(TO_DRAIN);
		client.awaitNoneDead(TO_DRAIN);
		nodes.forEach(NodeProcess::terminate);
		assertThat(nodes).allSatisfy((node) -> assertThat(node.awaitEnd(TO_DRAIN)).isEqualTo(143));
		client.awaitEmpty(Duration.ofSeconds(1));
		assertThat(client.statistics().dead()).isZero();
	}

	private static void judge(List<NodeProcess> nodes, Map<String, List<Long>> downs) {
		Map<String, List<JournalEntry>> journals = nodes.stream()
			.collect(Collectors.toMap(NodeProcess::name, NodeProcess::journal));
		FaultReport report = new QueueChecker(new QueueHistory(journals, downs)).check();
		System.out.println(report);
		assertThat(report.acknowledged()).isPositive();
		assertThat(report.lost()).as("lost").isZero();
		assertThat(report.unexpected()).as("unexpected").isZero();
		assertThat(report.early()).as("early").isZero();
		assertThat(report.staleAccepted()).as("stale settlements accepted").isZero();
	}

}
