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
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Tests for {@link RedisBinary}.
 */
class RedisBinaryTests {

	@TempDir
	Path folder;

	@ParameterizedTest
	@CsvSource({ "Linux, amd64", "Linux, aarch64", "Mac OS X, aarch64", "Mac OS X, x86_64" })
	void unpacksTheOneForThePlatform(String os, String arch) {
		Path binary = RedisBinary.provide(this.folder, os, arch, null);
		assertThat(binary).isExecutable().hasParent(this.folder);
	}

	@Test
	void unpacksOnlyOnce() throws IOException {
		Path binary = RedisBinary.provide(this.folder, "Linux", "amd64", null);
		Object key = Files.getAttribute(binary, "unix:ino");
		assertThat(RedisBinary.provide(this.folder, "Linux", "amd64", null)).isEqualTo(binary);
		assertThat(Files.getAttribute(binary, "unix:ino")).isEqualTo(key);
	}

	@Test
	void replacesOneThatIsIncomplete() throws IOException {
		Path binary = RedisBinary.provide(this.folder, "Linux", "amd64", null);
		long size = Files.size(binary);
		Files.writeString(binary, "half");
		assertThat(RedisBinary.provide(this.folder, "Linux", "amd64", null)).hasSize(size);
	}

	@Test
	void leavesNoSecondFileOfShopThatWasKilledWhileUnpacking() throws IOException {
		Files.writeString(this.folder.resolve("redis-server.tmp"), "half");
		Path binary = RedisBinary.provide(this.folder, "Linux", "amd64", null);
		assertThat(this.folder.toFile().listFiles()).containsExactly(binary.toFile());
	}

	@Test
	void findsInstalledOneForOtherPlatforms() throws IOException {
		Path installed = Files.createFile(this.folder.resolve("redis-server"));
		assertThat(installed.toFile().setExecutable(true)).isTrue();
		String searchPath = "/nowhere" + File.pathSeparator + File.pathSeparator + this.folder;
		assertThat(RedisBinary.provide(this.folder, "AIX", "ppc64", searchPath)).isEqualTo(installed);
	}

	@Test
	void saysWhatToDoIfThereIsNone() {
		EmbeddedRedisException exception = catchThrowableOfType(EmbeddedRedisException.class,
				() -> RedisBinary.provide(this.folder, "Windows 11", "amd64", null));
		assertThat(exception).hasMessageContaining("no Redis for 'Windows 11' on 'amd64'");
		assertThat(exception.getAction()).contains("--spring.data.redis.host");
	}

	@Test
	void isShownWithoutStackTrace() {
		EmbeddedRedisException exception = new EmbeddedRedisException("It is so.", "Do that.", null);
		assertThat(new EmbeddedRedisFailureAnalyzer().analyze(new IllegalStateException(exception)))
			.satisfies((analysis) -> assertThat(analysis.getDescription()).isEqualTo("It is so."))
			.satisfies((analysis) -> assertThat(analysis.getAction()).isEqualTo("Do that."));
	}

}
