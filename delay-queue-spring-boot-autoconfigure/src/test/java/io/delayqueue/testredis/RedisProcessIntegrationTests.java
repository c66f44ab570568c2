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
import java.net.Socket;
import java.net.SocketTimeoutException;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link RedisProcess}.
 */
class RedisProcessIntegrationTests {

	@Test
	void startsAndAnswers() {
		try (RedisProcess redis = RedisProcess.start()) {
			assertThat(redis.command("PING")).isEqualTo("PONG");
			assertThat(redis.isAlive()).isTrue();
		}
	}

	@Test
	void startsWithGivenOptions() {
		try (RedisProcess redis = RedisProcess.start("--maxmemory", "10mb")) {
			assertThat(redis.info("memory")).containsEntry("maxmemory", "10485760");
		}
	}

	@Test
	void changesSettings() {
		try (RedisProcess redis = RedisProcess.start()) {
			redis.configSet("maxmemory", "10mb");
			assertThat(redis.info("memory")).containsEntry("maxmemory", "10485760");
		}
	}

	@Test
	void saysWhyItDidNotStart() {
		assertThatIllegalStateException().isThrownBy(() -> RedisProcess.start("--maxmemory", "much"))
			.withMessageContaining("maxmemory");
	}

	@Test
	void killedAppendOnlyRedisKeepsItsData() {
		try (RedisProcess redis = RedisProcess.startAppendOnly()) {
			redis.command("SET", "key", "value");
			int port = redis.port();
			redis.kill();
			assertThat(redis.isAlive()).isFalse();
			assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> redis.command("PING"));
			redis.restart();
			assertThat(redis.port()).isEqualTo(port);
			assertThat(redis.command("GET", "key")).isEqualTo("value");
		}
	}

	@Test
	void stoppedRedisWithoutAppendOnlyFileForgets() {
		try (RedisProcess redis = RedisProcess.start()) {
			redis.command("SET", "key", "value");
			redis.stop();
			redis.restart();
			assertThat(redis.command("GET", "key")).isNull();
		}
	}

	@Test
	void doesNotStartTwice() {
		try (RedisProcess redis = RedisProcess.start()) {
			assertThatIllegalStateException().isThrownBy(redis::restart);
		}
	}

	@Test
	void hangsWhilePaused() throws Exception {
		try (RedisProcess redis = RedisProcess.start(); Socket socket = new Socket(redis.host(), redis.port())) {
			socket.setSoTimeout(200);
			redis.pause();
			socket.getOutputStream().write("PING\r\n".getBytes());
			assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(() -> socket.getInputStream().read());
			redis.resume();
			socket.setSoTimeout(5000);
			assertThat((char) socket.getInputStream().read()).isEqualTo('+');
		}
	}

	@Test
	void closesWhilePaused() {
		RedisProcess redis = RedisProcess.start();
		redis.pause();
		redis.close();
		assertThat(ProcessHandle.of(redis.pid())).isEmpty();
	}

}
