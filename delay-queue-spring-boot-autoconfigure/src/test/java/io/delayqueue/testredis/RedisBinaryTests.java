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
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RedisBinary}.
 */
class RedisBinaryTests {

	@TempDir
	private Path folder;

	@Test
	void findsBinaryOnPath() throws IOException {
		Path binary = Files.createFile(this.folder.resolve("redis-server"));
		assertThat(binary.toFile().setExecutable(true)).isTrue();
		assertThat(RedisBinary.onPath("nowhere" + File.pathSeparator + this.folder)).contains(binary);
	}

	@Test
	void findsNothingThatIsNotExecutable() throws IOException {
		Files.createFile(this.folder.resolve("redis-server"));
		assertThat(RedisBinary.onPath(this.folder.toString())).isEmpty();
	}

	@Test
	void findsNothingOnEmptyPath() {
		assertThat(RedisBinary.onPath("")).isEmpty();
	}

	@Test
	void unpacksBundledBinary() {
		assertThat(RedisBinary.unpack()).isExecutable().isNotEmptyFile();
	}

}
