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

package io.delayqueue.store.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

import io.delayqueue.KnownFault;
import io.delayqueue.store.HintListener;
import io.delayqueue.store.HintSubscription;
import io.delayqueue.testredis.RedisServer;
import io.delayqueue.testredis.RedisTest;
import io.delayqueue.testredis.TcpProxy;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link HintChannel}: hints between two stores that share nothing but Redis.
 */
@RedisTest
class HintChannelIntegrationTests {

	private final RedisServer redis;

	private final TcpProxy proxy;

	private final BlockingQueue<String> hints = new LinkedBlockingQueue<>();

	HintChannelIntegrationTests(RedisServer redis) {
		this.redis = redis;
		this.proxy = TcpProxy.to(redis);
	}

	@AfterEach
	void close() {
		this.proxy.close();
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void hintsReachOtherStores(boolean lettuce) {
		try (RedisDelayQueueStore listening = store(lettuce); RedisDelayQueueStore scheduling = store(!lettuce)) {
			listening.subscribe(this::take);
			awaitSubscribers(1);
			StoreCalls.schedule(scheduling, "later", Duration.ofHours(1));
			awaitHint(Duration.ofHours(1));
			StoreCalls.schedule(scheduling, "later still", Duration.ofHours(2));
			StoreCalls.schedule(scheduling, "sooner", Duration.ofMinutes(1));
			awaitHint(Duration.ofMinutes(1));
			assertThat(this.hints).isEmpty();
		}
		awaitSubscribers(0);
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	@KnownFault("redisson#1754")
	void hintsGoOnWhenTheSubscriptionWasKilled(boolean lettuce) {
		try (RedisDelayQueueStore listening = store(lettuce); RedisDelayQueueStore scheduling = store(lettuce)) {
			listening.subscribe(this::take);
			awaitSubscribers(1);
			String killed = subscribers();
			this.redis.command("CLIENT", "KILL", "TYPE", "pubsub");
			Awaitility.await().until(() -> !subscribers().isEmpty() && !subscribers().equals(killed));
			awaitSubscribers(1);
			StoreCalls.schedule(scheduling, "a", Duration.ofMinutes(1));
			awaitHint(Duration.ofMinutes(1));
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void eachSubscriptionTellsThatHintsBeforeItAreLost(boolean lettuce) {
		AtomicInteger gaps = new AtomicInteger();
		try (RedisDelayQueueStore listening = store(lettuce)) {
			listening.subscribe(new HintListener() {

				@Override
				public void onHint(String queue, Duration untilDue) {
				}

				@Override
				public void onHintsLost() {
					gaps.incrementAndGet();
				}

			});
			// The pause before the next try must not grow: each of them worked.
			for (int i = 1; i <= 6; i++) {
				int subscriptions = i;
				Awaitility.await().atMost(Duration.ofSeconds(4)).until(() -> gaps.get() >= subscriptions);
				this.redis.command("CLIENT", "KILL", "TYPE", "pubsub");
			}
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	@KnownFault("subscribing blocks the start")
	void subscribingDoesNotWaitForRedis(boolean lettuce) {
		this.proxy.refuse();
		try (RedisDelayQueueStore listening = new RedisDelayQueueStore(
				lettuce ? this.proxy.lettuce(Duration.ofSeconds(1)) : this.proxy.jedis(Duration.ofSeconds(1)),
				this.redis.keyPrefix()); RedisDelayQueueStore scheduling = store(true)) {
			long start = System.nanoTime();
			listening.subscribe(this::take);
			assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMillis(500));
			this.proxy.heal();
			awaitSubscribers(1);
			StoreCalls.schedule(scheduling, "a", Duration.ofMinutes(1));
			awaitHint(Duration.ofMinutes(1));
		}
		awaitSubscribers(0);
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void lastSubscriptionEndsTheListening(boolean lettuce) {
		try (RedisDelayQueueStore listening = store(lettuce)) {
			HintSubscription first = listening.subscribe(this::take);
			HintSubscription second = listening.subscribe(this::take);
			awaitSubscribers(1);
			first.close();
			first.close();
			StoreCalls.schedule(listening, "a", Duration.ofMinutes(1));
			awaitHint(Duration.ofMinutes(1));
			second.close();
			awaitSubscribers(0);
			HintSubscription third = listening.subscribe(this::take);
			awaitSubscribers(1);
			third.close();
		}
		awaitSubscribers(0);
	}

	@Test
	void whatIsNoHintIsIgnored() {
		try (RedisDelayQueueStore listening = store(true)) {
			listening.subscribe(this::take);
			awaitSubscribers(1);
			for (String rubbish : List.of("", " ", "orders", "orders x", " 5", "orders -",
					"orders 99999999999999999999")) {
				this.redis.command("PUBLISH", channel(), rubbish);
			}
			this.redis.command("PUBLISH", channel(), "orders 60000");
			awaitHint(Duration.ofMinutes(1));
			assertThat(this.hints).isEmpty();
		}
	}

	@Test
	void messageIsStoredThoughTheChannelIsForbidden() {
		this.redis.command("ACL", "SETUSER", "nochannel", "on", "nopass", "~*", "+@all", "resetchannels");
		try (RedisDelayQueueStore listening = store(true)) {
			listening.subscribe(this::take);
			awaitSubscribers(1);
			try (RedisDelayQueueStore scheduling = new RedisDelayQueueStore(nobody(), this.redis.keyPrefix())) {
				StoreCalls.schedule(scheduling, "a", Duration.ofMinutes(1));
			}
			assertThat(listening.find(StoreCalls.QUEUE, "a")).isPresent();
		}
		finally {
			this.redis.command("ACL", "DELUSER", "nochannel");
		}
	}

	private RedisConnectionFactory nobody() {
		RedisStandaloneConfiguration configuration = new RedisStandaloneConfiguration(this.redis.host(),
				this.redis.port());
		configuration.setUsername("nochannel");
		configuration.setPassword("any");
		JedisConnectionFactory factory = new JedisConnectionFactory(configuration);
		factory.afterPropertiesSet();
		factory.start();
		return factory;
	}

	private RedisDelayQueueStore store(boolean lettuce) {
		return new RedisDelayQueueStore(lettuce ? this.redis.lettuce() : this.redis.jedis(), this.redis.keyPrefix());
	}

	private void take(String queue, Duration untilDue) {
		this.hints.add(queue + " " + untilDue.toMillis());
	}

	// The clock goes on between scheduling and hint.
	private void awaitHint(Duration untilDue) {
		String hint = Awaitility.await().until(this.hints::poll, (polled) -> polled != null);
		assertThat(hint).startsWith("orders ");
		assertThat(Long.parseLong(hint.substring(7))).isBetween(untilDue.toMillis(), untilDue.toMillis() + 1);
		// One from the store itself and one from the channel may come.
		this.hints.removeIf(hint::equals);
	}

	private void awaitSubscribers(long count) {
		Awaitility.await()
			.until(() -> ((List<?>) this.redis.command("PUBSUB", "NUMSUB", channel())).get(1).equals(count));
	}

	// The ids of their connections.
	private String subscribers() {
		return String.valueOf(this.redis.command("CLIENT", "LIST", "TYPE", "pubsub"))
			.lines()
			.map((line) -> line.split(" ")[0])
			.collect(Collectors.joining());
	}

	private String channel() {
		return this.redis.keyPrefix() + ":hints";
	}

}
