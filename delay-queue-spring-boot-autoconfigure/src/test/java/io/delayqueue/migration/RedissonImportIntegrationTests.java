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

import io.delayqueue.core.MessageView;
import io.delayqueue.testredis.RedisServer;
import io.delayqueue.testredis.RedisTest;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.api.RBlockingQueue;
import org.redisson.api.RDelayedQueue;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.Codec;
import org.redisson.config.Config;

import static io.delayqueue.migration.ImportBench.QUEUE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * Imports from delayed queues that Redisson itself has filled.
 */
@RedisTest
@SuppressWarnings("deprecation")
class RedissonImportIntegrationTests {

	private RedissonClient redisson;

	@BeforeEach
	void connect(RedisServer server) {
		Config config = new Config();
		config.useSingleServer().setAddress("redis://" + server.host() + ":" + server.port());
		this.redisson = Redisson.create(config);
	}

	@AfterEach
	void disconnect() {
		this.redisson.shutdown();
	}

	@Test
	void movesWhatTheCodecOfTheApplicationCanRead(RedisServer server) {
		ImportBench bench = new ImportBench(server);
		RBlockingQueue<List<String>> queue = this.redisson.getBlockingQueue(server.keyPrefix() + ":orders");
		RDelayedQueue<List<String>> delayed = this.redisson.getDelayedQueue(queue);
		Instant before = ImportBench.inHours(0);
		delayed.offer(List.of("order-1", "tea"), 1, TimeUnit.HOURS);
		delayed.offer(List.of("order-2", "x".repeat(300)), 2, TimeUnit.HOURS);
		delayed.offer(List.of("order-3", "soon"), 10, TimeUnit.SECONDS);
		Codec codec = this.redisson.getConfig().getCodec();
		PendingMessageSource source = PendingMessageSource.redisson(server.lettuce(), queue.getName());
		ImportReport report = new PendingMessageImporter(source, bench.template()).leaveDueWithin(Duration.ofMinutes(1))
			.run((pending) -> {
				List<?> order = (List<?>) codec.getValueDecoder()
					.decode(Unpooled.wrappedBuffer(pending.getBody()), null);
				return pending.to(QUEUE, (String) order.get(0), order).build();
			});
		assertThat(report).isEqualTo(new ImportReport(2, 2, 0, 0, 0, 0, 0, null));
		assertThat(delayed.readAll()).containsExactly(List.of("order-3", "soon"));
		MessageView message = bench.find("order-1");
		assertThat(message.payload().bytes()).asString().isEqualTo("[\"order-1\",\"tea\"]");
		assertThat(message.time()).isCloseTo(before.plus(Duration.ofHours(1)), within(Duration.ofMinutes(1)));
		assertThat(bench.find("order-2")).isNotNull();
		delayed.destroy();
	}

	@Test
	void leavesNothingBehindWhenAllAreMoved(RedisServer server) {
		ImportBench bench = new ImportBench(server);
		RBlockingQueue<String> queue = this.redisson.getBlockingQueue(server.keyPrefix() + ":{orders}:all");
		RDelayedQueue<String> delayed = this.redisson.getDelayedQueue(queue);
		delayed.offer("same", 1, TimeUnit.HOURS);
		delayed.offer("same", 1, TimeUnit.HOURS);
		new PendingMessageImporter(PendingMessageSource.redisson(server.lettuce(), queue.getName()), bench.template())
			.run((pending) -> pending.to(QUEUE, "payload").build());
		assertThat(delayed.size()).isZero();
		assertThat(bench.redis().keys("redisson_delay_queue*" + queue.getName() + "*")).isEmpty();
		delayed.destroy();
	}

}
