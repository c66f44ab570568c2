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

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.core.io.ClassPathResource;

/**
 * Finds a {@code redis-server} for this machine: the one on the class path if there is
 * one for the platform, else the one that is installed.
 */
final class RedisBinary {

	private static final String VERSION = "7.0.15";

	private RedisBinary() {
	}

	/**
	 * Return the path of an executable, unpacked if need be.
	 * @param directory the folder to unpack to
	 * @return the path of {@code redis-server}
	 */
	static Path provide(Path directory) {
		return provide(directory, System.getProperty("os.name"), System.getProperty("os.arch"), System.getenv("PATH"));
	}

	static Path provide(Path directory, String os, String arch, @Nullable String searchPath) {
		ClassPathResource carried = new ClassPathResource(resourceName(os, arch));
		if (carried.exists()) {
			return unpack(carried, directory);
		}
		return findOnPath("redis-server", searchPath).orElseThrow(() -> new EmbeddedRedisException(
				"The shop carries no Redis for '%s' on '%s', and there is no 'redis-server' on the PATH.".formatted(os,
						arch),
				"Install Redis 6.2 or later, or name a running one, for example with "
						+ "'--spring.data.redis.host=localhost' (see compose.yaml for one in a container).",
				null));
	}

	static Optional<Path> findOnPath(String command, @Nullable String searchPath) {
		return Stream.of((searchPath != null) ? searchPath.split(Pattern.quote(File.pathSeparator)) : new String[0])
			.filter((directory) -> !directory.isEmpty())
			.map((directory) -> Path.of(directory, command))
			.filter(Files::isExecutable)
			.findFirst();
	}

	private static String resourceName(String os, String arch) {
		String lowerCaseOs = os.toLowerCase(Locale.ROOT);
		String osName = lowerCaseOs.startsWith("mac") ? "darwin" : lowerCaseOs;
		String archName = switch (arch) {
			case "x86_64", "amd64" -> "amd64";
			case "aarch64" -> "arm64";
			case "i386", "x86" -> "386";
			default -> arch;
		};
		return "redis-server-" + VERSION + "-" + osName.replace(' ', '_') + "-" + archName;
	}

	private static Path unpack(ClassPathResource binary, Path directory) {
		Path target = directory.resolve("redis-server-" + VERSION);
		try {
			if (!Files.exists(target) || Files.size(target) != binary.contentLength()) {
				// One name for all attempts: a shop that is killed meanwhile leaves no
				// second file.
				Path unfinished = directory.resolve("redis-server.tmp");
				try (InputStream content = binary.getInputStream()) {
					Files.copy(content, unfinished, StandardCopyOption.REPLACE_EXISTING);
				}
				makeExecutable(unfinished);
				Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
			}
			return target;
		}
		catch (IOException ex) {
			throw new EmbeddedRedisException("Redis can't be unpacked to '" + target + "': " + ex + ".",
					"Name a folder that can be written, with '--shop.data-dir=…'.", ex);
		}
	}

	private static void makeExecutable(Path file) throws IOException {
		if (!file.toFile().setExecutable(true)) {
			throw new IOException("'" + file + "' can't be made executable");
		}
	}

}
