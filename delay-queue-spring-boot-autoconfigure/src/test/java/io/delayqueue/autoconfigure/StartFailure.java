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

import java.util.LinkedHashMap;
import java.util.Map;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * What an application says that does not start.
 *
 * @param description what it says is wrong
 * @param action what it says is to be done
 */
record StartFailure(String description, String action) {

	private static final String FAILED = "APPLICATION FAILED TO START";

	/**
	 * Start an application, which must fail and say why.
	 * @param output what it prints
	 * @param properties its properties
	 * @param components its components
	 * @return what it said
	 * @see FailureAnalysis
	 */
	static StartFailure of(CapturedOutput output, Map<String, Object> properties, Class<?>... components) {
		Map<String, Object> all = new LinkedHashMap<>(
				Map.of("spring.main.banner-mode", "off", "delay-queue.store", "memory"));
		all.putAll(properties);
		SpringApplication application = new SpringApplicationBuilder(AutoConfigured.class).sources(components)
			.web(WebApplicationType.NONE)
			.properties(all)
			.build();
		assertThatException().isThrownBy(application::run);
		String shown = output.toString();
		assertThat(shown).contains(FAILED, "\nDescription:\n", "\nAction:\n");
		int action = shown.indexOf("\nAction:\n");
		return new StartFailure(shown.substring(shown.indexOf("\nDescription:\n"), action), shown.substring(action));
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ DelayQueueAutoConfiguration.class, DelayListenerAutoConfiguration.class,
			BoundQueueAutoConfiguration.class })
	static class AutoConfigured {

	}

}
