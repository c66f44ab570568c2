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
import java.util.List;
import java.util.stream.LongStream;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for how late many orders close themselves.
 */
class OrderClosingIntegrationTests {

	private static final Log logger = LogFactory.getLog(OrderClosingIntegrationTests.class);

	private static final int ORDERS = 1000;

	@TempDir
	private static Path dataDir;

	private static RunningShop shop;

	private static long leadMillis;

	@BeforeAll
	static void open() {
		shop = RunningShop.start(dataDir);
		warmUp();
	}

	@AfterAll
	static void close() {
		shop.close();
	}

	@Test
	void closesOrdersThatAreDueOverTenSeconds() {
		long before = shop.client().count("CLOSED");
		long start = Instant.now().toEpochMilli() + leadMillis;
		shop.client().importOrders(LongStream.range(0, ORDERS).map((index) -> start + index * 10));
		shop.client().awaitClosed(before + ORDERS, Duration.ofSeconds(60));
		List<Long> lateness = lateness();
		logger.info("1,000 orders due over 10 s: " + describe(lateness) + " (goal: p99 50 ms)");
		assertThat(lateness).hasSize(ORDERS).allMatch((millis) -> millis >= 0);
		assertThat(percentile(lateness, 99)).isLessThan(1000);
	}

	@Test
	void closesOrdersThatAreDueAtOneInstant() {
		long before = shop.client().count("CLOSED");
		long due = Instant.now().toEpochMilli() + leadMillis;
		shop.client().importOrders(LongStream.generate(() -> due).limit(ORDERS));
		assertThat(Instant.now().toEpochMilli()).as("end of the import").isLessThan(due);
		shop.client().awaitClosed(before + ORDERS, Duration.ofSeconds(60));
		List<Long> lateness = lateness();
		logger.info("1,000 orders due at one instant: " + describe(lateness) + " (goal: all within 2,000 ms)");
		assertThat(lateness).hasSize(ORDERS).allMatch((millis) -> millis >= 0);
		assertThat(percentile(lateness, 100)).isLessThan(5000);
	}

	// What is measured is the shop, not the compilation of its byte code. How long an
	// import takes here, which depends on the machine, tells when orders can be due.
	private static void warmUp() {
		long now = Instant.now().toEpochMilli();
		shop.client().importOrders(LongStream.generate(() -> now).limit(ORDERS));
		leadMillis = 2000 + Instant.now().toEpochMilli() - now;
		shop.client().awaitClosed(ORDERS, Duration.ofSeconds(60));
	}

	private static List<Long> lateness() {
		return shop.client()
			.allOrders()
			.stream()
			.limit(ORDERS)
			.map((order) -> order.path("lateMillis"))
			.filter(JsonNode::isNumber)
			.map(JsonNode::asLong)
			.sorted()
			.toList();
	}

	private static String describe(List<Long> lateness) {
		return "late by p50 %d ms, p99 %d ms, max %d ms".formatted(percentile(lateness, 50), percentile(lateness, 99),
				percentile(lateness, 100));
	}

	private static long percentile(List<Long> sorted, int percent) {
		return sorted.get(Math.max(0, (int) Math.ceil(sorted.size() * percent / 100.0) - 1));
	}

}
