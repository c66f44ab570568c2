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

package io.delayqueue.test.readme;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that the recipe for tests in the READMEs is one that is compiled and run here.
 */
class ReadmeRecipeTests {

	@ParameterizedTest
	@ValueSource(strings = { "README.md", "README.zh-CN.md" })
	void recipeIsThatOfATest(String file) throws IOException {
		String source = Files.readString(Path.of("src/test/java/io/delayqueue/test/readme/OrderTimeoutTests.java"));
		assertThat(Files.readString(Path.of("..", file)))
			.contains("```java\n" + source.substring(source.indexOf("@SpringBootTest")) + "```");
	}

}
