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
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * A Redis server that belongs to the shop: reachable from this machine only, keeping its
 * data in a folder, started and ended with the shop.
 */
final class EmbeddedRedis implements AutoCloseable {

	/**
	 * Where it listens.
	 */
	static final String HOST = "127.0.0.1";

	private static final Log logger = LogFactory.getLog(EmbeddedRedis.class);

	private static final int START_SECONDS = 60;

	private static final int ATTEMPTS = 3;

	private final DataFolder folder;

	private final RedisProcess process;

	private final int port;

	private EmbeddedRedis(DataFolder folder, RedisProcess process, int port) {
		this.folder = folder;
		this.process = process;
		this.port = port;
	}

	/**
	 * Start a server and wait until it takes commands.
	 * @param path the folder to keep the data in
	 * @param port the port, or 0 for a free one
	 * @return the running server
	 */
	static EmbeddedRedis start(Path path, int port) {
		DataFolder folder = DataFolder.take(path);
		try {
			EmbeddedRedis redis = startIn(folder, port);
			logger.info(
					"Redis listens on " + HOST + ":" + redis.getPort() + " and keeps its data in " + folder.getPath());
			return redis;
		}
		catch (IOException | RuntimeException ex) {
			closeQuietly(folder);
			if (ex instanceof EmbeddedRedisException failure) {
				throw failure;
			}
			throw notStarted(ex.toString(), ex);
		}
	}

	private static EmbeddedRedis startIn(DataFolder folder, int port) throws IOException {
		Path binary = RedisBinary.provide(folder.getPath());
		String lastLine = "";
		for (int i = 0; i < ATTEMPTS; i++) {
			// Another program may take a free port before Redis does: hence the attempts.
			int attemptedPort = (port != 0) ? port : findFreePort();
			RedisProcess process = RedisProcess.start(binary, arguments(folder, attemptedPort));
			if (process.awaitReady(START_SECONDS)) {
				return new EmbeddedRedis(folder, process, attemptedPort);
			}
			process.stop();
			lastLine = process.getLastLine();
		}
		throw notStarted(lastLine, null);
	}

	// The database is what the shop relies on: at start it schedules what the queue has
	// lost. So "everysec" is enough, whose last second only a power cut can take.
	private static List<String> arguments(DataFolder folder, int port) {
		return List.of("--bind", HOST, "--port", String.valueOf(port), "--dir", folder.getPath().toString(),
				"--pidfile", folder.getProcessIdFile().toString(), "--appendonly", "yes", "--appendfsync", "everysec",
				"--save", "");
	}

	private static int findFreePort() throws IOException {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(HOST))) {
			return socket.getLocalPort();
		}
	}

	private static EmbeddedRedisException notStarted(String reason, @Nullable Throwable cause) {
		return new EmbeddedRedisException("Redis has not started: " + reason,
				"See what it says with '--logging.level.io.delayqueue.sample.redis=debug'.", cause);
	}

	private static void closeQuietly(DataFolder folder) {
		try {
			folder.close();
		}
		catch (IOException ex) {
			logger.debug("The lock of the data folder can't be released", ex);
		}
	}

	int getPort() {
		return this.port;
	}

	@Override
	public void close() {
		this.process.stop();
		try {
			this.folder.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
