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

import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link TcpProxy}.
 */
@RedisTest
class TcpProxyIntegrationTests {

	private static final Duration DELAY = Duration.ofMillis(200);

	private static final Duration IMPATIENCE = Duration.ofSeconds(1);

	private final RedisServer redis;

	private final TcpProxy proxy;

	private final String key;

	TcpProxyIntegrationTests(RedisServer redis) {
		this.redis = redis;
		this.proxy = TcpProxy.to(redis);
		this.key = redis.keyPrefix() + ":key";
	}

	@AfterEach
	void close() {
		this.proxy.close();
	}

	@Test
	void passesCommandsAndReplies() {
		try (RespClient client = connect()) {
			assertThat(client.command("SET", this.key, "value \r\n ✓")).isEqualTo("OK");
			assertThat(client.command("GET", this.key)).isEqualTo("value \r\n ✓");
		}
	}

	@Test
	void countsCommandsAndScripts() {
		String digest = String.valueOf(this.redis.command("SCRIPT", "LOAD", "return 1"));
		try (RespClient client = connect()) {
			client.command("ping");
			client.command("EVALSHA", digest, "0");
			client.command("EVALSHA", digest, "0");
		}
		assertThat(this.proxy.commands().byName()).containsEntry("PING", 1L).containsEntry("EVALSHA", 2L).hasSize(2);
		assertThat(this.proxy.commands().of("EVALSHA")).isEqualTo(2);
		assertThat(this.proxy.commands().of("GET")).isZero();
		assertThat(this.proxy.commands().ofScript(digest)).isEqualTo(2);
		assertThat(this.proxy.commands().ofScript("other")).isZero();
	}

	@Test
	void countsAnew() {
		try (RespClient client = connect()) {
			client.command("PING");
			this.proxy.commands().reset();
			assertThat(this.proxy.commands().byName()).isEmpty();
		}
	}

	@Test
	void passesCommandsForAdministrationBy() {
		this.proxy.hang();
		assertThat(this.proxy.command("PING")).isEqualTo("PONG");
		assertThat(this.proxy.commands().byName()).isEmpty();
	}

	@Test
	void delaysCommands() {
		try (RespClient client = connect()) {
			this.proxy.delay(DELAY);
			long start = System.nanoTime();
			client.command("PING");
			assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(DELAY);
		}
	}

	@Test
	void cutResetsOpenConnectionsOnly() {
		try (RespClient client = connect()) {
			client.command("PING");
			this.proxy.cut();
			assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> client.command("PING"))
				.withCauseInstanceOf(SocketException.class);
		}
		assertAnswers();
	}

	@Test
	void hangHoldsCommandsUntilHealed() {
		try (RespClient client = connect()) {
			this.proxy.hang();
			CompletableFuture<Object> reply = CompletableFuture.supplyAsync(() -> client.command("INCR", this.key));
			Awaitility.await().until(() -> this.proxy.commands().of("INCR") == 1);
			assertThat(this.redis.command("EXISTS", this.key)).isEqualTo(0L);
			assertThat(reply).isNotDone();
			this.proxy.heal();
			assertThat(reply.join()).isEqualTo(1L);
		}
	}

	@Test
	void cutWhileHangingLosesWhatIsHeld() {
		try (RespClient client = connect()) {
			this.proxy.hang();
			CompletableFuture<Object> reply = CompletableFuture.supplyAsync(() -> client.command("INCR", this.key));
			Awaitility.await().until(() -> this.proxy.commands().of("INCR") == 1);
			this.proxy.cut();
			assertThat(reply).failsWithin(Duration.ofSeconds(5));
			this.proxy.heal();
			assertAnswers();
			assertThat(this.redis.command("EXISTS", this.key)).isEqualTo(0L);
		}
	}

	@Test
	void refusesNewConnectionsUntilHealed() {
		try (RespClient client = connect()) {
			client.command("PING");
			this.proxy.refuse();
			assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(this::connect)
				.withCauseInstanceOf(ConnectException.class);
			assertThat(client.command("PING")).isEqualTo("PONG");
			this.proxy.heal();
			assertAnswers();
		}
	}

	@ParameterizedTest
	@EnumSource
	void commandRunsOnlyIfTheFaultComesAfter(Fault fault) {
		InjectedFault injected = this.proxy.inject(fault, 1, ProxiedCommand.named("INCR"));
		try (RespClient client = connectImpatiently()) {
			client.command("PING");
			assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> client.command("INCR", this.key))
				.withCauseInstanceOf(fault.isCut() ? SocketException.class : SocketTimeoutException.class);
		}
		Awaitility.await().untilAsserted(() -> assertThat(injected.hits()).isEqualTo(1));
		assertThat(this.redis.command("GET", this.key)).isEqualTo(fault.isBefore() ? null : "1");
	}

	@Test
	void silencedConnectionStaysSilent() {
		this.proxy.inject(Fault.HANG_AFTER, 1, ProxiedCommand.any());
		try (RespClient client = connectImpatiently()) {
			for (int i = 0; i < 2; i++) {
				assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> client.command("INCR", this.key))
					.withCauseInstanceOf(SocketTimeoutException.class);
			}
		}
		assertThat(this.redis.command("GET", this.key)).isEqualTo("1");
		assertAnswers();
	}

	@Test
	void hitsAsManyCommandsAsTold() {
		InjectedFault injected = this.proxy.inject(Fault.CUT_BEFORE, 2, ProxiedCommand.containing(this.key));
		for (int i = 0; i < 2; i++) {
			try (RespClient client = connect()) {
				client.command("GET", "other");
				assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> client.command("GET", this.key));
			}
		}
		try (RespClient client = connect()) {
			assertThat(client.command("GET", this.key)).isNull();
		}
		assertThat(injected.hits()).isEqualTo(2);
	}

	@Test
	void healingForgetsFaultsToCome() {
		this.proxy.inject(Fault.CUT_BEFORE, 1, ProxiedCommand.any());
		this.proxy.heal();
		assertAnswers();
	}

	@Test
	void resetsConnectionsWhenRedisIsDown() {
		try (RedisProcess process = RedisProcess.start(); TcpProxy down = TcpProxy.to(process)) {
			try (RespClient client = RespClient.connect(down.host(), down.port())) {
				client.command("PING");
				process.kill();
				assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> client.command("PING"))
					.withCauseInstanceOf(SocketException.class);
			}
		}
	}

	private RespClient connect() {
		return RespClient.connect(this.proxy.host(), this.proxy.port());
	}

	private RespClient connectImpatiently() {
		return RespClient.connect(this.proxy.host(), this.proxy.port(), IMPATIENCE);
	}

	private void assertAnswers() {
		try (RespClient client = connect()) {
			assertThat(client.command("PING")).isEqualTo("PONG");
		}
	}

}
