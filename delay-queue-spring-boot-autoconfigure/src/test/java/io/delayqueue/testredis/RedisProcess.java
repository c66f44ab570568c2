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

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A {@code redis-server} of one test, which can be killed, paused, filled and started
 * again. It ends with this JVM at the latest.
 *
 * @since 0.1.0
 */
public final class RedisProcess implements RedisServer, AutoCloseable {

	private static final String HOST = "127.0.0.1";

	private static final int MAX_PORTS = 10;

	private static final Duration START_TIMEOUT = Duration.ofSeconds(20);

	private static final Duration STOP_TIMEOUT = Duration.ofSeconds(20);

	private static final Duration PAUSE_BETWEEN_PINGS = Duration.ofMillis(5);

	private final Path folder = TemporaryFolders.create("delay-queue-redis");

	private final ConnectionFactories connectionFactories = new ConnectionFactories();

	private final List<String> options;

	private int port;

	private SupervisedProcess process;

	private RedisProcess(List<String> options) {
		this.options = options;
		this.port = FreePorts.next();
		this.process = launch();
		for (int attempt = 1; !awaitReady(); attempt++) {
			if (attempt == MAX_PORTS || !log().contains("Address already in use")) {
				throw failure();
			}
			this.port = FreePorts.next();
			this.process = launch();
		}
	}

	/**
	 * Start a Redis that keeps nothing over a restart.
	 * @param options options of the command line, such as {@code "--maxmemory", "10mb"}
	 * @return the process, which answers
	 */
	public static RedisProcess start(String... options) {
		return new RedisProcess(List.of(options));
	}

	/**
	 * Start a Redis that keeps each write in its append-only file before it answers.
	 * @param options further options of the command line
	 * @return the process, which answers
	 */
	public static RedisProcess startAppendOnly(String... options) {
		return new RedisProcess(
				Stream.concat(Stream.of("--appendonly", "yes", "--appendfsync", "always"), Stream.of(options))
					.toList());
	}

	@Override
	public String host() {
		return HOST;
	}

	@Override
	public int port() {
		return this.port;
	}

	@Override
	public String keyPrefix() {
		return "delay-queue-test";
	}

	@Override
	public ConnectionFactories connectionFactories() {
		return this.connectionFactories;
	}

	/**
	 * Return the id of the process.
	 * @return the id
	 */
	public long pid() {
		return this.process.pid();
	}

	/**
	 * Return whether the process runs, paused or not.
	 * @return whether it is alive
	 */
	public boolean isAlive() {
		return this.process.isAlive();
	}

	/**
	 * End the process at once, by SIGKILL.
	 */
	public void kill() {
		this.process.kill();
	}

	/**
	 * End the process in order, by SIGTERM.
	 */
	public void stop() {
		this.process.signal("TERM");
		if (!this.process.awaitEnd(STOP_TIMEOUT)) {
			throw failure();
		}
	}

	/**
	 * Start the process again after {@link #kill()} or {@link #stop()}, on the same port
	 * and with the same folder and options.
	 */
	public void restart() {
		if (isAlive()) {
			throw new IllegalStateException("Redis on port " + this.port + " still runs");
		}
		this.process = launch();
		if (!awaitReady()) {
			throw failure();
		}
	}

	/**
	 * Let the process hang, by SIGSTOP: its connections stay open and nothing answers.
	 */
	public void pause() {
		this.process.signal("STOP");
	}

	/**
	 * Let the process go on after {@link #pause()}, by SIGCONT.
	 */
	public void resume() {
		this.process.signal("CONT");
	}

	/**
	 * Change a setting of the running Redis; it does not outlive a restart.
	 * @param name the name of the setting
	 * @param value its new value
	 */
	public void configSet(String name, String value) {
		command("CONFIG", "SET", name, value);
	}

	/**
	 * Return what Redis has logged so far, over all its starts.
	 * @return the log
	 */
	public String log() {
		try {
			return Files.readString(logFile());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void close() {
		this.connectionFactories.close();
		if (isAlive()) {
			kill();
		}
		TemporaryFolders.delete(this.folder);
	}

	private SupervisedProcess launch() {
		List<String> command = new ArrayList<>(
				List.of(RedisBinary.locate().toString(), "--port", String.valueOf(this.port), "--bind", HOST, "--dir",
						this.folder.toString(), "--save", "", "--daemonize", "no"));
		command.addAll(this.options);
		return SupervisedProcess.start(command, logFile());
	}

	private Path logFile() {
		return this.folder.resolve("redis.log");
	}

	private boolean awaitReady() {
		long start = System.nanoTime();
		while (System.nanoTime() - start < START_TIMEOUT.toNanos()) {
			if (answers()) {
				return true;
			}
			if (this.process.awaitEnd(PAUSE_BETWEEN_PINGS)) {
				return false;
			}
		}
		return false;
	}

	// Also checks whose answer it is, since a port may have been taken by another Redis,
	// and
	// whether the data have been read: INFO is answered before that.
	private boolean answers() {
		try {
			return String.valueOf(pid()).equals(info("server").get("process_id"))
					&& "0".equals(info("persistence").get("loading"));
		}
		catch (UncheckedIOException | RedisErrorException ex) {
			return false;
		}
	}

	private IllegalStateException failure() {
		String log = log();
		close();
		return new IllegalStateException("Redis did not start or stop on port " + this.port + ":\n" + log);
	}

}
