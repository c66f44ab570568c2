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

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds the {@code redis-server} to start: the one on the path, else the one bundled in a
 * jar on the class path, copied to a temporary file once per JVM.
 */
final class RedisBinary {

	private static final String NAME = "redis-server";

	private static final String BUNDLED_VERSION = "7.0.15";

	private RedisBinary() {
	}

	static Path locate() {
		return Located.PATH;
	}

	private static Path find() {
		return onPath(System.getenv().getOrDefault("PATH", "")).orElseGet(RedisBinary::unpack);
	}

	static Optional<Path> onPath(String path) {
		return Stream.of(path.split(Pattern.quote(File.pathSeparator)))
			.filter((folder) -> !folder.isEmpty())
			.map((folder) -> Path.of(folder, NAME))
			.filter(Files::isExecutable)
			.findFirst();
	}

	static Path unpack() {
		String resource = "/" + NAME + "-" + BUNDLED_VERSION + "-" + os() + "-" + arch();
		try (InputStream content = RedisBinary.class.getResourceAsStream(resource)) {
			if (content == null) {
				throw new IllegalStateException(
						"No '" + NAME + "' is on the path and none is bundled for this platform: "
								+ "install Redis or name one with -D" + RedisExtension.ADDRESS_PROPERTY + "=host:port");
			}
			Path folder = TemporaryFolders.createDeletedAtExit("delay-queue-redis-binary");
			Path binary = folder.resolve(NAME);
			Files.copy(content, binary);
			if (!binary.toFile().setExecutable(true)) {
				throw new IllegalStateException("Could not make '" + binary + "' executable");
			}
			return binary;
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not unpack '" + resource + "'", ex);
		}
	}

	private static String os() {
		return System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("mac") ? "darwin" : "linux";
	}

	private static String arch() {
		String arch = System.getProperty("os.arch");
		return arch.equals("aarch64") ? "arm64" : "amd64";
	}

	/**
	 * Holds the binary, found at first use.
	 */
	private static final class Located {

		private static final Path PATH = find();

	}

}
