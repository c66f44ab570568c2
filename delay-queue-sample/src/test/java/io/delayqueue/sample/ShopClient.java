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

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.StreamSupport;

import tools.jackson.databind.JsonNode;

import org.springframework.http.MediaType;
import org.springframework.web.client.RestClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Talks to a shop over HTTP.
 */
final class ShopClient {

	private final String address;

	private final RestClient http;

	ShopClient(String address) {
		this.address = address;
		this.http = RestClient.create(address);
	}

	String address() {
		return this.address;
	}

	JsonNode get(String path) {
		return this.http.get().uri(path).retrieve().requiredBody(JsonNode.class);
	}

	JsonNode post(String path, String json) {
		return this.http.post()
			.uri(path)
			.contentType(MediaType.APPLICATION_JSON)
			.body(json)
			.retrieve()
			.requiredBody(JsonNode.class);
	}

	/**
	 * Import one order per due time.
	 * @param dueTimes the due times, in milliseconds since the epoch
	 * @return the shop's report
	 */
	JsonNode importOrders(LongStream dueTimes) {
		String lines = dueTimes.mapToObj(Instant::ofEpochMilli)
			.map("{\"item\":\"Tea\",\"amount\":4.5,\"payBy\":\"%s\"}"::formatted)
			.collect(Collectors.joining("\n"));
		JsonNode report = this.http.post()
			.uri("/orders/import")
			.contentType(MediaType.APPLICATION_NDJSON)
			.body(lines)
			.retrieve()
			.requiredBody(JsonNode.class);
		assertThat(report.path("bad").asInt()).as("bad lines of %s", report).isZero();
		return report;
	}

	long count(String state) {
		return get("/orders?limit=1").at("/summary/counts/" + state).asLong();
	}

	void awaitClosed(long count, Duration atMost) {
		await().atMost(atMost).pollInterval(Duration.ofMillis(200)).until(() -> count("CLOSED") == count);
	}

	List<JsonNode> allOrders() {
		List<JsonNode> orders = new ArrayList<>();
		JsonNode page = get("/orders?limit=500");
		while (page.has("next")) {
			orders.addAll(list(page));
			page = get(page.path("next").asString().substring(this.address.length()));
		}
		orders.addAll(list(page));
		return orders;
	}

	private static List<JsonNode> list(JsonNode page) {
		return StreamSupport.stream(page.path("orders").spliterator(), false).toList();
	}

}
