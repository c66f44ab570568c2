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

package io.delayqueue.testpostgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import javax.sql.DataSource;

import io.delayqueue.testredis.FreePorts;
import io.delayqueue.testredis.SupervisedProcess;
import io.delayqueue.testredis.TemporaryFolders;

import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * A PostgreSQL in a temporary folder, on a port of the loopback interface. It ends with
 * this JVM at the latest.
 *
 * @since 0.1.0
 */
public final class PostgresProcess implements AutoCloseable {

	private static final String USER = "test";

	private static final Duration START_TIMEOUT = Duration.ofSeconds(60);

	private static final Duration STOP_TIMEOUT = Duration.ofSeconds(20);

	private static final Duration PAUSE = Duration.ofMillis(50);

	/**
	 * PostgreSQL refuses to be started by root.
	 */
	private static final List<String> AS_NOBODY = List.of("setpriv", "--reuid=nobody", "--regid=nogroup",
			"--clear-groups", "--");

	private final Path folder = TemporaryFolders.create("delay-queue-postgres");

	private final int port = FreePorts.next();

	private final SupervisedProcess process;

	private PostgresProcess(Path binaries) {
		String data = this.folder.resolve("data").toString();
		if (isRoot()) {
			run(List.of("chown", "nobody:nogroup", this.folder.toString()));
		}
		run(asUser(binaries.resolve("initdb").toString(), "-D", data, "-U", USER, "-A", "trust", "-E", "UTF8",
				"--locale=C", "--no-sync"));
		this.process = SupervisedProcess
			.start(asUser(binaries.resolve("postgres").toString(), "-D", data, "-p", String.valueOf(this.port), "-c",
					"listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-c", "fsync=off"), log());
		awaitReady();
	}

	static PostgresProcess start() {
		return new PostgresProcess(PostgresBinaries.find().orElseThrow());
	}

	private static boolean isRoot() {
		return "root".equals(System.getProperty("user.name"));
	}

	private static List<String> asUser(String... command) {
		List<String> all = new ArrayList<>(isRoot() ? AS_NOBODY : List.of());
		all.addAll(List.of(command));
		return all;
	}

	private void run(List<String> command) {
		SupervisedProcess process = SupervisedProcess.start(command, log());
		if (!process.awaitEnd(START_TIMEOUT) || process.exitValue() != 0) {
			throw failure(command.toString());
		}
	}

	private void awaitReady() {
		long begin = System.nanoTime();
		while (!answers()) {
			if (this.process.awaitEnd(PAUSE) || System.nanoTime() - begin > START_TIMEOUT.toNanos()) {
				throw failure("postgres");
			}
		}
	}

	private boolean answers() {
		try {
			new JdbcTemplate(dataSource("postgres")).execute("SELECT 1");
			return true;
		}
		catch (DataAccessException ex) {
			return false;
		}
	}

	private Path log() {
		return this.folder.resolveSibling(this.folder.getFileName() + ".log");
	}

	private IllegalStateException failure(String what) {
		try {
			return new IllegalStateException(what + " failed:\n" + Files.readString(log()));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private DataSource dataSource(String database) {
		return new DriverManagerDataSource(url(database), USER, "");
	}

	private String url(String database) {
		return "jdbc:postgresql://127.0.0.1:" + this.port + "/" + database + "?user=" + USER;
	}

	/**
	 * Create a database.
	 * @return its JDBC URL, which names the user too
	 */
	public String emptyDatabase() {
		String name = "t" + UUID.randomUUID().toString().replace("-", "");
		new JdbcTemplate(dataSource("postgres")).execute("CREATE DATABASE " + name);
		return url(name);
	}

	@Override
	public void close() {
		this.process.signal("INT");
		if (!this.process.awaitEnd(STOP_TIMEOUT)) {
			this.process.kill();
		}
		TemporaryFolders.delete(this.folder);
		log().toFile().delete();
	}

}
