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
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;
import org.junit.platform.commons.annotation.Testable;

import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.core.type.MethodMetadata;
import org.springframework.core.type.classreading.CachingMetadataReaderFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Keeps {@code docs/known-faults.md} and the tests that are marked by {@link KnownFault}
 * in step.
 */
class KnownFaultsTests {

	private static final String DOCUMENT = "docs/known-faults.md";

	private static final Pattern LINE = Pattern.compile("^\\| (`.*?) \\| (.*) \\| (.*) \\| (.*) \\|$",
			Pattern.MULTILINE);

	private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");

	private static final String PREFIX = KnownFault.class.getPackageName() + ".";

	private static List<Line> lines;

	/**
	 * The names of faults by marked test.
	 */
	private static final Map<String, Set<String>> marked = new TreeMap<>();

	private static final Set<String> untested = new TreeSet<>();

	@BeforeAll
	static void read() throws IOException {
		lines = LINE.matcher(Documents.read(DOCUMENT)).results().map(Line::of).toList();
		CachingMetadataReaderFactory readers = new CachingMetadataReaderFactory();
		for (Resource file : new PathMatchingResourcePatternResolver()
			.getResources("classpath*:" + PREFIX.replace('.', '/') + "**/*.class")) {
			AnnotationMetadata type = readers.getMetadataReader(file).getAnnotationMetadata();
			mark(type.getClassName(), type, type.getClassName().endsWith("Tests"));
			for (MethodMetadata method : type.getAnnotatedMethods(KnownFault.class.getName())) {
				mark(type.getClassName() + "." + method.getMethodName(), method,
						method.isAnnotated(Testable.class.getName()));
			}
		}
	}

	private static void mark(String name, AnnotatedTypeMetadata element, boolean isTest) {
		Map<String, Object> attributes = element.getAnnotationAttributes(KnownFault.class.getName());
		if (attributes != null) {
			String test = name.substring(PREFIX.length());
			marked.put(test, new TreeSet<>(List.of((String[]) attributes.get("value"))));
			if (!isTest || element.isAnnotated(Disabled.class.getName())) {
				untested.add(test);
			}
		}
	}

	@Test
	void everyLineIsReadAndNamesItsFaultOnce() throws IOException {
		long rows = Documents.read(DOCUMENT).lines().filter((line) -> line.startsWith("| `")).count();
		assertThat(lines).hasSize(Math.toIntExact(rows)).hasSizeGreaterThan(40);
		assertThat(lines.stream().flatMap((line) -> line.names().stream())).doesNotHaveDuplicates();
	}

	@Test
	void everyLineHasTestsOrSaysWhyNot() {
		assertThat(lines).allMatch((line) -> !line.tests().isEmpty() || line.reason().startsWith("None: "));
	}

	@Test
	void everyTestThatALineNamesIsMarkedWithItsFault() {
		for (Line line : lines) {
			assertThat(line.tests()).as("%s", line.names())
				.allMatch((test) -> marked.getOrDefault(test, Set.of()).stream().anyMatch(line.names()::contains));
		}
	}

	@Test
	void everyMarkIsInALineThatNamesTheTest() {
		assertThat(marked).isNotEmpty();
		marked.forEach((test, faults) -> assertThat(faults).as(test)
			.allMatch((fault) -> lines.stream()
				.anyMatch((line) -> line.names().contains(fault) && line.tests().contains(test))));
	}

	@Test
	void everyMarkIsOnATestThatRuns() {
		assertThat(untested).isEmpty();
	}

	@Test
	void otherDocumentsLeadToIt() throws IOException {
		for (String document : List.of("README.md", "README.zh-CN.md", "CONTRIBUTING.md")) {
			assertThat(Documents.read(document)).as(document).contains("(" + DOCUMENT + ")");
		}
	}

	/**
	 * A line of the document.
	 *
	 * @param names the reports
	 * @param tests the tests
	 * @param reason what stands in the place of tests
	 */
	private record Line(List<String> names, List<String> tests, String reason) {

		static Line of(MatchResult line) {
			return new Line(quoted(line.group(1)), quoted(line.group(4)), line.group(4));
		}

		private static List<String> quoted(String cell) {
			return QUOTED.matcher(cell).results().map((result) -> result.group(1)).toList();
		}

	}

}
