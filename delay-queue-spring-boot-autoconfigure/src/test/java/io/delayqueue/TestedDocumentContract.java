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
import java.lang.annotation.Annotation;
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
import org.junit.jupiter.api.TestInstance;
import org.junit.platform.commons.annotation.Testable;

import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.core.type.MethodMetadata;
import org.springframework.core.type.classreading.CachingMetadataReaderFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Keeps a document and the tests that it names in step. The rows of its tables begin with
 * quoted names and end with quoted tests; the tests carry the names by an annotation.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class TestedDocumentContract {

	private static final Pattern LINE = Pattern.compile("^\\| (`.*?) \\| (?:.* \\| )?(.*) \\|$", Pattern.MULTILINE);

	private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");

	private static final String PREFIX = TestedDocumentContract.class.getPackageName() + ".";

	private final String document;

	private final Class<? extends Annotation> annotation;

	private final int leastLines;

	private final List<String> documentsThatLeadToIt;

	private List<Line> lines = List.of();

	/**
	 * The names by marked test.
	 */
	private final Map<String, Set<String>> marked = new TreeMap<>();

	private final Set<String> untested = new TreeSet<>();

	TestedDocumentContract(String document, Class<? extends Annotation> annotation, int leastLines,
			String... documentsThatLeadToIt) {
		this.document = document;
		this.annotation = annotation;
		this.leastLines = leastLines;
		this.documentsThatLeadToIt = List.of(documentsThatLeadToIt);
	}

	@BeforeAll
	void read() throws IOException {
		this.lines = LINE.matcher(Documents.read(this.document)).results().map(Line::of).toList();
		CachingMetadataReaderFactory readers = new CachingMetadataReaderFactory();
		for (Resource file : new PathMatchingResourcePatternResolver()
			.getResources("classpath*:" + PREFIX.replace('.', '/') + "**/*.class")) {
			AnnotationMetadata type = readers.getMetadataReader(file).getAnnotationMetadata();
			mark(type.getClassName(), type, type.getClassName().endsWith("Tests"));
			for (MethodMetadata method : type.getAnnotatedMethods(this.annotation.getName())) {
				mark(type.getClassName() + "." + method.getMethodName(), method,
						method.isAnnotated(Testable.class.getName()));
			}
		}
	}

	private void mark(String name, AnnotatedTypeMetadata element, boolean isTest) {
		Map<String, Object> attributes = element.getAnnotationAttributes(this.annotation.getName());
		if (attributes != null) {
			String test = name.substring(PREFIX.length());
			this.marked.put(test, new TreeSet<>(List.of((String[]) attributes.get("value"))));
			if (!isTest || element.isAnnotated(Disabled.class.getName())) {
				this.untested.add(test);
			}
		}
	}

	@Test
	void everyLineIsReadAndEveryNameComesOnce() throws IOException {
		long rows = Documents.read(this.document).lines().filter((line) -> line.startsWith("| `")).count();
		assertThat(this.lines).hasSize(Math.toIntExact(rows)).hasSizeGreaterThanOrEqualTo(this.leastLines);
		assertThat(this.lines.stream().flatMap((line) -> line.names().stream())).doesNotHaveDuplicates();
	}

	@Test
	void everyLineHasTestsOrSaysWhyNot() {
		assertThat(this.lines).allMatch((line) -> !line.tests().isEmpty() || line.reason().startsWith("None: "));
	}

	@Test
	void everyTestThatALineNamesIsMarkedWithItsName() {
		for (Line line : this.lines) {
			assertThat(line.tests()).as("%s", line.names())
				.allMatch((test) -> this.marked.getOrDefault(test, Set.of()).stream().anyMatch(line.names()::contains));
		}
	}

	@Test
	void everyMarkIsInALineThatNamesTheTest() {
		assertThat(this.marked).isNotEmpty();
		this.marked.forEach((test, names) -> assertThat(names).as(test)
			.allMatch((name) -> this.lines.stream()
				.anyMatch((line) -> line.names().contains(name) && line.tests().contains(test))));
	}

	@Test
	void everyMarkIsOnATestThatRuns() {
		assertThat(this.untested).isEmpty();
	}

	@Test
	void otherDocumentsLeadToIt() throws IOException {
		for (String other : this.documentsThatLeadToIt) {
			assertThat(Documents.read(other)).as(other).contains("(" + this.document + ")");
		}
	}

	/**
	 * A line of the document.
	 *
	 * @param names what it is about
	 * @param tests the tests
	 * @param reason what stands in the place of tests
	 */
	private record Line(List<String> names, List<String> tests, String reason) {

		static Line of(MatchResult line) {
			return new Line(quoted(line.group(1)), quoted(line.group(2)), line.group(2));
		}

		private static List<String> quoted(String cell) {
			return QUOTED.matcher(cell).results().map((result) -> result.group(1)).toList();
		}

	}

}
