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

package io.delayqueue.actuate;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.delayqueue.MessageState;
import io.delayqueue.SpringCitizen;
import io.delayqueue.actuate.WebClient.Reply;
import io.delayqueue.core.DelayMessage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

import org.springframework.boot.WebApplicationType;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What the endpoint does over HTTP, whatever web framework serves it.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class DelayQueuesEndpointWebContract {

	private static final Duration LATER = Duration.ofHours(2);

	private final WebApplicationType type;

	private EndpointApplication application;

	private WebClient client;

	DelayQueuesEndpointWebContract(WebApplicationType type) {
		this.type = type;
	}

	@BeforeAll
	void start() {
		this.application = new EndpointApplication(this.type, Map.of("management.endpoints.web.exposure.include",
				"delayqueues", "management.endpoint.delayqueues.show-payload", "when-authorized"));
		this.client = this.application.client();
	}

	EndpointApplication application() {
		return this.application;
	}

	WebClient client() {
		return this.client;
	}

	@AfterAll
	void stop() {
		this.application.close();
	}

	@Test
	void listsAllQueues() {
		this.application.schedule("listed", "a", LATER);
		JsonNode queue = ok(this.client.get("/delayqueues?limit=1000")).at("/queues/listed");
		assertThat(queue.get("waiting").asInt()).isEqualTo(1);
		assertThat(queue.get("due").asInt()).isZero();
		assertThat(queue.get("oldestOverdueAge").asString()).isEqualTo("PT0S");
		assertThat(queue.get("paused").asBoolean()).isFalse();
	}

	@Test
	void listsAPartOfTheQueuesAtATime() {
		this.application.schedule("list-1", "a", LATER);
		this.application.schedule("list-2", "a", LATER);
		this.application.schedule("list-3", "a", LATER);
		JsonNode part = ok(this.client.get("/delayqueues?cursor=list-1&limit=1"));
		assertThat(part.get("queues").propertyNames()).containsExactly("list-2");
		assertThat(part.get("next").asString()).isEqualTo("list-2");
		List<String> names = new ArrayList<>();
		String cursor = "";
		while (cursor != null) {
			JsonNode page = ok(this.client.get("/delayqueues?limit=2" + cursor));
			assertThat(page.get("queues").size()).isBetween(1, 2);
			names.addAll(page.get("queues").propertyNames());
			cursor = page.has("next") ? "&cursor=" + page.get("next").asString() : null;
		}
		assertThat(names).containsExactlyElementsOf(this.application.admin().queues());
	}

	@Test
	void listsAHundredQueuesUnlessToldOtherwise() {
		for (int i = 0; i < 101; i++) {
			this.application.admin().pause("many-" + i);
			this.application.admin().resume("many-" + i);
		}
		JsonNode part = ok(this.client.get("/delayqueues?cursor=many"));
		assertThat(part.get("queues").size()).isEqualTo(100);
		assertThat(part.has("next")).isTrue();
		assertThat(ok(this.client.get("/delayqueues?limit=1000")).get("queues").size())
			.isEqualTo(this.application.admin().queues().size());
	}

	@Test
	void showsThePriority() {
		this.application.schedule("prioritized", "plain", LATER);
		this.application.template()
			.schedule(DelayMessage.to("prioritized").payload("x").delay(LATER).id("urgent").priority(7).build());
		assertThat(ok(this.client.get("/delayqueues/prioritized/messages/plain")).get("priority").asInt()).isZero();
		assertThat(ok(this.client.get("/delayqueues/prioritized/messages/urgent")).get("priority").asInt())
			.isEqualTo(7);
	}

	@Test
	void showsAQueueWithItsListeners() {
		this.application.schedule("mail", "later", LATER);
		JsonNode queue = ok(this.client.get("/delayqueues/mail"));
		assertThat(queue.at("/statistics/waiting").asInt()).isEqualTo(1);
		assertThat(queue.at("/dueHistogram/nextDay").asInt()).isEqualTo(1);
		assertThat(queue.at("/listeners/mailer/state").asString()).isEqualTo("RUNNING");
		assertThat(queue.at("/listeners/mailer/queues/mail/sinceLastSuccess").asString()).startsWith("PT");
		assertThat(queue.get("operations").isArray()).isTrue();
	}

	@Test
	void pagesThroughMessages() {
		List<String> ids = new ArrayList<>();
		for (int i = 0; i < 5; i++) {
			this.application.schedule("paged", "p" + i, LATER.plusSeconds(i));
		}
		String cursor = "";
		for (int pages = 0; cursor != null && pages < 4; pages++) {
			JsonNode page = ok(this.client.get("/delayqueues/paged/waiting?limit=2" + cursor));
			page.get("messages").forEach((message) -> ids.add(message.get("id").asString()));
			cursor = page.has("next") ? "&cursor=" + page.get("next").asString() : null;
		}
		assertThat(ids).containsExactly("p0", "p1", "p2", "p3", "p4");
	}

	@Test
	@SpringCitizen("health and endpoint")
	void hidesPayloadsFromStrangers() {
		this.application.schedule("hidden", "a", LATER);
		for (String path : List.of("/delayqueues/hidden/waiting", "/delayqueues/hidden/messages/a")) {
			Reply reply = this.client.get(path);
			ok(reply);
			assertThat(reply.body()).doesNotContain("4111", "acme").contains("\"tenant\":\"******\"");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "orders/42/a", "größe", "a%25b", "a;b=c", "a b+c", "a?b#c", "MESSAGES" })
	void findsAMessageByAnyId(String id) {
		this.application.schedule("named", id, LATER);
		String path = "/delayqueues/named/messages/" + encode(id);
		assertThat(ok(this.client.get(path)).get("id").asString()).isEqualTo(id);
		ok(this.client.delete(path));
		assertThat(this.application.admin().find("named", id)).isEmpty();
	}

	@Test
	void tellsWhyAMessageIsDead() {
		die("fallen");
		JsonNode hidden = ok(this.client.get("/delayqueues/mail/messages/fallen")).get("deathCause");
		assertThat(hidden.get("reason").asString()).isEqualTo("FAILED");
		assertThat(hidden.get("attempt").asInt()).isEqualTo(1);
		assertThat(hidden.get("message").asString()).contains("no such mailbox");
		assertThat(hidden.has("stackTrace")).isFalse();
	}

	@Test
	void pausesAndResumesAQueue() {
		this.application.schedule("paused", "a", LATER);
		assertThat(ok(this.client.post("/delayqueues/paused/pause")).get("changed").asBoolean()).isTrue();
		assertThat(ok(this.client.post("/delayqueues/paused/pause")).get("changed").asBoolean()).isFalse();
		assertThat(this.application.admin().statistics("paused").paused()).isTrue();
		ok(this.client.post("/delayqueues/paused/resume"));
		assertThat(this.application.admin().statistics("paused").paused()).isFalse();
	}

	@Test
	void deliversNow() {
		this.application.schedule("hurried", "a", LATER);
		ok(this.client.post("/delayqueues/hurried/deliver-now/a"));
		assertThat(this.application.admin().statistics("hurried").due()).isEqualTo(1);
	}

	@Test
	void replaysOneMessage() {
		die("second chance");
		this.application.admin().pause("mail");
		try {
			ok(this.client.post("/delayqueues/mail/replay/second%20chance"));
			assertThat(this.application.admin().find("mail", "second chance")).get()
				.extracting("state")
				.isEqualTo(MessageState.WAITING);
		}
		finally {
			this.application.admin().resume("mail");
		}
	}

	@Test
	void replaysAllToAnotherQueueAndTellsHowFarItIs() {
		this.application.schedule("mail-again", "x", LATER);
		die("moved");
		Reply reply = this.client.post("/delayqueues/mail/replay", "{\"target\": \"mail-again\", \"perSecond\": 1000}");
		assertThat(reply.status()).isEqualTo(202);
		assertThat(reply.json().get("kind").asString()).isEqualTo("replay");
		String path = "/delayqueues/mail/operations/" + reply.json().get("operation").asString();
		await().untilAsserted(
				() -> assertThat(this.client.get(path).json().get("state").asString()).isEqualTo("FINISHED"));
		assertThat(this.client.get(path).json().get("done").asInt()).isPositive();
		assertThat(this.application.admin().find("mail-again", "moved")).isPresent();
		assertThat(ok(this.client.get("/delayqueues/mail")).at("/operations/0/operation").asString()).isNotEmpty();
		this.application.admin().purge("mail-again", MessageState.WAITING);
	}

	@Test
	void purgesAndCancels() {
		for (int i = 0; i < 50; i++) {
			this.application.schedule("purged", "p" + i, LATER);
		}
		JsonNode purge = this.client.delete("/delayqueues/purged/waiting?perSecond=1").json();
		Reply cancelled = this.client.delete("/delayqueues/purged/operations/" + purge.get("operation").asString());
		assertThat(cancelled.status()).isEqualTo(202);
		await().untilAsserted(
				() -> assertThat(ok(this.client.get("/delayqueues/purged")).at("/operations/0/state").asString())
					.isEqualTo("CANCELLED"));
		assertThat(this.application.admin().statistics("purged").waiting()).isPositive();
		this.client.delete("/delayqueues/purged/waiting?perSecond=10000");
		await().untilAsserted(() -> assertThat(this.application.admin().statistics("purged").waiting()).isZero());
	}

	@ParameterizedTest
	@ValueSource(strings = { "/delayqueues/unknown", "/delayqueues/unknown/waiting", "/delayqueues/unknown/messages/a",
			"/delayqueues/mail/messages/unknown", "/delayqueues/mail/messages/mail/messages/unknown",
			"/delayqueues/mail/operations/unknown" })
	void answersNotFound(String path) {
		assertThat(this.client.get(path).status()).isEqualTo(404);
	}

	@Test
	void answersNotFoundToOperationsOnNothing() {
		assertThat(this.client.post("/delayqueues/unknown/pause").status()).isEqualTo(404);
		assertThat(this.application.admin().queues()).doesNotContain("unknown");
		assertThat(this.client.post("/delayqueues/mail/replay/unknown").status()).isEqualTo(404);
		assertThat(this.client.post("/delayqueues/mail/deliver-now/unknown").status()).isEqualTo(404);
		assertThat(this.client.delete("/delayqueues/mail/messages/unknown").status()).isEqualTo(404);
		assertThat(this.client.post("/delayqueues/mail/replay", "{\"target\": \"unknown\"}").status()).isEqualTo(404);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/delayqueues/a%20b", "/delayqueues/-", "/delayqueues/mail/asleep",
			"/delayqueues/mail/waiting?cursor=nonsense", "/delayqueues/mail/waiting?limit=0",
			"/delayqueues/mail/waiting?limit=1001", "/delayqueues/mail/waiting?limit=many", "/delayqueues/mail/notes/a",
			"/delayqueues?limit=0", "/delayqueues?limit=1001", "/delayqueues?cursor=no%20queue" })
	void answersBadRequest(String path) {
		assertThat(this.client.get(path).status()).isEqualTo(400);
	}

	@Test
	void answersBadRequestToOperations() {
		assertThat(this.client.post("/delayqueues/mail/burn").status()).isEqualTo(400);
		assertThat(this.client.post("/delayqueues/mail/burn/a").status()).isEqualTo(400);
		assertThat(this.client.post("/delayqueues/mail/pause/a").status()).isEqualTo(400);
		assertThat(this.client.post("/delayqueues/mail").status()).isEqualTo(400);
		assertThat(this.client.delete("/delayqueues/mail").status()).isEqualTo(400);
		assertThat(this.client.post("/delayqueues/mail/replay", "{\"perSecond\": 0}").status()).isEqualTo(400);
		assertThat(this.client.post("/delayqueues/mail/replay", "{\"perSecond\": \"fast\"}").status()).isEqualTo(400);
		assertThat(this.client.delete("/delayqueues/mail/dead?perSecond=10001").status()).isEqualTo(400);
	}

	void die(String id) {
		this.application.schedule("mail", id, Duration.ZERO);
		await().untilAsserted(() -> assertThat(this.application.admin().find("mail", id)).get()
			.extracting("state")
			.isEqualTo(MessageState.DEAD));
	}

	static JsonNode ok(Reply reply) {
		assertThat(reply.status()).as(reply.body()).isEqualTo(200);
		return reply.json();
	}

	private static String encode(String id) {
		return URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20").replace("%2F", "/");
	}

}
