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

package io.delayqueue.sample;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A shop in a JVM of its own, which can be killed.
 */
final class ShopProcess implements AutoCloseable {

	private static final Pattern PORT = Pattern.compile("Tomcat started on port (\\d+)");

	private final Process process;

	private final CompletableFuture<ShopClient> client = new CompletableFuture<>();

	private final StringBuffer output = new StringBuffer();

	private ShopProcess(Process process) {
		this.process = process;
	}

	static ShopProcess start(Path dataDir) throws IOException {
		// The tests' own flags: it doesn't live long enough for an optimizing compiler.
		List<String> command = List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"),
				ShopApplication.class.getName(), "--server.port=0", "--shop.data-dir=" + dataDir,
				"--spring.main.banner-mode=off");
		ShopProcess shop = new ShopProcess(
				new ProcessBuilder(command).directory(dataDir.toFile()).redirectErrorStream(true).start());
		Thread thread = new Thread(shop::follow, "shop-output");
		thread.setDaemon(true);
		thread.start();
		return shop;
	}

	private void follow() {
		try (BufferedReader reader = this.process.inputReader(StandardCharsets.UTF_8)) {
			for (String line = reader.readLine(); line != null; line = reader.readLine()) {
				this.output.append(line).append('\n');
				Matcher matcher = PORT.matcher(line);
				if (matcher.find()) {
					this.client.complete(new ShopClient("http://localhost:" + matcher.group(1)));
				}
			}
			this.client.completeExceptionally(new IllegalStateException("The shop has ended:\n" + this.output));
		}
		catch (IOException ex) {
			this.client.completeExceptionally(ex);
		}
	}

	ShopClient client() throws Exception {
		return this.client.get(180, TimeUnit.SECONDS);
	}

	String output() {
		return this.output.toString();
	}

	int awaitEnd() throws InterruptedException {
		if (!this.process.waitFor(180, TimeUnit.SECONDS)) {
			throw new IllegalStateException("The shop hasn't ended:\n" + this.output);
		}
		return this.process.exitValue();
	}

	/**
	 * Kill the shop as {@code kill -9} does.
	 */
	void kill() {
		this.process.destroyForcibly().onExit().join();
	}

	/**
	 * Ask the shop to end as Ctrl-C does.
	 */
	@Override
	public void close() {
		this.process.destroy();
		this.process.onExit().orTimeout(60, TimeUnit.SECONDS).join();
	}

}
