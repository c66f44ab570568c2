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

import java.io.IOException;

import io.delayqueue.SpringCitizen;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.beans.BeanUtils;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what configurations say about resources that are needed at runtime.
 */
class RuntimeHintsTests {

	static Arguments[] folders() {
		return new Arguments[] { Arguments.of(OutboxAutoConfiguration.class, "io/delayqueue/outbox/", "sql"),
				Arguments.of(DelayQueueStoreConfiguration.Redis.class, "io/delayqueue/migration/", "lua"),
				Arguments.of(DelayQueueStoreConfiguration.Redis.class, "io/delayqueue/store/redis/", "lua") };
	}

	@ParameterizedTest
	@MethodSource("folders")
	@SpringCitizen("ahead of time")
	void takeEachScriptIntoNativeImages(Class<?> configuration, String folder, String extension) throws IOException {
		RuntimeHints hints = hints(configuration);
		Resource[] scripts = new PathMatchingResourcePatternResolver()
			.getResources("classpath*:" + folder + "*." + extension);
		assertThat(scripts).hasSizeGreaterThan(3)
			.allMatch((script) -> RuntimeHintsPredicates.resource()
				.forResource(folder + script.getFilename())
				.test(hints));
	}

	private static RuntimeHints hints(Class<?> configuration) {
		RuntimeHints hints = new RuntimeHints();
		ImportRuntimeHints imported = AnnotatedElementUtils.findMergedAnnotation(configuration,
				ImportRuntimeHints.class);
		assertThat(imported).isNotNull();
		for (Class<? extends RuntimeHintsRegistrar> registrar : imported.value()) {
			BeanUtils.instantiateClass(registrar).registerHints(hints, null);
		}
		return hints;
	}

}
