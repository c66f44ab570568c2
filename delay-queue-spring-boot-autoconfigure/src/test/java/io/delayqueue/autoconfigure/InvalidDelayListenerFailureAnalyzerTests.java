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

import io.delayqueue.annotation.DelayListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * Tests for {@link InvalidDelayListenerFailureAnalyzer} in an application.
 */
@ExtendWith(OutputCaptureExtension.class)
class InvalidDelayListenerFailureAnalyzerTests {

	@Test
	void showsWhatIsWrongWithTheListener(CapturedOutput output) {
		assertFailure(application(BadConcurrency.class).properties("delay-queue.store=memory"), output, "'concurrency'",
				"badConcurrency", "'0'", "at least 1");
	}

	@Test
	void showsThatThereIsNoContainerFactory(CapturedOutput output) {
		assertFailure(application(Listening.class), output, "no container factory", "listening");
	}

	private static SpringApplicationBuilder application(Class<?> listener) {
		return new SpringApplicationBuilder(AutoConfigured.class, listener).web(WebApplicationType.NONE)
			.properties("spring.main.banner-mode=off");
	}

	private static void assertFailure(SpringApplicationBuilder application, CapturedOutput output, String... texts) {
		SpringApplication built = application.build();
		assertThatException().isThrownBy(built::run);
		assertThat(output.toString()).contains("APPLICATION FAILED TO START");
		String shown = output.toString().substring(output.toString().indexOf("APPLICATION FAILED TO START"));
		assertThat(shown).contains("A delay listener can't be set up").contains(texts);
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ DelayQueueAutoConfiguration.class, DelayListenerAutoConfiguration.class })
	static class AutoConfigured {

	}

	@Configuration("badConcurrency")
	static class BadConcurrency {

		@DelayListener(queues = "a", concurrency = "0")
		void handle(String payload) {
		}

	}

	@Configuration("listening")
	static class Listening {

		@DelayListener("a")
		void handle(String payload) {
		}

	}

}
