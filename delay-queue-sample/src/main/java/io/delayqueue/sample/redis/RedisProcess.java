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

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.core.io.ClassPathResource;

/**
 * One run of {@code redis-server}, which ends with this JVM whatever ends it.
 */
final class RedisProcess {

	private static final Log logger = LogFactory.getLog(RedisProcess.class);

	private static final String READY = "Ready to accept connections";

	private static final int STOP_SECONDS = 10;

	private final Process guard;

	private final CompletableFuture<Boolean> ready = new CompletableFuture<>();

	private volatile boolean stopping;

	private volatile String lastLine = "";

	private RedisProcess(Process guard) {
		this.guard = guard;
	}

	static RedisProcess start(Path binary, List<String> arguments) throws IOException {
		List<String> command = new ArrayList<>();
		RedisBinary.findOnPath("setsid", System.getenv("PATH")).ifPresent((setsid) -> command.add(setsid.toString()));
		command.addAll(List.of("sh", "-c", guardScript(), "redis-guard", binary.toString()));
		command.addAll(arguments);
		RedisProcess process = new RedisProcess(new ProcessBuilder(command).redirectErrorStream(true).start());
		Thread thread = new Thread(process::follow, "redis-output");
		thread.setDaemon(true);
		thread.start();
		return process;
	}

	private static String guardScript() throws IOException {
		return new ClassPathResource("redis-guard.sh").getContentAsString(StandardCharsets.UTF_8);
	}

	// Redis says itself when it has loaded its file and takes commands: nothing to poll.
	private void follow() {
		try (BufferedReader output = this.guard.inputReader(StandardCharsets.UTF_8)) {
			for (String line = output.readLine(); line != null; line = output.readLine()) {
				logger.debug(line);
				this.lastLine = line;
				if (line.contains(READY)) {
					this.ready.complete(true);
				}
			}
		}
		catch (IOException ex) {
			logger.debug("The output of Redis can't be read any more", ex);
		}
		if (!this.ready.complete(false) && !this.stopping) {
			logger.error("Redis has ended unexpectedly. Its last words: " + this.lastLine);
		}
	}

	/**
	 * Wait until Redis takes commands.
	 * @param seconds how long at most
	 * @return whether it does; if not, it has ended or is still loading
	 */
	boolean awaitReady(long seconds) {
		try {
			return this.ready.get(seconds, TimeUnit.SECONDS);
		}
		catch (TimeoutException ex) {
			return false;
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

	String getLastLine() {
		return this.lastLine;
	}

	/**
	 * Let Redis write what it has and end, the hard way if it takes too long.
	 */
	void stop() {
		this.stopping = true;
		List<ProcessHandle> children = this.guard.descendants().toList();
		try {
			this.guard.getOutputStream().close();
			if (!this.guard.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
				children.forEach(ProcessHandle::destroyForcibly);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			children.forEach(ProcessHandle::destroyForcibly);
			Thread.currentThread().interrupt();
		}
	}

}
