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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for a shop whose Redis has died.
 */
class ShopWithoutRedisIntegrationTests {

	private static final String ORDER = "{\"item\":\"Tea\",\"amount\":1}";

	@TempDir
	private static Path dataDir;

	private static RunningShop shop;

	private static RestTestClient http;

	@BeforeAll
	static void open() throws IOException {
		shop = RunningShop.start(dataDir, "--spring.data.redis.timeout=1s");
		http = RestTestClient.bindToServer().baseUrl(shop.client().address()).build();
		shop.client().post("/orders", ORDER);
		String processId = Files.readString(dataDir.resolve("redis/redis.pid")).strip();
		ProcessHandle redis = ProcessHandle.of(Long.parseLong(processId)).orElseThrow();
		redis.destroyForcibly();
		redis.onExit().join();
	}

	@AfterAll
	static void close() {
		shop.close();
	}

	@Test
	void refusesOrderAndKeepsNothingOfIt() {
		http.post()
			.uri("/orders")
			.contentType(MediaType.APPLICATION_JSON)
			.body(ORDER)
			.exchange()
			.expectStatus()
			.isEqualTo(503)
			.expectHeader()
			.exists("Retry-After");
		assertThat(shop.client().allOrders()).hasSize(1);
	}

	@Test
	void reportsWhatAnImportHasKept() {
		http.post()
			.uri("/orders/import")
			.contentType(MediaType.APPLICATION_NDJSON)
			.body(ORDER)
			.exchange()
			.expectStatus()
			.isEqualTo(503)
			.expectBody()
			.jsonPath("$.report.lines")
			.isEqualTo(1)
			.jsonPath("$.report.imported")
			.isEqualTo(0);
		assertThat(shop.client().allOrders()).hasSize(1);
	}

	@Test
	void takesPayment() {
		http.post()
			.uri("/orders/1/payment")
			.exchange()
			.expectStatus()
			.isOk()
			.expectBody()
			.jsonPath("$.state")
			.isEqualTo("PAID");
	}

}
