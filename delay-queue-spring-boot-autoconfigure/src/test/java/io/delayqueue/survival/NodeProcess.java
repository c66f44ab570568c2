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

package io.delayqueue.survival;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.delayqueue.survival.JournalEntry.Kind;
import io.delayqueue.testredis.RedisServer;
import io.delayqueue.testredis.SupervisedProcess;

import static org.awaitility.Awaitility.await;

/**
 * An application in a JVM of its own, which ends with this one at the latest.
 */
final class NodeProcess implements AutoCloseable {

	private static final Duration START_TIMEOUT = Duration.ofSeconds(90);

	private final String name;

	private final Path folder;

	private final List<String> command;

	private final JournalReader journal;

	private SupervisedProcess process;

	private NodeProcess(String name, Path folder, Map<String, Object> properties) {
		this.name = name;
		this.folder = folder;
		this.journal = new JournalReader(journalFile());
		this.command = command(properties);
		this.process = SupervisedProcess.start(this.command, log());
	}

	/**
	 * Start an application.
	 * @param name its name, unique in the folder
	 * @param folder where its journal and its log are written
	 * @param redis the Redis it uses
	 * @param properties its settings
	 * @return the process, whose application may not be ready yet
	 */
	static NodeProcess start(String name, Path folder, RedisServer redis, Map<String, Object> properties) {
		Map<String, Object> all = new LinkedHashMap<>(Map.of("spring.data.redis.host", redis.host(),
				"spring.data.redis.port", redis.port(), "spring.data.redis.timeout", "3s", "delay-queue.key-prefix",
				redis.keyPrefix(), "spring.main.banner-mode", "off", "spring.main.web-application-type", "none"));
		all.putAll(properties);
		return new NodeProcess(name, folder, all);
	}

	private List<String> command(Map<String, Object> properties) {
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx96m",
						"-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"),
						NodeApplication.class.getName(), "--node.name=" + this.name, "--node.folder=" + this.folder));
		properties.forEach((key, value) -> command.add("--" + key + "=" + value));
		return command;
	}

	private Path journalFile() {
		return this.folder.resolve(this.name + ".journal");
	}

	private Path log() {
		return this.folder.resolve(this.name + ".log");
	}

	String name() {
		return this.name;
	}

	boolean isAlive() {
		return this.process.isAlive();
	}

	NodeProcess awaitReady() {
		await().atMost(START_TIMEOUT).failFast(this::checkAlive).until(this::isReady);
		return this;
	}

	/**
	 * Return whether the application has started since the process last did.
	 * @return whether it is ready, or was when the process was paused
	 */
	boolean isReady() {
		return isAlive()
				&& journal().stream().anyMatch((entry) -> entry.is(Kind.READY) && entry.token() == this.process.pid());
	}

	private void checkAlive() {
		if (!isAlive()) {
			throw new IllegalStateException(describe());
		}
	}

	/**
	 * Return what the application has noted until now, over all its starts.
	 * @return the entries, in their order
	 */
	List<JournalEntry> journal() {
		return this.journal.read();
	}

	List<JournalEntry> journal(Kind kind) {
		return journal().stream().filter((entry) -> entry.is(kind)).toList();
	}

	/**
	 * Let a handler go on that works until it is released.
	 * @param id the message's id
	 */
	void release(String id) {
		new Gates(this.folder, this.name).open(id);
	}

	void kill() {
		this.process.kill();
	}

	void pause() {
		this.process.signal("STOP");
	}

	void resume() {
		this.process.signal("CONT");
	}

	void terminate() {
		this.process.signal("TERM");
	}

	/**
	 * Wait for the end of the process.
	 * @param timeout how long to wait at most
	 * @return its exit status
	 */
	int awaitEnd(Duration timeout) {
		if (!this.process.awaitEnd(timeout)) {
			throw new IllegalStateException("Still alive after " + timeout + ": " + describe());
		}
		return this.process.exitValue();
	}

	/**
	 * Start the application again, with the same settings and the same journal.
	 */
	void restart() {
		this.process = SupervisedProcess.start(this.command, log());
	}

	String describe() {
		try {
			return this.name + (isAlive() ? " is alive" : " has ended with " + this.process.exitValue())
					+ ", its log:\n" + Files.readString(log());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void close() {
		if (isAlive()) {
			kill();
		}
	}

}
