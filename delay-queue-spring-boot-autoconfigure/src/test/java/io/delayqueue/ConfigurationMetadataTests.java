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

import java.beans.PropertyDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.delayqueue.autoconfigure.DelayQueueProperties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.BeanUtils;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what editors know of the properties.
 */
class ConfigurationMetadataTests {

	/**
	 * What is not set unless the application does so.
	 */
	private static final Set<String> WITHOUT_DEFAULT = Set.of("delay-queue.listener.retry.not-retryable",
			"delay-queue.outbox.jdbc.platform", "delay-queue.queues", "management.endpoint.delayqueues.roles");

	private final JsonNode metadata = read();

	@Test
	@SpringCitizen("properties")
	void describesEveryProperty() {
		for (JsonNode property : this.metadata.get("properties")) {
			assertThat(property.path("description").asString("")).as(property.toString())
				.matches("[A-Z].*\\.")
				.satisfies((description) -> {
					if (property.path("type").asString().equals("java.lang.Boolean")) {
						assertThat(description).startsWith("Whether ");
					}
				});
		}
	}

	@Test
	void knowsTheDefaultOfEveryProperty() {
		for (JsonNode property : this.metadata.get("properties")) {
			assertThat(property.has("defaultValue")).as(property.toString())
				.isNotEqualTo(WITHOUT_DEFAULT.contains(property.get("name").asString()));
		}
	}

	@Test
	@SpringCitizen("connection properties")
	void hasNoPropertiesOfAConnection() {
		assertThat(names("properties")).isNotEmpty()
			.noneMatch((name) -> name
				.matches(".*[.-](host|port|url|uri|username|password|ssl|sentinel|cluster|database|nodes)\\b.*"));
	}

	@Test
	@SpringCitizen("properties")
	void hintsAtValuesOfPropertiesThatExist() {
		List<String> names = names("properties");
		assertThat(names("hints")).isNotEmpty()
			.allSatisfy((hint) -> assertThat(names).contains(hint.replaceAll("\\.keys$", "")));
		for (JsonNode hint : this.metadata.get("hints")) {
			for (JsonNode provider : hint.get("providers")) {
				assertThat(provider.get("name").asString()).isIn("any", "class-reference", "handle-as");
			}
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "README.md", "README.zh-CN.md" })
	void readmeNamesEveryPropertyOfAQueue(String readme) throws IOException {
		Set<String> expected = new TreeSet<>();
		for (PropertyDescriptor property : properties(DelayQueueProperties.QueueProperties.class)) {
			String name = DataObjectPropertyName.toDashedForm(property.getName());
			switch (name) {
				case "retry" -> expected.add("retry.*");
				case "rate-limit" -> properties(property.getPropertyType()).forEach(
						(nested) -> expected.add(name + "." + DataObjectPropertyName.toDashedForm(nested.getName())));
				default -> expected.add(name);
			}
		}
		String sentence = Documents.read(readme)
			.lines()
			.filter((line) -> line.contains("`delay-queue.queues.<name>`") && line.contains("`payload-type`"))
			.findFirst()
			.orElseThrow();
		assertThat(Pattern.compile("`([a-z.*-]+)`").matcher(sentence).results().map((result) -> result.group(1)))
			.containsExactlyInAnyOrderElementsOf(expected);
	}

	private static List<PropertyDescriptor> properties(Class<?> type) {
		return Arrays.stream(BeanUtils.getPropertyDescriptors(type))
			.filter((property) -> !property.getName().equals("class"))
			.toList();
	}

	private List<String> names(String kind) {
		return Stream.of(this.metadata.get(kind))
			.flatMap((all) -> all.valueStream())
			.map((one) -> one.get("name").asString())
			.toList();
	}

	private static JsonNode read() {
		try (InputStream json = ConfigurationMetadataTests.class
			.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
			return JsonMapper.shared().readTree(json);
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
