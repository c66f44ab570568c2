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
import java.util.Map;

import io.delayqueue.KnownFault;
import io.delayqueue.UncertainScheduleException;
import io.delayqueue.testapplication.TestApplication;
import io.delayqueue.testredis.BusyScript;
import io.delayqueue.testredis.RedisProcess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Redis runs and takes connections, but answers nobody for a while.
 */
class BlockedRedisIntegrationTests {

	private final RedisProcess redis = RedisProcess.start();

	@AfterEach
	void close() {
		this.redis.close();
	}

	@ParameterizedTest
	@ValueSource(strings = { "lettuce", "jedis" })
	@KnownFault("OptimalBits/bull#2015")
	void scriptOfSomebodyElseBlocksRedis(String driver) {
		try (TestApplication application = start(driver); Warnings warnings = Warnings.collect()) {
			Receipts receipts = application.get(Receipts.class);
			try (Load load = Load.start(application.template())) {
				receipts.awaitMore(20);
				BusyScript blocking = BusyScript.start(this.redis);
				// The driver may have sent it before, and a busy Redis can't be asked.
				assertThatExceptionOfType(UncertainScheduleException.class)
					.isThrownBy(() -> application.template().schedule(Receipts.QUEUE, "refused", Duration.ofHours(1)))
					.withStackTraceContaining("a script blocks Redis. Repeat it");
				Events events = application.get(Events.class);
				events.awaitFailed(1);
				blocking.kill();
				events.awaitRecovered(1);
				load.awaitAcknowledged(20);
				load.assertNothingLost(receipts, "BUSY (" + driver + ")");
				assertThat(receipts.worstLateness()).isLessThan(Duration.ofSeconds(10));
				warnings.assertTellOfOneOutage("work", events);
			}
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "lettuce", "jedis" })
	@KnownFault("bullmq#1658")
	void clientsArePausedLongerThanTheyWait(String driver) {
		try (TestApplication application = start(driver); Warnings warnings = Warnings.collect()) {
			Receipts receipts = application.get(Receipts.class);
			try (Load load = Load.start(application.template())) {
				receipts.awaitMore(20);
				this.redis.command("CLIENT", "PAUSE", "2500");
				assertThatExceptionOfType(UncertainScheduleException.class)
					.isThrownBy(() -> application.template().schedule(Receipts.QUEUE, "later", Duration.ofHours(1)))
					.withMessageContaining("Repeat it");
				load.awaitAcknowledged(20);
				load.assertNothingLost(receipts, "CLIENT PAUSE (" + driver + ")");
				assertThat(receipts.worstLateness()).isLessThan(Duration.ofSeconds(10));
				warnings.assertTellOfOneOutage("work", application.get(Events.class));
			}
		}
	}

	private TestApplication start(String driver) {
		return TestApplication.start(this.redis,
				Map.of("spring.data.redis.client-type", driver, "spring.data.redis.timeout", "700ms"), Receipts.class,
				Events.class);
	}

}
