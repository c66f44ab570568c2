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
import java.util.stream.IntStream;

import io.delayqueue.DelayQueueException;
import io.delayqueue.KnownFault;
import io.delayqueue.OutcomeUnknownException;
import io.delayqueue.testapplication.TestApplication;
import io.delayqueue.testredis.RedisProcess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Redis is killed and started again, or not there yet when the application starts.
 */
class RestartIntegrationTests {

	/**
	 * A few seconds, and some more for a busy machine.
	 */
	private static final Duration RECOVERY = Duration.ofSeconds(10);

	private final RedisProcess redis = RedisProcess.startAppendOnly();

	@AfterEach
	void close() {
		this.redis.close();
	}

	@ParameterizedTest
	@ValueSource(strings = { "lettuce", "jedis" })
	@KnownFault("redisson#1754")
	void nothingIsLostWhileIdle(String driver) {
		try (TestApplication application = start(driver); Warnings warnings = Warnings.collect()) {
			Receipts receipts = application.get(Receipts.class);
			List<String> ids = IntStream.range(0, 20)
				.mapToObj((i) -> application.template().schedule(Receipts.QUEUE, "soon", Duration.ofMillis(1500)))
				.toList();
			String later = application.template().schedule(Receipts.QUEUE, "later", Duration.ofHours(1));
			this.redis.kill();
			application.get(Events.class).awaitFailed(1);
			this.redis.restart();
			receipts.assertHandledOnce(ids);
			print("Restart while idle", driver, receipts.worstLateness());
			assertThat(receipts.worstLateness()).isLessThan(RECOVERY);
			assertThat(application.template().find(Receipts.QUEUE, later)).isPresent();
			warnings.assertTellOfOneOutage("work", application.get(Events.class));
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "lettuce", "jedis" })
	void nothingIsLostWhileBusy(String driver) {
		try (TestApplication application = start(driver); Warnings warnings = Warnings.collect()) {
			Receipts receipts = application.get(Receipts.class);
			try (Load load = Load.start(application.template())) {
				receipts.awaitMore(50);
				this.redis.kill();
				application.get(Events.class).awaitFailed(1);
				this.redis.restart();
				long back = System.nanoTime();
				load.awaitAcknowledged(50);
				load.assertNothingLost(receipts, "Restart while busy (" + driver + ")");
				print("Restart while busy", driver, receipts.firstAfter(back));
				assertThat(receipts.firstAfter(back)).isLessThan(RECOVERY);
				assertThat(receipts.worstLateness()).isLessThan(RECOVERY.multipliedBy(2));
				warnings.assertTellOfOneOutage("work", application.get(Events.class));
			}
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "lettuce", "jedis" })
	@KnownFault({ "rqueue null", "subscribing blocks the start" })
	void applicationStartsWithoutRedis(String driver) {
		this.redis.kill();
		try (TestApplication application = start(driver)) {
			Receipts receipts = application.get(Receipts.class);
			assertThatExceptionOfType(DelayQueueException.class)
				.isThrownBy(() -> application.template().schedule(Receipts.QUEUE, "lost", Duration.ZERO))
				.satisfies((ex) -> assertThat(ex).isNotInstanceOf(OutcomeUnknownException.class))
				.withMessageContaining("'" + Receipts.QUEUE + "'")
				.withMessageContaining("Redis can't be reached")
				.withMessageContaining("Nothing was changed");
			this.redis.restart();
			long back = System.nanoTime();
			CertainSchedule.of(application.template(), Receipts.QUEUE, "first");
			receipts.assertHandledOnce(List.of("first"));
			print("Absent at the start", driver, receipts.firstAfter(back));
			assertThat(receipts.firstAfter(back)).isLessThan(RECOVERY);
		}
	}

	private TestApplication start(String driver) {
		return TestApplication.start(this.redis,
				Map.of("spring.data.redis.client-type", driver, "spring.data.redis.timeout", "1s"), Receipts.class,
				Events.class);
	}

	private static void print(String what, String driver, Duration recovery) {
		System.out.printf("%s (%s): recovered within %d ms%n", what, driver, recovery.toMillis());
	}

}
