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

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds PostgreSQL: in the folder that a system property names, on the path, or where
 * Debian puts it.
 */
final class PostgresBinaries {

	/**
	 * The system property that names the folder of {@code initdb} and {@code postgres}.
	 */
	static final String FOLDER_PROPERTY = "delayqueue.test.postgres";

	private static final Path DEBIAN = Path.of("/usr/lib/postgresql");

	private PostgresBinaries() {
	}

	/**
	 * Find the binaries.
	 * @return their folder, or empty if PostgreSQL is not installed
	 */
	static Optional<Path> find() {
		return candidates().stream()
			.filter((folder) -> Files.isExecutable(folder.resolve("initdb"))
					&& Files.isExecutable(folder.resolve("postgres")))
			.findFirst();
	}

	private static List<Path> candidates() {
		List<Path> folders = new ArrayList<>();
		String named = System.getProperty(FOLDER_PROPERTY);
		if (named != null) {
			folders.add(Path.of(named));
			return folders;
		}
		Stream.of(System.getenv().getOrDefault("PATH", "").split(Pattern.quote(File.pathSeparator)))
			.filter((folder) -> !folder.isEmpty())
			.map(Path::of)
			.forEach(folders::add);
		if (Files.isDirectory(DEBIAN)) {
			try (Stream<Path> versions = Files.list(DEBIAN)) {
				versions.sorted(Comparator.reverseOrder())
					.map((version) -> version.resolve("bin"))
					.forEach(folders::add);
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}
		return folders;
	}

}
