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

package io.delayqueue.outage;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.delayqueue.testapplication.TestApplication;
import io.delayqueue.testredis.RedisProcess;
import io.delayqueue.testredis.TcpProxy;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What reading the gauges of queues costs Redis, and what they show without it.
 */
class QueueGaugesIntegrationTests {

	private final RedisProcess redis = RedisProcess.start();

	private final TcpProxy proxy = TcpProxy.to(this.redis);

	@AfterEach
	void close() {
		this.proxy.close();
		this.redis.close();
	}

	@Test
	void readsEachQueueOnceHoweverOftenGaugesAreRead() {
		schedule("a", "b", "c");
		try (TestApplication application = start("1h")) {
			MeterRegistry registry = application.get(MeterRegistry.class);
			await().until(() -> registry.find("delayqueue.queue.overdue").gauges().size() == 3);
			for (int i = 0; i < 20; i++) {
				assertThat(waiting(registry)).containsExactly(1.0, 1.0, 1.0);
			}
			System.out.println("Gauges of 3 queues, read 20 times: " + this.proxy.commands().byName());
			assertThat(this.proxy.commands().of("EVALSHA")).isEqualTo(4);
		}
	}

	@Test
	void holdsUpNoScrapeForLongWhileRedisHangsAndSaysNothing() {
		schedule("a");
		try (TestApplication application = start("1ms"); Warnings warnings = Warnings.collect()) {
			MeterRegistry registry = application.get(MeterRegistry.class);
			await().until(() -> waiting(registry), (values) -> values.equals(List.of(1.0)));
			this.redis.pause();
			long begin = System.nanoTime();
			for (int i = 0; i < 20; i++) {
				assertThat(waiting(registry)).containsExactly(1.0);
			}
			Duration time = Duration.ofNanos(System.nanoTime() - begin);
			System.out.println("Gauges read 20 times while Redis hangs: " + time.toMillis() + " ms");
			assertThat(time).isLessThan(Duration.ofSeconds(10));
			this.redis.resume();
			application.template().schedule("a", "x", Duration.ofDays(1));
			await().until(() -> waiting(registry), (values) -> values.equals(List.of(2.0)));
			assertThat(warnings.of("none")).isEmpty();
		}
	}

	@Test
	void saysNothingWhileRedisIsAwayAndShowsWhatIsThereAfterwards() {
		schedule("a");
		this.proxy.refuse();
		try (TestApplication application = start("10ms"); Warnings warnings = Warnings.collect()) {
			MeterRegistry registry = application.get(MeterRegistry.class);
			for (int i = 0; i < 5; i++) {
				assertThat(registry.get("delayqueue.queues").gauge().value()).isNaN();
			}
			this.proxy.heal();
			await().atMost(Duration.ofSeconds(60)).until(() -> {
				registry.get("delayqueue.queues").gauge().value();
				return waiting(registry);
			}, (values) -> values.equals(List.of(1.0)));
			assertThat(warnings.of("none")).isEmpty();
		}
	}

	private void schedule(String... queues) {
		try (TestApplication application = TestApplication.start(this.redis, Map.of())) {
			for (String queue : queues) {
				application.template().schedule(queue, "x", Duration.ofDays(1));
			}
		}
	}

	private TestApplication start(String interval) {
		return TestApplication.start(this.proxy,
				Map.of("delay-queue.metrics.interval", interval, "spring.data.redis.timeout", "60s"));
	}

	private static List<Double> waiting(MeterRegistry registry) {
		return registry.find("delayqueue.queue.waiting").gauges().stream().map(Gauge::value).toList();
	}

}
