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
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Keeps apart, and complete, what is published.
 */
class PublishedModulesTests {

	@Test
	void areAllInTheBom() throws IOException {
		assertThat(find("delay-queue-bom/pom.xml", "<artifactId>(delay-queue-spring-.*?)</artifactId>"))
			.containsExactlyElementsOf(find("pom.xml", "<module>(delay-queue-spring-.*?)</module>"));
	}

	@Test
	void areThoseThatContributorsAreToldOf() throws IOException {
		List<String> modules = find("pom.xml", "<module>(.*?)</module>");
		modules.remove("delay-queue-sample");
		assertThat(find("CONTRIBUTING.md", "(?m)^\\| `(delay-queue-.*?)` \\| .* \\| yes \\|$"))
			.containsExactlyInAnyOrderElementsOf(modules);
		assertThat(Documents.read("delay-queue-sample/pom.xml")).contains("<maven.deploy.skip>true</maven.deploy.skip>",
				"<gpg.skip>true</gpg.skip>");
	}

	@Test
	void goWhereTheReleaserSays() throws IOException {
		assertThat(Documents.read("pom.xml")).doesNotContain("distributionManagement", "<repository>");
	}

	@Test
	@SpringCitizen("jar")
	void haveNamesForTheModulePath() throws IOException {
		assertThat(Documents.read("pom.xml"))
			.contains("<Automatic-Module-Name>${java.module.name}</Automatic-Module-Name>");
		for (String module : find("pom.xml", "<module>(delay-queue-spring-.*?)</module>")) {
			assertThat(find(module + "/pom.xml", "<java.module.name>(io\\.delayqueue\\.[a-z.]+)</java.module.name>"))
				.as(module)
				.hasSize(1);
		}
	}

	private static List<String> find(String file, String regex) throws IOException {
		return Pattern.compile(regex)
			.matcher(Documents.read(file))
			.results()
			.map((result) -> result.group(1))
			.collect(Collectors.toList());
	}

}
