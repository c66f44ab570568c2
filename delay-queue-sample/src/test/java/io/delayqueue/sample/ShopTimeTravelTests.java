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

import io.delayqueue.test.TestDelayQueue;
import io.delayqueue.test.autoconfigure.AutoConfigureTestDelayQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.http.MediaType;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.web.servlet.client.RestTestClient;
import org.springframework.web.context.WebApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what the shop does in the course of time, without a Redis and without
 * waiting.
 */
@SpringBootTest(properties = { "shop.pay-within=30m", "spring.datasource.url=jdbc:h2:mem:shop",
		"spring.data.redis.host=nowhere.invalid" })
@AutoConfigureTestDelayQueue
class ShopTimeTravelTests {

	private static final Duration HALF_AN_HOUR = Duration.ofMinutes(30);

	@TempDir
	private static Path dataDir;

	@Autowired
	private TestDelayQueue delayQueue;

	private RestTestClient http;

	@DynamicPropertySource
	static void properties(DynamicPropertyRegistry registry) {
		registry.add("shop.data-dir", () -> dataDir.toAbsolutePath().toString());
	}

	@BeforeEach
	void open(@Autowired WebApplicationContext context) {
		this.http = RestTestClient.bindToApplicationContext(context).build();
	}

	@Test
	void orderThatIsNotPaidClosesItselfAfterHalfAnHour() {
		long begin = System.nanoTime();
		long id = post("/orders", "{\"item\":\"Tea\",\"amount\":4.50}").get("id").asLong();
		assertThat(this.delayQueue.queue("order-timeout")).hasScheduled("order-" + id).dueIn(HALF_AN_HOUR);
		this.delayQueue.advance(HALF_AN_HOUR.minusMillis(1));
		assertThat(get("/orders/" + id).get("state").asString()).isEqualTo("OPEN");
		this.delayQueue.advance(Duration.ofMillis(1));
		System.out.printf("30 minutes of the shop took %d ms%n", (System.nanoTime() - begin) / 1_000_000);
		JsonNode order = get("/orders/" + id);
		assertThat(order.get("state").asString()).isEqualTo("CLOSED");
		assertThat(order.get("lateMillis").asLong()).isZero();
		assertThat(this.delayQueue.queue("order-timeout")).isEmpty().hasHandledExactly("order-" + id);
	}

	@Test
	void orderThatIsPaidInTimeStaysPaid() {
		long id = post("/orders", "{\"item\":\"Tea\",\"amount\":4.50}").get("id").asLong();
		this.delayQueue.advance(HALF_AN_HOUR.minusMillis(1));
		post("/orders/" + id + "/payment", "");
		assertThat(this.delayQueue.queue("order-timeout")).isEmpty();
		assertThat(this.delayQueue.advance(Duration.ofDays(1))).isEmpty();
		assertThat(get("/orders/" + id).get("state").asString()).isEqualTo("PAID");
	}

	@Test
	void articleIsPublishedAtItsTimeInThreeDays() {
		Instant time = this.delayQueue.now().plus(Duration.ofDays(3));
		long id = post("/articles", "{\"title\":\"News\",\"publishAt\":\"" + time + "\"}").get("id").asLong();
		assertThat(this.delayQueue.queue("article-publication")).hasScheduled("article-" + id).dueAt(time);
		this.delayQueue.advanceTo(time);
		assertThat(get("/articles/" + id).get("publishedAt").asString()).isEqualTo(time.toString());
	}

	private JsonNode post(String path, String body) {
		return read(this.http.post().uri(path).contentType(MediaType.APPLICATION_JSON).body(body).exchange());
	}

	private JsonNode get(String path) {
		return read(this.http.get().uri(path).exchange());
	}

	private static JsonNode read(RestTestClient.ResponseSpec response) {
		return response.expectStatus().is2xxSuccessful().expectBody(JsonNode.class).returnResult().getResponseBody();
	}

}
