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

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import io.delayqueue.RealTime;
import io.delayqueue.store.HintListener;
import io.delayqueue.testredis.BusyScript;
import io.delayqueue.testredis.Fault;
import io.delayqueue.testredis.ProxiedCommand;
import io.delayqueue.testredis.RedisProcess;
import io.delayqueue.testredis.TcpProxy;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The subscription to hints is lost without a word, while Redis can be reached.
 */
class HintConnectionCheckIntegrationTests {

	private static final Duration INTERVAL = Duration.ofMillis(500);

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private final RedisProcess redis = RedisProcess.start();

	private final TcpProxy proxy = TcpProxy.to(this.redis);

	private final AtomicInteger gaps = new AtomicInteger();

	private final AtomicInteger hints = new AtomicInteger();

	private @Nullable HintChannel opened;

	private @Nullable JedisConnectionFactory single;

	@AfterEach
	void close() {
		if (this.opened != null) {
			this.opened.close();
		}
		if (this.single != null) {
			this.single.destroy();
		}
		this.proxy.close();
		this.redis.close();
	}

	@ParameterizedTest
	@ValueSource(strings = { "lettuce", "jedis", "single jedis" })
	void subscriptionComesBackThoughTheDriverWasRefusedToRepeatIt(String driver) throws InterruptedException {
		subscribe(driver);
		BusyScript busy = BusyScript.start(this.redis);
		this.proxy.cut();
		RealTime.pass(Duration.ofSeconds(2));
		busy.kill();
		awaitHints();
		assertThat(this.gaps).hasValueGreaterThan(1);
	}

	@ParameterizedTest
	@ValueSource(strings = { "lettuce", "single jedis" })
	void subscriptionComesBackWhenNothingComesThroughAnyMore(String driver) {
		subscribe(driver);
		this.proxy.inject(Fault.HANG_BEFORE, 1, ProxiedCommand.named("SUBSCRIBE"));
		await().atMost(PATIENCE).until(() -> this.gaps.get() > 1);
		awaitHints();
	}

	@ParameterizedTest
	@ValueSource(strings = { "lettuce", "single jedis" })
	void checksWakeNobody(String driver) {
		subscribe(driver);
		await().atMost(PATIENCE).until(() -> this.proxy.commands().of("SUBSCRIBE") >= 4);
		assertThat(this.gaps).hasValue(1);
		assertThat(this.hints).hasValue(0);
	}

	private void subscribe(String driver) {
		RedisConnectionFactory factory = switch (driver) {
			case "lettuce" -> this.proxy.lettuce(Duration.ofSeconds(20));
			case "jedis" -> this.proxy.jedis(Duration.ofSeconds(20));
			default -> singleJedis();
		};
		this.opened = new HintChannel(new RedisConnections(factory), channel().getBytes(StandardCharsets.UTF_8),
				INTERVAL);
		this.opened.subscribe(new HintListener() {

			@Override
			public void onHint(String queue, Duration untilDue) {
				HintConnectionCheckIntegrationTests.this.hints.incrementAndGet();
			}

			@Override
			public void onHintsLost() {
				HintConnectionCheckIntegrationTests.this.gaps.incrementAndGet();
			}

		});
		await().atMost(PATIENCE).until(() -> this.gaps.get() == 1);
	}

	private JedisConnectionFactory singleJedis() {
		this.single = JedisFactories.start(new RedisStandaloneConfiguration(this.proxy.host(), this.proxy.port()), 8,
				true);
		return this.single;
	}

	private void awaitHints() {
		await().atMost(PATIENCE).until(() -> {
			this.redis.command("PUBLISH", channel(), "orders 60000");
			return this.hints.get() > 0;
		});
		// The lost one does not stay.
		await().atMost(PATIENCE)
			.until(() -> ((List<?>) this.redis.command("PUBSUB", "NUMSUB", channel())).contains(1L));
	}

	private String channel() {
		return this.redis.keyPrefix() + ":hints";
	}

}
