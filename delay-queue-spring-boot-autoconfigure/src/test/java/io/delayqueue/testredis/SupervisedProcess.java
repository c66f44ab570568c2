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
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A process that does not outlive this JVM, however the JVM ends. It is started by a
 * small shell that sends it the signals named on its standard input, and kills it when
 * that input ends.
 *
 * @since 0.1.0
 */
public final class SupervisedProcess {

	private static final String SCRIPT = """
			log=$1
			shift
			exec 3<&0
			"$@" 3<&- </dev/null >>"$log" 2>&1 &
			child=$!
			(
				while read -r signal; do
					kill -s "$signal" "$child"
					echo sent
				done
				kill -s KILL "$child"
			) <&3 2>/dev/null &
			exec 3<&-
			echo "$child"
			wait "$child"
			""";

	private final Process shell;

	private final BufferedReader output;

	private final long pid;

	private SupervisedProcess(Process shell) throws IOException {
		this.shell = shell;
		this.output = shell.inputReader(StandardCharsets.UTF_8);
		this.pid = Long.parseLong(this.output.readLine());
	}

	/**
	 * Start a process.
	 * @param command the program and its arguments
	 * @param log the file to which its output is appended
	 * @return the process
	 */
	public static SupervisedProcess start(List<String> command, Path log) {
		List<String> arguments = new ArrayList<>(List.of("sh", "-c", SCRIPT, "supervisor", log.toString()));
		arguments.addAll(command);
		try {
			ProcessBuilder builder = new ProcessBuilder(arguments).redirectError(ProcessBuilder.Redirect.DISCARD);
			return new SupervisedProcess(builder.start());
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not start " + command, ex);
		}
	}

	/**
	 * Return the id of the process.
	 * @return the id
	 */
	public long pid() {
		return this.pid;
	}

	/**
	 * Return whether the process runs, paused or not.
	 * @return whether it is alive
	 */
	public boolean isAlive() {
		return this.shell.isAlive();
	}

	/**
	 * Send a signal and return when it has been sent.
	 * @param signal the name of the signal, without {@code SIG}
	 */
	public void signal(String signal) {
		try {
			this.shell.getOutputStream().write((signal + "\n").getBytes(StandardCharsets.UTF_8));
			this.shell.getOutputStream().flush();
			this.output.readLine();
		}
		catch (IOException ex) {
			if (isAlive()) {
				throw new UncheckedIOException("Could not send " + signal, ex);
			}
		}
	}

	/**
	 * Wait until the process has ended.
	 * @param timeout how long to wait at most
	 * @return whether it has ended
	 */
	public boolean awaitEnd(Duration timeout) {
		try {
			return this.shell.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while waiting for process " + this.pid, ex);
		}
	}

	/**
	 * Return how the process ended.
	 * @return its exit status, or 128 and the number of the signal that ended it
	 */
	public int exitValue() {
		return this.shell.exitValue();
	}

	/**
	 * End the process at once, by SIGKILL, and wait until it has ended.
	 */
	public void kill() {
		signal("KILL");
		if (!awaitEnd(Duration.ofSeconds(10))) {
			throw new IllegalStateException("Process " + this.pid + " did not end");
		}
	}

}
