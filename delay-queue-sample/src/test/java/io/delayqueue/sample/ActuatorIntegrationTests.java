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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.web.client.RestClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Compares what the README shows of the shop's Actuator with what that answers: names and
 * kinds of values must be the same.
 */
class ActuatorIntegrationTests {

	private static final Pattern SHOWN = Pattern
		.compile("```shell\\ncurl -s '?localhost:8080(/actuator/[^' \\n]+)'?(?: \\| grep (\\S+))?\\n```\\n\\n"
				+ "```(json|text)\\n(.*?)```", Pattern.DOTALL);

	private static final Pattern SAMPLE = Pattern.compile("^(\\w+\\{.*?\\}) [0-9.E-]+$");

	@TempDir
	private static Path dataDir;

	private static RunningShop shop;

	private static RestClient http;

	@BeforeAll
	static void open() {
		shop = RunningShop.start(dataDir);
		http = RestClient.create(shop.client().address());
		for (String payWithin : List.of("30m", "30m", "30m", "1ms")) {
			shop.client()
				.post("/orders", "{\"item\": \"Tea\", \"amount\": 4.50, \"payWithin\": \"%s\"}".formatted(payWithin));
		}
		shop.client().awaitClosed(1, Duration.ofSeconds(20));
	}

	@AfterAll
	static void close() {
		shop.close();
	}

	@TestFactory
	Stream<DynamicTest> answersAsShown() throws IOException {
		Matcher matcher = SHOWN.matcher(Files.readString(Path.of("../README.md")));
		List<DynamicTest> tests = new ArrayList<>();
		while (matcher.find()) {
			String path = matcher.group(1);
			String filter = matcher.group(2);
			String shown = matcher.group(4);
			tests.add(DynamicTest.dynamicTest(path, () -> {
				if (filter != null) {
					assertSameSamples(path, filter, shown);
				}
				else {
					JsonNode answer = JsonMapper.shared().readTree(get(path));
					assertSameShape(path, answer, JsonMapper.shared().readTree(shown));
				}
			}));
		}
		assertThat(tests).hasSizeGreaterThanOrEqualTo(6);
		return tests.stream();
	}

	private static void assertSameShape(String place, JsonNode actual, JsonNode shown) {
		assertThat(actual.getNodeType()).as(place).isEqualTo(shown.getNodeType());
		if (shown.isObject()) {
			assertThat(actual.propertyNames()).as(place).containsExactlyInAnyOrderElementsOf(shown.propertyNames());
			shown.propertyNames()
				.forEach((name) -> assertSameShape(place + "/" + name, actual.get(name), shown.get(name)));
		}
		else if (shown.isArray()) {
			assertThat(actual.size()).as(place).isEqualTo(shown.size());
			for (int i = 0; i < shown.size(); i++) {
				assertSameShape(place + "/" + i, actual.get(i), shown.get(i));
			}
		}
	}

	private static void assertSameSamples(String path, String filter, String shown) {
		// A meter may be new to whoever reads it.
		await().untilAsserted(() -> assertThat(samples(get(path).lines().filter((line) -> line.contains(filter))))
			.containsExactlyElementsOf(samples(shown.lines())));
	}

	private static List<String> samples(Stream<String> lines) {
		return lines.map((line) -> SAMPLE.matcher(line).replaceFirst("$1")).toList();
	}

	private static String get(String path) {
		return http.get().uri(path).retrieve().requiredBody(String.class);
	}

}
