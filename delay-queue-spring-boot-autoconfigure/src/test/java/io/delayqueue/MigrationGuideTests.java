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
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Keeps the guides for those who come from other queues true.
 */
class MigrationGuideTests {

	private static final List<String> GUIDES = List.of("from-zset-poller.md", "from-redisson.md", "from-rqueue.md");

	private static final String FOLDER = "docs/migration/";

	@TempDir
	private Path classes;

	@TestFactory
	Stream<DynamicTest> compilesEachSnippet() throws IOException {
		List<DynamicTest> tests = new ArrayList<>();
		for (String guide : GUIDES) {
			List<String> snippets = Snippets.in(FOLDER + guide, "java");
			assertThat(snippets).hasSizeGreaterThan(2);
			for (int i = 0; i < snippets.size(); i++) {
				String snippet = snippets.get(i);
				tests.add(DynamicTest.dynamicTest(guide + " " + (i + 1),
						() -> assertThat(Snippets.compile(snippet, this.classes)).isEmpty()));
			}
		}
		return tests.stream();
	}

	@Test
	void areFoundFromBothReadmes() throws IOException {
		String overview = Documents.read(FOLDER + "README.md");
		assertThat(GUIDES).allMatch(overview::contains);
		for (String readme : List.of("README.md", "README.zh-CN.md")) {
			assertThat(Documents.read(readme)).as(readme)
				.contains(GUIDES.stream().map((guide) -> "](" + FOLDER + guide + ")").toList());
		}
	}

}
