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

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Tests for {@link SettingsCheck}.
 */
@ExtendWith(OutputCaptureExtension.class)
class SettingsCheckTests {

	@TempDir
	private Path folder;

	@Test
	void takesWhatIsRight() {
		Path dataDir = this.folder.resolve("a/b");
		SettingsCheck.check(new ShopProperties(dataDir.toString(), Duration.ZERO, 65535));
		assertThat(dataDir).isEmptyDirectory();
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "relative", "~/data", "", "../data", "./data;MODE=MySQL", "/proc/x", "/dev/null", "./a\0b" })
	void refusesDataDir(String dataDir) {
		assertThatExceptionOfType(InvalidSettingException.class)
			.isThrownBy(() -> SettingsCheck.check(new ShopProperties(dataDir, Duration.ofSeconds(30), 0)))
			.withMessageStartingWith("'shop.data-dir' is '" + dataDir + "', but must ");
	}

	@Test
	void keepsItsHandsOffWhatIsInTheFolder() throws Exception {
		Path file = Files.createFile(this.folder.resolve("shop.mv.db"));
		SettingsCheck.check(new ShopProperties(this.folder.toString(), Duration.ofSeconds(30), 0));
		assertThat(this.folder).isDirectoryContaining(file::equals);
		assertThat(this.folder.toFile().list()).hasSize(1);
	}

	@ParameterizedTest
	@ValueSource(strings = { "PT-1S", "PT87600H0.001S" })
	void refusesPayWithin(Duration payWithin) {
		assertThatExceptionOfType(InvalidSettingException.class)
			.isThrownBy(() -> SettingsCheck.check(new ShopProperties(this.folder.toString(), payWithin, 0)))
			.withMessageStartingWith("'shop.pay-within' is '" + payWithin + "', but must be from 0s to 3650d");
	}

	@ParameterizedTest
	@ValueSource(ints = { -1, 65536 })
	void refusesRedisPort(int port) {
		assertThatExceptionOfType(InvalidSettingException.class)
			.isThrownBy(() -> SettingsCheck.check(new ShopProperties(this.folder.toString(), Duration.ZERO, port)))
			.withMessageStartingWith("'shop.redis-port' is '" + port + "'");
	}

	@ParameterizedTest
	@CsvSource({ "--shop.data-dir=relative, shop.data-dir", "--shop.pay-within=-1s, shop.pay-within" })
	void saysSoBeforeAnythingIsStarted(String argument, String property, CapturedOutput output) {
		SpringApplicationBuilder shop = new SpringApplicationBuilder(ShopApplication.class);
		assertThat(catchThrowable(() -> shop.run("--server.port=0", argument))).isNotNull();
		assertThat(output).contains("APPLICATION FAILED TO START", "'" + property + "' is", "'--" + property + "=…'")
			.doesNotContain("\tat ", "HikariPool", "Redis listens");
	}

}
