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

import java.io.BufferedReader;
import java.net.ConnectException;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests that a {@link RedisProcess} ends with its JVM.
 */
class RedisProcessOwnerIntegrationTests {

	@TempDir
	private Path temporaryFolder;

	@Test
	void endsWhenItsJvmIsKilled() throws Exception {
		assertEndsWithJvm();
	}

	@Test
	void endsWhenItsJvmIsKilledWhilePaused() throws Exception {
		assertEndsWithJvm("paused");
	}

	private void assertEndsWithJvm(String... arguments) throws Exception {
		Process jvm = startJvm(arguments);
		try (BufferedReader output = jvm.inputReader()) {
			int port = Integer.parseInt(output.readLine());
			try (Socket socket = new Socket(ProxyListener.HOST, port)) {
				assertThat(socket.isConnected()).isTrue();
			}
			jvm.destroyForcibly();
			Awaitility.await().untilAsserted(() -> assertRefuses(port));
		}
		finally {
			jvm.destroyForcibly().waitFor();
		}
	}

	private Process startJvm(String... arguments) throws Exception {
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
						"-Djava.io.tmpdir=" + this.temporaryFolder, "-cp", System.getProperty("java.class.path"),
						RedisProcessOwner.class.getName()));
		command.addAll(List.of(arguments));
		return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
	}

	private static void assertRefuses(int port) {
		assertThatExceptionOfType(ConnectException.class).isThrownBy(() -> {
			try (Socket socket = new Socket(ProxyListener.HOST, port)) {
				assertThat(socket.isConnected()).isTrue();
			}
		});
	}

}
