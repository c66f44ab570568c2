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

package io.delayqueue.testredis;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.listener.ChannelTopic;
import org.springframework.data.redis.listener.RedisMessageListenerContainer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link TcpProxy} with both drivers, which speak different versions of the
 * protocol.
 */
@RedisTest
class TcpProxyDriverIntegrationTests {

	private final TcpProxy proxy;

	private final String key;

	TcpProxyDriverIntegrationTests(RedisServer redis) {
		this.proxy = TcpProxy.to(redis);
		this.key = redis.keyPrefix() + ":key";
	}

	@AfterEach
	void close() {
		this.proxy.close();
	}

	@Test
	void passesAllKindsOfRepliesToLettuce() {
		assertReplies(this.proxy.lettuce());
	}

	@Test
	void passesAllKindsOfRepliesToJedis() {
		assertReplies(this.proxy.jedis());
	}

	@Test
	void passesMessagesOfSubscriptionsToLettuce() {
		assertMessagesArrive(this.proxy.lettuce());
	}

	@Test
	void passesMessagesOfSubscriptionsToJedis() {
		assertMessagesArrive(this.proxy.jedis());
	}

	@Test
	void losesReplyOfLettuce() {
		assertReplyIsLost(this.proxy.lettuce(Duration.ofSeconds(2)));
	}

	@Test
	void losesReplyOfJedis() {
		assertReplyIsLost(this.proxy.jedis(Duration.ofSeconds(2)));
	}

	private void assertReplies(RedisConnectionFactory connectionFactory) {
		StringRedisTemplate template = new StringRedisTemplate(connectionFactory);
		template.opsForHash().put(this.key, "field", "value");
		assertThat(template.opsForHash().entries(this.key)).containsEntry("field", "value");
		assertThat(template.opsForHash().get(this.key, "other")).isNull();
		template.opsForZSet().add(this.key + ":zset", "member", 1.5);
		assertThat(template.opsForZSet().score(this.key + ":zset", "member")).isEqualTo(1.5);
		assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> template.opsForValue().get(this.key));
		assertThat(template.hasKey(this.key)).isTrue();
	}

	private void assertMessagesArrive(RedisConnectionFactory connectionFactory) {
		Queue<String> received = new ConcurrentLinkedQueue<>();
		RedisMessageListenerContainer container = new RedisMessageListenerContainer();
		container.setConnectionFactory(connectionFactory);
		container.addMessageListener((message, pattern) -> received.add(new String(message.getBody())),
				ChannelTopic.of(this.key));
		container.afterPropertiesSet();
		container.start();
		StringRedisTemplate template = new StringRedisTemplate(connectionFactory);
		try {
			Awaitility.await().until(() -> template.convertAndSend(this.key, "first") == 1);
			template.convertAndSend(this.key, "second");
			Awaitility.await().untilAsserted(() -> assertThat(received).containsExactlyInAnyOrder("first", "second"));
		}
		finally {
			container.stop();
		}
	}

	private void assertReplyIsLost(RedisConnectionFactory connectionFactory) {
		StringRedisTemplate template = new StringRedisTemplate(connectionFactory);
		template.hasKey(this.key);
		InjectedFault lost = this.proxy.inject(Fault.HANG_AFTER, 1, ProxiedCommand.named("INCR"));
		assertThatExceptionOfType(DataAccessException.class)
			.isThrownBy(() -> template.opsForValue().increment(this.key));
		Awaitility.await().untilAsserted(() -> assertThat(lost.hits()).isEqualTo(1));
		assertThat(this.proxy.command("GET", this.key)).isEqualTo("1");
	}

}
