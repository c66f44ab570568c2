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
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.delayqueue.autoconfigure.DelayQueueProperties;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.io.ByteArrayResource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Keeps both READMEs true: snippets compile, settings bind, the table of properties is
 * the metadata's, and the Chinese one has the same snippets as the English one.
 */
class ReadmeTests {

	private static final Pattern PROPERTY = Pattern
		.compile("^\\| `((?:delay-queue|management)\\.[a-z.-]+)` \\| (?:`(.*?)`)? ?\\| (.*) \\|$", Pattern.MULTILINE);

	/**
	 * What a snippet contains that is compiled and run with the starter for tests.
	 */
	private static final String OF_THE_TEST_STARTER = "TestDelayQueue";

	@TempDir
	private Path classes;

	@TestFactory
	Stream<DynamicTest> compilesEachJavaSnippet() throws IOException {
		return Snippets.in("README.md", "java")
			.stream()
			.filter((snippet) -> !snippet.contains(OF_THE_TEST_STARTER))
			.map((snippet) -> DynamicTest.dynamicTest(snippet.lines().findFirst().orElseThrow(),
					() -> assertThat(Snippets.compile(snippet, this.classes)).isEmpty()));
	}

	@Test
	void bindsEachYamlSnippet() throws IOException {
		for (String snippet : Snippets.in("README.md", "yaml")) {
			MutablePropertySources sources = new MutablePropertySources();
			new YamlPropertySourceLoader().load("snippet", new ByteArrayResource(snippet.getBytes()))
				.forEach(sources::addLast);
			new Binder(ConfigurationPropertySources.from(sources)).bindOrCreate("delay-queue",
					Bindable.of(DelayQueueProperties.class), new NoUnboundElementsBindHandler(BindHandler.DEFAULT));
		}
	}

	@Test
	void listsEveryPropertyWithItsDefaultAndMeaning() throws IOException {
		Map<String, String> documented = new TreeMap<>();
		Matcher matcher = PROPERTY.matcher(Documents.read("README.md"));
		while (matcher.find()) {
			documented.put(matcher.group(1), matcher.group(2) + " " + matcher.group(3));
		}
		assertThat(documented).isEqualTo(metadata());
	}

	@Test
	void namesTheProjectsOwnVersion() throws IOException {
		assertThat(Documents.read("pom.xml"))
			.contains("<revision>" + find("<version>(.*?)</version>", Documents.read("README.md")) + "</revision>");
	}

	@Test
	void hasTheSameSnippetsAndPropertiesInChinese() throws IOException {
		for (String language : List.of("java", "yaml", "xml", "shell", "text", "json")) {
			assertThat(Snippets.in("README.zh-CN.md", language)).as(language)
				.map(ReadmeTests::withoutComments)
				.isEqualTo(Snippets.in("README.md", language).stream().map(ReadmeTests::withoutComments).toList());
		}
		assertThat(properties("README.zh-CN.md")).isEqualTo(properties("README.md"));
	}

	@Test
	void runsTheSameTestCommandAsCi() throws IOException {
		assertThat(Snippets.in("README.md", "shell")).contains("mvn -B verify\n");
		assertThat(Documents.read(".ci/run")).contains("mvn -B verify");
	}

	@Test
	void namesTestsThatExist() throws IOException {
		List<String> tests = Pattern.compile("-Dtest=(\\w+)")
			.matcher(Documents.read("CONTRIBUTING.md"))
			.results()
			.map((result) -> result.group(1))
			.toList();
		assertThat(tests).isNotEmpty();
		try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
			assertThat(files.map((file) -> file.getFileName().toString().replace(".java", ""))).containsAll(tests);
		}
	}

	@Test
	void leavesNothingToBeFilledIn() throws IOException {
		assertThat(Documents.read("README.md") + Documents.read("README.zh-CN.md"))
			.doesNotContainPattern("(?m)^[A-Z_]+$");
	}

	private static Map<String, String> metadata() throws IOException {
		Map<String, String> properties = new TreeMap<>();
		try (InputStream json = ReadmeTests.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
			for (JsonNode property : JsonMapper.shared().readTree(json).get("properties")) {
				JsonNode value = property.get("defaultValue");
				properties.put(property.get("name").asString(),
						((value != null) ? value.asString() : null) + " " + property.get("description").asString());
			}
		}
		return properties;
	}

	private static Map<String, String> properties(String file) throws IOException {
		Map<String, String> properties = new LinkedHashMap<>();
		Matcher matcher = PROPERTY.matcher(Documents.read(file));
		while (matcher.find()) {
			properties.put(matcher.group(1), String.valueOf(matcher.group(2)));
		}
		return properties;
	}

	private static String withoutComments(String snippet) {
		return snippet.replaceAll("//.*", "//").replaceAll("(?m)#.*", "#");
	}

	private static String find(String regex, String text) {
		Matcher matcher = Pattern.compile(regex).matcher(text);
		assertThat(matcher.find()).isTrue();
		return matcher.group(1);
	}

}
