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

package io.delayqueue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Rules about the sources themselves, over all modules.
 */
class SourceFilesTests {

	private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();

	private static final PathMatcher SOURCES = FileSystems.getDefault()
		.getPathMatcher("glob:" + PROJECT + "/*/src/**.{java,lua}");

	private static final Pattern SYNCHRONIZED = Pattern.compile("\\bsynchronized\\b[^.]*[({]");

	private static final int LONGEST = 450;

	/**
	 * What waits for nothing but time.
	 */
	private static final List<String> SLEEPS = List.of(".sleep(", "until(() -> true", "new CountDownLatch(1).await(",
			"parkNanos(");

	private static final String SLEEPER = RealTime.class.getSimpleName() + ".java";

	@Test
	void noFileIsTooLong() {
		assertThat(sources()).isNotEmpty().filteredOn((file) -> lines(file).size() > LONGEST).isEmpty();
	}

	@Test
	void testsDoNotSleepButInOnePlace() {
		assertThat(sources()).filteredOn((file) -> file.toString().contains("test"))
			.filteredOn((file) -> !file.endsWith(SLEEPER) && !file.endsWith("SourceFilesTests.java"))
			.filteredOn((file) -> lines(file).stream().anyMatch((line) -> SLEEPS.stream().anyMatch(line::contains)))
			.isEmpty();
	}

	@Test
	@SpringCitizen("threads")
	void nothingIsSynchronizedSinceThatWouldPinVirtualThreads() {
		assertThat(sources()).filteredOn((file) -> file.toString().contains("/src/main/"))
			.filteredOn((file) -> lines(file).stream().anyMatch((line) -> SYNCHRONIZED.matcher(line).find()))
			.isEmpty();
	}

	private static List<Path> sources() {
		try (Stream<Path> files = Files.walk(PROJECT)) {
			return files.filter(SOURCES::matches).sorted().toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static List<String> lines(Path file) {
		try {
			return Files.readAllLines(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
