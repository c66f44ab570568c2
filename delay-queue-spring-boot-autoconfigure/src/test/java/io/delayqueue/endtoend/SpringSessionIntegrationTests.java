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

package io.delayqueue.endtoend;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

import io.delayqueue.annotation.DelayListener;
import io.delayqueue.core.DelayMessage;
import io.delayqueue.core.DelayQueueTemplate;
import io.delayqueue.testapplication.TestApplication;
import io.delayqueue.testredis.RedisProcess;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.serializer.RedisSerializer;
import org.springframework.session.Session;
import org.springframework.session.SessionRepository;
import org.springframework.session.events.SessionExpiredEvent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Queues beside the sessions of Spring Session, on one connection factory and even with
 * one prefix. The Redis is one of its own: Spring Session lets it tell of its keys.
 */
class SpringSessionIntegrationTests {

	private static RedisProcess redis;

	@BeforeAll
	static void startRedis() {
		redis = RedisProcess.start();
	}

	@AfterAll
	static void stopRedis() {
		redis.close();
	}

	@BeforeEach
	void emptyRedis() {
		redis.command("FLUSHALL");
	}

	@ParameterizedTest
	@CsvSource({ "default, lettuce", "default, jedis", "indexed, lettuce", "indexed, jedis" })
	void goesWellWithSessions(String repository, String driver) {
		try (TestApplication application = start(repository, driver)) {
			Sessions sessions = application.get(Sessions.class);
			String id = sessions.open("apples", Duration.ofMinutes(5));
			schedule(application, id);
			await().untilAsserted(() -> assertThat(sessions.reminded).containsExactly("apples"));
			assertThat(sessions.cartOf(id)).isEqualTo("apples");
		}
	}

	@ParameterizedTest
	@CsvSource({ "default, lettuce", "indexed, lettuce", "indexed, jedis" })
	void handlesAfterTheSessionHasExpired(String repository, String driver) {
		try (TestApplication application = start(repository, driver)) {
			Sessions sessions = application.get(Sessions.class);
			String id = sessions.open("pears", Duration.ofSeconds(1));
			await().untilAsserted(() -> assertThat(sessions.cartOf(id)).isEqualTo("none"));
			schedule(application, id);
			await().untilAsserted(() -> assertThat(sessions.reminded).containsExactly("none"));
		}
	}

	@ParameterizedTest
	@CsvSource({ "lettuce", "jedis" })
	void hearsOfSessionsThatExpire(String driver) {
		try (TestApplication application = start("indexed", driver)) {
			Sessions sessions = application.get(Sessions.class);
			sessions.open("plums", Duration.ofSeconds(1));
			await().untilAsserted(() -> assertThat(sessions.abandoned).containsExactly("plums"));
		}
	}

	@ParameterizedTest
	@CsvSource({ "default", "indexed" })
	void sharesNeitherKeysNorSerializers(String repository) {
		try (TestApplication application = start(repository, "lettuce")) {
			Sessions sessions = application.get(Sessions.class);
			String id = sessions.open("apples", Duration.ofMinutes(5));
			application.template()
				.schedule(DelayMessage.to("reminders").payload("order 1").delay(Duration.ofHours(1)).id("1").build());
			StringRedisTemplate own = application.get(StringRedisTemplate.class);
			assertThat(own.<String, String>opsForHash().get("shop:{reminders}:messages", "1")).endsWith("order 1");
			Set<String> keys = own.keys("*");
			assertThat(keys).anyMatch((key) -> key.endsWith(id))
				.allMatch((key) -> key.startsWith("shop:{") || key.equals("shop:queues") ^ isOfSessions(key));
			assertThat(application.get(Serializer.class).seen).contains("apples").doesNotContain("order 1");
		}
	}

	private static boolean isOfSessions(String key) {
		return key.startsWith("shop:sessions:") || key.startsWith("shop:expirations:") || key.startsWith("shop:index:");
	}

	private static TestApplication start(String repository, String driver) {
		return TestApplication.start(redis,
				Map.of("spring.main.web-application-type", "servlet", "server.port", 0, "spring.data.redis.client-type",
						driver, "spring.session.data.redis.repository-type", repository,
						"spring.session.data.redis.namespace", "shop", "delay-queue.key-prefix", "shop"),
				Sessions.class, SerializerConfiguration.class);
	}

	private static void schedule(TestApplication application, String sessionId) {
		application.template().schedule("reminders", sessionId, Duration.ofMillis(100));
	}

	/**
	 * As applications use sessions in handlers, and handlers for sessions.
	 */
	static class Sessions {

		private final SessionRepository<? extends Session> repository;

		private final DelayQueueTemplate template;

		private final List<String> reminded = new CopyOnWriteArrayList<>();

		private final List<String> abandoned = new CopyOnWriteArrayList<>();

		Sessions(SessionRepository<? extends Session> repository, DelayQueueTemplate template) {
			this.repository = repository;
			this.template = template;
		}

		String open(String cart, Duration timeout) {
			return open(this.repository, cart, timeout);
		}

		private static <S extends Session> String open(SessionRepository<S> repository, String cart, Duration timeout) {
			S session = repository.createSession();
			session.setAttribute("cart", cart);
			session.setMaxInactiveInterval(timeout);
			repository.save(session);
			return session.getId();
		}

		String cartOf(String id) {
			Session session = this.repository.findById(id);
			return (session != null) ? session.getRequiredAttribute("cart") : "none";
		}

		@DelayListener("reminders")
		void remind(String sessionId) {
			this.reminded.add(cartOf(sessionId));
		}

		@EventListener
		void expired(SessionExpiredEvent event) {
			this.template.schedule("abandoned", event.getSession().getRequiredAttribute("cart"), Duration.ZERO);
		}

		@DelayListener("abandoned")
		void abandoned(String cart) {
			this.abandoned.add(cart);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class SerializerConfiguration {

		@Bean
		Serializer springSessionDefaultRedisSerializer() {
			return new Serializer();
		}

	}

	/**
	 * The serializer that Spring Session finds by its name.
	 */
	static class Serializer implements RedisSerializer<Object> {

		private final RedisSerializer<Object> delegate = RedisSerializer.java();

		private final List<Object> seen = new CopyOnWriteArrayList<>();

		@Override
		public byte[] serialize(Object value) {
			this.seen.add(value);
			return this.delegate.serialize(value);
		}

		@Override
		public Object deserialize(byte[] bytes) {
			return this.delegate.deserialize(bytes);
		}

	}

}
