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
import io.delayqueue.testapplication.TestApplication;
import io.delayqueue.testredis.RedisProcess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Redis forgets its scripts or drops connections, again and again, while the application
 * works.
 */
class DroppedConnectionIntegrationTests {

	private static final int TIMES = 8;

	private final RedisProcess redis = RedisProcess.start();

	@AfterEach
	void close() {
		this.redis.close();
	}

	@ParameterizedTest
	@CsvSource({ "lettuce, SCRIPT FLUSH", "jedis, SCRIPT FLUSH", "lettuce, CLIENT KILL TYPE normal",
			"jedis, CLIENT KILL TYPE normal", "lettuce, CLIENT KILL SKIPME yes", "jedis, CLIENT KILL SKIPME yes" })
	@KnownFault("bullmq#1658")
	void nothingIsLostOrDoneTwice(String driver, String fault) {
		try (TestApplication application = TestApplication.start(this.redis,
				Map.of("spring.data.redis.client-type", driver, "spring.data.redis.timeout", "1s"), Receipts.class)) {
			Receipts receipts = application.get(Receipts.class);
			try (Load load = Load.start(application.template())) {
				receipts.awaitMore(20);
				for (int i = 0; i < TIMES; i++) {
					this.redis.command(fault.split(" "));
					load.awaitAcknowledged(10);
					receipts.awaitMore(10);
				}
				load.assertNothingLost(receipts, fault + ", " + TIMES + " times (" + driver + ")");
				assertThat(receipts.worstLateness()).isLessThan(Duration.ofSeconds(10));
			}
		}
	}

}
