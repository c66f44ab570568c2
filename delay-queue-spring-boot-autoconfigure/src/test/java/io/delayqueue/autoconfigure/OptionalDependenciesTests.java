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

package io.delayqueue.autoconfigure;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.delayqueue.SpringCitizen;
import io.delayqueue.annotation.DelayListener;
import io.delayqueue.core.DelayQueueTemplate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.util.ClassUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for applications that lack one of the dependencies that are optional.
 */
@Tag("compat")
@SpringCitizen("optional libraries")
class OptionalDependenciesTests {

	/**
	 * The packages of the dependencies, without those of conditions, which an application
	 * that lacks the dependency does not get to.
	 */
	private static final Map<String, String> PACKAGES = Map.of("context-propagation", "io.micrometer.context",
			"micrometer-core", "io.micrometer.core", "reactor-core", "reactor", "slf4j-api", "org.slf4j",
			"spring-boot-actuator-autoconfigure", "org.springframework.boot.actuate.endpoint", "spring-boot-data-redis",
			"org.springframework.data.redis", "spring-boot-health", "org.springframework.boot.health.contributor",
			"spring-boot-jackson", "org.springframework.boot.jackson", "spring-boot-jdbc", "org.springframework.jdbc",
			"spring-tx", "org.springframework.transaction");

	static Set<String> dependencies() {
		return new TreeSet<>(PACKAGES.keySet());
	}

	@ParameterizedTest
	@MethodSource("dependencies")
	void listensWithout(String dependency) {
		new ApplicationContextRunner().withClassLoader(new FilteredClassLoader(PACKAGES.get(dependency)))
			.withConfiguration(AutoConfigurations.of(ImportCandidates.load(AutoConfiguration.class, null)
				.getCandidates()
				.stream()
				.filter((name) -> name.startsWith("io.delayqueue.autoconfigure."))
				.map((name) -> ClassUtils.resolveClassName(name, null))
				.toArray(Class<?>[]::new)))
			.withPropertyValues("delay-queue.store=memory")
			.withBean(Listener.class)
			.run((context) -> {
				assertThat(context).hasNotFailed();
				context.getBean(DelayQueueTemplate.class).schedule("orders", "42", Duration.ZERO);
				assertThat(context.getBean(Listener.class).received.poll(30, TimeUnit.SECONDS)).isEqualTo("42");
			});
	}

	@Test
	void areAllTried() throws Exception {
		assertThat(Pattern.compile("<artifactId>([^<]+)</artifactId>\\s*<optional>true</optional>")
			.matcher(Files.readString(Path.of("pom.xml")))
			.results()
			.map((result) -> result.group(1))
			.collect(Collectors.toSet())).isEqualTo(PACKAGES.keySet());
	}

	static class Listener {

		private final BlockingQueue<String> received = new LinkedBlockingQueue<>();

		@DelayListener("orders")
		void handle(String payload) {
			this.received.add(payload);
		}

	}

}
