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

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import io.delayqueue.core.DelayQueueOperations;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for what the shop offers over HTTP.
 */
class ShopIntegrationTests {

	@TempDir
	private static Path dataDir;

	private static RunningShop shop;

	private static RestTestClient http;

	@BeforeAll
	static void open() {
		shop = RunningShop.start(dataDir);
		http = RestTestClient.bindToServer().baseUrl(shop.client().address()).build();
	}

	@AfterAll
	static void close() {
		shop.close();
	}

	@Test
	void placesOrder() {
		http.post()
			.uri("/orders")
			.contentType(MediaType.APPLICATION_JSON)
			.body("{\"item\":\"Tea\",\"amount\":4.50}")
			.exchange()
			.expectStatus()
			.isCreated()
			.expectHeader()
			.valueMatches("Location", "/orders/\\d+")
			.expectBody()
			.jsonPath("$.state")
			.isEqualTo("OPEN")
			.jsonPath("$.closedAt")
			.doesNotExist();
	}

	@Test
	void givesThirtySecondsUnlessOrderSaysOtherwise() {
		JsonNode order = place("{\"item\":\"Tea\",\"amount\":1}");
		assertThat(Duration.between(instant(order, "placedAt"), instant(order, "dueAt"))).hasSeconds(30);
	}

	@Test
	void isDueAtOnceAndNotBeforeItIsPlaced() {
		JsonNode order = place("{\"item\":\"Tea\",\"amount\":1,\"payBy\":\"2020-01-31T07:00:00Z\"}");
		assertThat(instant(order, "dueAt")).isEqualTo(instant(order, "placedAt"));
	}

	@Test
	void closesUnpaidOrderOnTime() {
		JsonNode order = place("{\"item\":\"Tea\",\"amount\":1,\"payWithin\":\"300ms\"}");
		awaitOrderState(order, "CLOSED");
		assertThat(get(order).path("lateMillis").asLong()).isBetween(0L, 5000L);
	}

	@Test
	void cancelsTimeoutOfPaidOrder() {
		JsonNode order = place("{\"item\":\"Tea\",\"amount\":1}");
		String messageId = "order-" + order.path("id").asLong();
		assertThat(queue().find("order-timeout", messageId)).isPresent();
		pay(order, 200);
		assertThat(get(order).path("state").asString()).isEqualTo("PAID");
		assertThat(queue().find("order-timeout", messageId)).isEmpty();
	}

	@Test
	void ignoresTimeoutThatComesInVain() {
		JsonNode order = place("{\"item\":\"Tea\",\"amount\":1}");
		pay(order, 200);
		for (long id : new long[] { order.path("id").asLong(), 888_888 }) {
			String messageId = queue().schedule("order-timeout", Map.of("orderId", id), Duration.ZERO);
			await().atMost(Duration.ofSeconds(10)).until(() -> queue().find("order-timeout", messageId).isEmpty());
		}
		assertThat(get(order).path("state").asString()).isEqualTo("PAID");
	}

	@Test
	void takesPaymentTwice() {
		JsonNode order = place("{\"item\":\"Tea\",\"amount\":1}");
		pay(order, 200);
		JsonNode paid = get(order);
		pay(order, 200);
		assertThat(get(order)).isEqualTo(paid);
	}

	@Test
	void refusesPaymentOfClosedOrder() {
		JsonNode order = place("{\"item\":\"Tea\",\"amount\":1,\"payWithin\":\"0s\"}");
		awaitOrderState(order, "CLOSED");
		pay(order, 409);
	}

	@Test
	void knowsNoOtherOrders() {
		http.get()
			.uri("/orders/999999")
			.exchange()
			.expectStatus()
			.isNotFound()
			.expectBody()
			.jsonPath("$.detail")
			.isEqualTo("There is no order 999999");
		http.post().uri("/orders/999999/payment").exchange().expectStatus().isNotFound();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			/orders   | {"amount":1}                                  | item
			/orders   | {"item":"Tea","amount":"much"}                | amount
			/orders   | {"item":"Tea","amount":-1}                    | amount
			/orders   | {"item":"Tea","amount":1,"payWithin":"30"}    | payWithin
			/orders   | {"item":"Tea","amount":1,"payBy":"tomorrow"}  | payBy
			/articles | {"publishAt":"2030-01-31T07:00:00Z"}          | title
			/articles | {"title":"News"}                              | publishAt
			/articles | {"title":"News","publishAt":"at seven"}       | publishAt
			/articles | {"title":"News","publishAt":1}                | publishAt
			/articles | {"title":5,"publishAt":"2030-01-31T07:00:00Z"} | title
			/orders   | {"item":5,"amount":1}                         | item
			/orders   | {"item":"Te\\u0000a","amount":1}               | item
			/orders   | {"item":"Te\\ud83ca","amount":1}               | item
			/orders   | {"item":"Tea","amount":1,"payBy":1}           | payBy
			""")
	void namesFieldThatIsWrong(String path, String body, String field) {
		http.post()
			.uri(path)
			.contentType(MediaType.APPLICATION_JSON)
			.body(body)
			.exchange()
			.expectStatus()
			.isBadRequest()
			.expectHeader()
			.contentType(MediaType.APPLICATION_PROBLEM_JSON)
			.expectBody()
			.jsonPath("$.field")
			.isEqualTo(field);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "{|Malformed JSON", "''|needs a body", "[]|The JSON is not an object" })
	void refusesMalformedBody(String body, String reason) {
		http.post()
			.uri("/orders")
			.contentType(MediaType.APPLICATION_JSON)
			.body(body)
			.exchange()
			.expectStatus()
			.isBadRequest()
			.expectBody(String.class)
			.value((problem) -> assertThat(problem).contains(reason).doesNotContain("tools.jackson"));
	}

	@ParameterizedTest
	@CsvSource({ "/orders?limit=0, limit, must be from 1 to 500", "/orders?limit=501, limit, must be from 1 to 500",
			"/orders?limit=x, limit, can't be 'x'", "/orders?before=x, before, can't be 'x'",
			"/orders?state=NOPE, state, can't be 'NOPE'", "/articles?state=NOPE, state, can't be 'NOPE'",
			"/orders/abc, id, can't be 'abc'", "/articles/abc, id, can't be 'abc'" })
	void namesParameterThatIsWrong(String address, String field, String reason) {
		http.get()
			.uri(address)
			.exchange()
			.expectStatus()
			.isBadRequest()
			.expectBody()
			.jsonPath("$.field")
			.isEqualTo(field)
			.jsonPath("$.detail")
			.isEqualTo("'" + field + "' " + reason);
	}

	@Test
	void listsOrdersInPages() {
		long first = place("{\"item\":\"Tea\",\"amount\":1}").path("id").asLong();
		long second = place("{\"item\":\"Tea\",\"amount\":1}").path("id").asLong();
		JsonNode newest = shop.client().get("/orders?limit=1&state=OPEN");
		assertThat(newest.at("/orders/0/id").asLong()).isEqualTo(second);
		JsonNode next = shop.client().get(newest.path("next").asString().substring(shop.client().address().length()));
		assertThat(next.at("/orders/0/id").asLong()).isEqualTo(first);
		assertThat(newest.at("/summary/counts/OPEN").asLong()).isGreaterThanOrEqualTo(2);
	}

	@Test
	void publishesArticleOnTime() {
		JsonNode article = shop.client()
			.post("/articles",
					"{\"title\":\"News\",\"publishAt\":\"" + Instant.now().plus(Duration.ofMillis(300)) + "\"}");
		assertThat(article.path("state").asString()).isEqualTo("SCHEDULED");
		String path = "/articles/" + article.path("id").asLong();
		await().atMost(Duration.ofSeconds(10))
			.until(() -> shop.client().get(path).path("state").asString().equals("PUBLISHED"));
		assertThat(shop.client().get(path).path("lateMillis").asLong()).isBetween(0L, 5000L);
		assertThat(shop.client().get("/articles").at("/summary/lateness/count").asLong()).isPositive();
	}

	@Test
	void listsArticlesOfOneState() {
		shop.client().post("/articles", "{\"title\":\"Old\",\"publishAt\":\"2020-01-31T07:00:00Z\"}");
		shop.client().post("/articles", "{\"title\":\"News\",\"publishAt\":\"2030-01-31T07:00:00Z\"}");
		await().atMost(Duration.ofSeconds(10))
			.until(() -> !shop.client().get("/articles?state=PUBLISHED").path("articles").isEmpty());
		assertThat(shop.client().get("/articles?state=PUBLISHED&limit=1").at("/articles/0/state").asString())
			.isEqualTo("PUBLISHED");
		assertThat(shop.client().get("/articles?state=SCHEDULED&limit=1").at("/articles/0/title").asString())
			.isEqualTo("News");
	}

	@ParameterizedTest
	@ValueSource(strings = { "multipart/form-data; boundary=x", "application/json", "text/csv" })
	void importsNoOtherKindOfFile(String contentType) {
		http.post()
			.uri("/orders/import")
			.contentType(MediaType.parseMediaType(contentType))
			.body("--x\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n{}\r\n--x--\r\n"
				.getBytes(StandardCharsets.UTF_8))
			.exchange()
			.expectStatus()
			.isEqualTo(HttpStatus.UNSUPPORTED_MEDIA_TYPE)
			.expectHeader()
			.contentType(MediaType.APPLICATION_PROBLEM_JSON);
	}

	@ParameterizedTest
	@ValueSource(strings = { "text/plain;charset=UTF-8", "application/x-ndjson", "application/jsonl",
			"application/octet-stream", "" })
	void importsLinesOfEachContentType(String contentType) throws Exception {
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(shop.client().address() + "/orders/import"))
			.POST(HttpRequest.BodyPublishers.ofString("{\"item\":\"Tea\",\"amount\":1}"));
		if (!contentType.isEmpty()) {
			request.header("Content-Type", contentType);
		}
		HttpResponse<String> response = HttpClient.newHttpClient()
			.send(request.build(), HttpResponse.BodyHandlers.ofString());
		assertThat(response.statusCode()).isEqualTo(200);
		assertThat(response.body()).contains("\"imported\":1");
	}

	@Test
	void importsGoodLinesAndNamesBadOnes() {
		http.post()
			.uri("/orders/import")
			.contentType(MediaType.APPLICATION_FORM_URLENCODED)
			.body("""
					{"item":"Tea","amount":1}
					{"item":"Tea","amount":0}

					{"item":"Tea","amount":1,"payWithin":"1h"}
					""".getBytes(StandardCharsets.UTF_8))
			.exchange()
			.expectStatus()
			.isOk()
			.expectBody()
			.jsonPath("$.lines")
			.isEqualTo(4)
			.jsonPath("$.blank")
			.isEqualTo(1)
			.jsonPath("$.imported")
			.isEqualTo(2)
			.jsonPath("$.badLines[0].line")
			.isEqualTo(2)
			.jsonPath("$.badLines[0].field")
			.isEqualTo("amount");
	}

	private static DelayQueueOperations queue() {
		return shop.getBean(DelayQueueOperations.class);
	}

	private static JsonNode place(String body) {
		return shop.client().post("/orders", body);
	}

	private static JsonNode get(JsonNode order) {
		return shop.client().get("/orders/" + order.path("id").asLong());
	}

	private static void pay(JsonNode order, int status) {
		http.post()
			.uri("/orders/" + order.path("id").asLong() + "/payment")
			.exchange()
			.expectStatus()
			.isEqualTo(status);
	}

	private static void awaitOrderState(JsonNode order, String state) {
		await().atMost(Duration.ofSeconds(10)).until(() -> get(order).path("state").asString().equals(state));
	}

	private static Instant instant(JsonNode node, String field) {
		return Instant.parse(node.path(field).asString());
	}

}
