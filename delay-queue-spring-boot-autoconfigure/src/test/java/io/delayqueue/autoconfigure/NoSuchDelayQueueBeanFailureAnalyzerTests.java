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

import java.util.Map;

import io.delayqueue.SpringCitizen;
import io.delayqueue.core.BoundDelayQueueOperations;
import io.delayqueue.core.DelayQueueTemplate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.support.StaticApplicationContext;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link NoSuchDelayQueueBeanFailureAnalyzer} and {@link MissingStore}.
 */
@ExtendWith(OutputCaptureExtension.class)
class NoSuchDelayQueueBeanFailureAnalyzerTests {

	private static final Map<String, Object> REDIS = Map.of("delay-queue.store", "redis");

	@Test
	@SpringCitizen("failure analyzers")
	void saysWhatToAddForATemplateWithoutRedis(CapturedOutput output) {
		StartFailure failure = StartFailure.of(output, REDIS, Producer.class);
		assertThat(failure.description()).contains("NoSuchDelayQueueBeanFailureAnalyzerTests$Producer")
			.contains("needs a bean of type 'io.delayqueue.core.DelayQueueTemplate', and there is none.")
			.contains("There is no store for the delay queue, since there is no bean of type RedisConnectionFactory.");
		assertThat(failure.action()).contains("org.springframework.boot:spring-boot-starter-data-redis")
			.contains("spring.data.redis.host")
			.contains("delay-queue.store=memory");
	}

	@Test
	void namesTheConnectionFactoriesOfWhichNoneIsChosen(CapturedOutput output) {
		StartFailure failure = StartFailure.of(output, REDIS, Producer.class, TwoConnectionFactories.class);
		assertThat(failure.description()).contains("several beans of type RedisConnectionFactory (first, second)");
		assertThat(failure.action()).contains("@DelayQueueRedis").contains("@Primary");
	}

	@Test
	void saysHowToNameAQueueForItsBean(CapturedOutput output) {
		StartFailure failure = StartFailure.of(output, Map.of(), BoundProducer.class);
		assertThat(failure.description()).contains("BoundDelayQueueOperations<java.lang.Long>")
			.contains("Each queue under delay-queue.queues has one");
		assertThat(failure.action()).contains("Name the queue under delay-queue.queues");
	}

	@Test
	void leavesOtherBeansToOthers(CapturedOutput output) {
		StartFailure failure = StartFailure.of(output, REDIS, NeedsText.class);
		assertThat(failure.description()).contains("java.lang.String").doesNotContain("store");
	}

	@Test
	void namesSpringDataRedisIfThatIsMissing() {
		assertThat(analyze("org.springframework.data.redis")).satisfies((analysis) -> {
			assertThat(analysis.getDescription()).contains("Spring Data Redis is not on the class path");
			assertThat(analysis.getAction()).contains("delay-queue-spring-boot-starter");
		});
	}

	@Test
	void namesJacksonIfThatIsMissing() {
		assertThat(analyze("tools.jackson")).satisfies((analysis) -> {
			assertThat(analysis.getDescription()).contains("Jackson 3 is not on the class path");
			assertThat(analysis.getAction()).contains("spring-boot-starter-jackson");
		});
	}

	@Test
	void wondersAboutTheAutoConfigurationIfNothingElseIsMissing() {
		try (StaticApplicationContext context = new StaticApplicationContext()) {
			context.registerBean(RedisConnectionFactory.class, () -> mock());
			FailureAnalysis analysis = new MissingStore(context, context.getEnvironment()).analyze("It failed.",
					new IllegalStateException());
			assertThat(analysis).isNotNull();
			assertThat(analysis.getDescription()).contains("DelayQueueAutoConfiguration has not been applied");
			assertThat(analysis.getAction()).contains("--debug");
		}
	}

	private static FailureAnalysis analyze(String missing) {
		try (StaticApplicationContext context = new StaticApplicationContext()) {
			FailureAnalysis analysis = new MissingStore(context, context.getEnvironment(),
					new FilteredClassLoader(missing))
				.analyze("It failed.", new IllegalStateException());
			assertThat(analysis).isNotNull();
			return analysis;
		}
	}

	static class Producer {

		Producer(DelayQueueTemplate template) {
		}

	}

	static class BoundProducer {

		BoundProducer(@Qualifier("orders") BoundDelayQueueOperations<Long> orders) {
		}

	}

	static class NeedsText {

		NeedsText(String text) {
		}

	}

	static class TwoConnectionFactories {

		@Bean
		RedisConnectionFactory first() {
			return mock();
		}

		@Bean
		RedisConnectionFactory second() {
			return mock();
		}

	}

}
