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

import java.time.Duration;

import io.delayqueue.core.BoundDelayQueueOperations;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.UnsatisfiedDependencyException;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link BoundQueueAutoConfiguration}.
 */
@Tag("compat")
class BoundQueueAutoConfigurationTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DelayQueueAutoConfiguration.class, BoundQueueAutoConfiguration.class))
		.withPropertyValues("delay-queue.store=memory", "delay-queue.queues.numbers.payload-type=java.lang.Integer",
				"delay-queue.queues.[order.timeout].concurrency=2");

	@Test
	void providesABeanForEachQueue() {
		this.contextRunner.run((context) -> {
			assertThat(context).getBean("delayQueue.numbers", BoundDelayQueueOperations.class)
				.satisfies((bean) -> assertThat(bean.getQueue()).isEqualTo("numbers"));
			assertThat(context).getBean("delayQueue.order.timeout", BoundDelayQueueOperations.class)
				.satisfies((bean) -> assertThat(bean.getQueue()).isEqualTo("order.timeout"));
		});
	}

	@Test
	void injectsByQualifierAndType() {
		this.contextRunner.withUserConfiguration(Typed.class)
			.run((context) -> assertThat(context).hasNotFailed().getBean("scheduled").isNotNull());
	}

	@Test
	void takesTheCallersWordWithoutAPayloadType() {
		this.contextRunner.withUserConfiguration(Untyped.class)
			.run((context) -> assertThat(context).hasNotFailed().getBean("scheduled").isNotNull());
	}

	@Test
	void refusesAWrongPayloadTypeAtStart() {
		this.contextRunner.withUserConfiguration(WronglyTyped.class)
			.run((context) -> assertThat(context).hasFailed()
				.getFailure()
				.isInstanceOf(UnsatisfiedDependencyException.class)
				.hasMessageContaining("BoundDelayQueueOperations"));
	}

	@Test
	void refusesAnUnknownPayloadType() {
		this.contextRunner.withPropertyValues("delay-queue.queues.numbers.payload-type=com.example.Unknown")
			.run((context) -> assertThat(context).hasFailed()
				.getFailure()
				.rootCause()
				.hasMessageContaining("com.example.Unknown"));
	}

	@Test
	void refusesAnIllegalQueue() {
		this.contextRunner.withPropertyValues("delay-queue.queues.[a/b].concurrency=2")
			.run((context) -> assertThat(context).hasFailed()
				.getFailure()
				.isInstanceOf(InvalidConfigurationPropertyValueException.class)
				.hasMessageContaining("a/b"));
	}

	@Configuration(proxyBeanMethods = false)
	static class Typed {

		@Bean
		String scheduled(@Qualifier("numbers") BoundDelayQueueOperations<Integer> numbers) {
			return numbers.schedule(1, Duration.ZERO);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Untyped {

		@Bean
		String scheduled(@Qualifier("order.timeout") BoundDelayQueueOperations<Long> timeouts) {
			return timeouts.schedule(1L, Duration.ZERO);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class WronglyTyped {

		@Bean
		String scheduled(@Qualifier("numbers") BoundDelayQueueOperations<String> numbers) {
			return numbers.schedule("x", Duration.ZERO);
		}

	}

}
