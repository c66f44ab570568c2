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

package io.delayqueue.sample;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.LongStream;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for what survives when the shop ends in one way or another.
 */
class ShopRestartIntegrationTests {

	private static final Log logger = LogFactory.getLog(ShopRestartIntegrationTests.class);

	@TempDir
	private Path dataDir;

	@Test
	void closesAllOrdersAfterBeingKilled() throws Exception {
		try (ShopProcess killed = ShopProcess.start(this.dataDir)) {
			ShopClient client = killed.client();
			long now = Instant.now().toEpochMilli();
			client.importOrders(LongStream.range(0, 100).map((index) -> now + 1000 + index * 100));
			await().atMost(Duration.ofSeconds(60)).until(() -> client.count("CLOSED") > 0);
			long later = Instant.now().toEpochMilli();
			client.importOrders(LongStream.range(0, 500).map((index) -> later + 12_000 + index * 4));
			assertThat(client.count("OPEN")).isGreaterThanOrEqualTo(500);
			killed.kill();
		}
		try (ShopProcess restarted = ShopProcess.start(this.dataDir)) {
			ShopClient client = restarted.client();
			logger
				.info("After kill -9: " + client.count("CLOSED") + " orders closed, " + client.count("OPEN") + " open");
			client.awaitClosed(600, Duration.ofSeconds(90));
			assertThat(client.count("OPEN")).isZero();
			assertThat(client.allOrders()).hasSize(600)
				.allMatch((order) -> order.path("lateMillis").asLong(-1) >= 0, "not early");
		}
	}

	@Test
	void schedulesOpenOrdersThatAreNotInTheQueue() {
		long id;
		try (RunningShop shop = RunningShop.start(this.dataDir)) {
			id = shop.client().post("/orders", "{\"item\":\"Tea\",\"amount\":1}").path("id").asLong();
			shop.getBean(JdbcClient.class).sql("""
					INSERT INTO orders (id, item, amount, state, placed_at, due_at)
					VALUES (1000, 'Tea', 1, 'OPEN', LOCALTIMESTAMP, DATEADD(SECOND, -5, LOCALTIMESTAMP))
					""").update();
		}
		try (RunningShop shop = RunningShop.start(this.dataDir)) {
			await().atMost(Duration.ofSeconds(10))
				.until(() -> shop.client().get("/orders/1000").path("state").asString().equals("CLOSED"));
			assertThat(shop.client().get("/orders/" + id).path("state").asString()).isEqualTo("OPEN");
		}
	}

	@Test
	void refusesToStartTwiceInOneFolder() throws Exception {
		try (RunningShop first = RunningShop.start(this.dataDir);
				ShopProcess second = ShopProcess.start(this.dataDir)) {
			assertThat(second.awaitEnd()).isNotZero();
			assertThat(second.output()).contains("APPLICATION FAILED TO START")
				.contains("in use by another process")
				.contains("--shop.data-dir");
			assertThat(first.client().count("OPEN")).isZero();
		}
	}

}
