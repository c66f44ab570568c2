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

package io.delayqueue.sample.redis;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link EmbeddedRedis}.
 */
class EmbeddedRedisIntegrationTests {

	@TempDir
	Path folder;

	@Test
	void answersOnceStarted() throws IOException {
		try (EmbeddedRedis redis = EmbeddedRedis.start(this.folder, 0)) {
			assertThat(send(redis, "PING")).isEqualTo("+PONG");
		}
	}

	@Test
	void appendsToFile() throws IOException {
		try (EmbeddedRedis redis = EmbeddedRedis.start(this.folder, 0)) {
			assertThat(send(redis, "SET tea green")).isEqualTo("+OK");
		}
		try (EmbeddedRedis redis = EmbeddedRedis.start(this.folder, 0)) {
			assertThat(send(redis, "STRLEN tea")).isEqualTo(":5");
		}
	}

	@Test
	void endsWhenClosed() throws IOException {
		ProcessHandle process;
		try (EmbeddedRedis redis = EmbeddedRedis.start(this.folder, 0)) {
			assertThat(redis.getPort()).isPositive();
			process = ProcessHandle.of(Long.parseLong(Files.readString(this.folder.resolve("redis.pid")).strip()))
				.orElseThrow();
		}
		assertThat(process.isAlive()).isFalse();
	}

	@Test
	void endsWhenItsShopIsKilledAndLeavesNoFileElsewhere() throws IOException {
		Path temporary = Files.createDirectory(this.folder.resolve("tmp"));
		Path dataDir = this.folder.resolve("data");
		Process shop = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-Djava.io.tmpdir=" + temporary, "-cp", System.getProperty("java.class.path"),
				RedisHolder.class.getName(), dataDir.toString())
			.redirectErrorStream(true)
			.start();
		assertThat(shop.inputReader().lines().anyMatch(RedisHolder.STARTED::equals)).isTrue();
		ProcessHandle redis = ProcessHandle.of(Long.parseLong(Files.readString(dataDir.resolve("redis.pid")).strip()))
			.orElseThrow();
		assertThat(redis.isAlive()).isTrue();
		shop.destroyForcibly().onExit().join();
		await().atMost(Duration.ofSeconds(10)).until(() -> !redis.isAlive());
		assertThat(temporary).isEmptyDirectory();
		assertThat(dataDir).isDirectoryContaining("glob:**/redis-server-*");
	}

	@Test
	void takesFolderWithUnusualName() throws IOException {
		try (EmbeddedRedis redis = EmbeddedRedis.start(this.folder.resolve("my \"data\" & $HOME 数据"), 0)) {
			assertThat(send(redis, "PING")).isEqualTo("+PONG");
		}
	}

	@Test
	void refusesFolderThatIsInUse() {
		try (EmbeddedRedis redis = EmbeddedRedis.start(this.folder, 0)) {
			assertThat(redis.getPort()).isPositive();
			assertThatExceptionOfType(EmbeddedRedisException.class)
				.isThrownBy(() -> EmbeddedRedis.start(this.folder, 0))
				.withMessageContaining("in use by another process");
		}
	}

	@Test
	void saysWhyItHasNotStarted() {
		try (EmbeddedRedis redis = EmbeddedRedis.start(this.folder.resolve("one"), 0)) {
			assertThatExceptionOfType(EmbeddedRedisException.class)
				.isThrownBy(() -> EmbeddedRedis.start(this.folder.resolve("two"), redis.getPort()))
				.withMessageContaining("Redis has not started");
		}
	}

	private static String send(EmbeddedRedis redis, String command) throws IOException {
		try (Socket socket = new Socket(EmbeddedRedis.HOST, redis.getPort())) {
			socket.setSoTimeout(5000);
			socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.UTF_8));
			StringBuilder reply = new StringBuilder();
			for (int read = socket.getInputStream().read(); read != '\r'; read = socket.getInputStream().read()) {
				reply.append((char) read);
			}
			return reply.toString();
		}
	}

}
