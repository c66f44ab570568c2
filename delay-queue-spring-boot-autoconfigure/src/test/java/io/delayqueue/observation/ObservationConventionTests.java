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

package io.delayqueue.observation;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.delayqueue.SpringCitizen;
import io.delayqueue.annotation.DelayListener;
import io.delayqueue.autoconfigure.DelayListenerAutoConfiguration;
import io.delayqueue.autoconfigure.DelayQueueAutoConfiguration;
import io.delayqueue.core.DelayQueueTemplate;
import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.micrometer.observation.tck.TestObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistryAssert;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the conventions of {@link DelayQueueObservation}.
 */
class ObservationConventionTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(JacksonAutoConfiguration.class, DelayQueueAutoConfiguration.class,
				DelayListenerAutoConfiguration.class))
		.withUserConfiguration(Listening.class)
		.withPropertyValues("delay-queue.store=memory", "delay-queue.listener.observation-enabled=true",
				"delay-queue.template.observation-enabled=true");

	@TestFactory
	Stream<DynamicTest> givesTheKeyValuesThatAreDocumented() {
		ScheduleContext schedule = new ScheduleContext("orders", "a", Map.of());
		HandleContext handle = new HandleContext("listener", "orders", "a", Map.of(), 1, Duration.ofMillis(5));
		HandleBatchContext batch = new HandleBatchContext("listener", "orders", 3);
		return Stream.of(
				documented(DelayQueueObservation.SCHEDULE, DefaultScheduleConvention.INSTANCE, schedule,
						"schedule orders"),
				documented(DelayQueueObservation.HANDLE, DefaultHandleConvention.INSTANCE, handle, "handle orders"),
				documented(DelayQueueObservation.HANDLE_BATCH, DefaultHandleBatchConvention.INSTANCE, batch,
						"handle batch of orders"));
	}

	private static <T extends Observation.Context> DynamicTest documented(DelayQueueObservation observation,
			ObservationConvention<T> convention, T context, String contextualName) {
		return DynamicTest.dynamicTest(observation.name(), () -> {
			assertThat(convention).isInstanceOf(observation.getDefaultConvention());
			assertThat(convention.supportsContext(context)).isTrue();
			assertThat(convention.supportsContext(new Observation.Context())).isFalse();
			assertThat(keys(convention.getLowCardinalityKeyValues(context)))
				.containsExactlyInAnyOrderElementsOf(keys(observation.getLowCardinalityKeyNames()));
			assertThat(keys(convention.getHighCardinalityKeyValues(context)))
				.containsExactlyInAnyOrderElementsOf(keys(observation.getHighCardinalityKeyNames()));
			assertThat(convention.getContextualName(context)).isEqualTo(contextualName);
		});
	}

	@Test
	void hasTheSameTagsBeforeAMessageHasAnId() {
		ScheduleContext context = new ScheduleContext("orders", null, Map.of());
		assertThat(keys(DefaultScheduleConvention.INSTANCE.getLowCardinalityKeyValues(context)))
			.contains("delayqueue.outcome");
		assertThat(DefaultScheduleConvention.INSTANCE.getHighCardinalityKeyValues(context)).isEmpty();
	}

	@Test
	@SpringCitizen("traces")
	void givesWayToTheApplicationsConventions() {
		TestObservationRegistry registry = TestObservationRegistry.create();
		this.contextRunner.withBean(TestObservationRegistry.class, () -> registry)
			.withBean(ScheduleConvention.class, OwnScheduleConvention::new)
			.withBean(HandleConvention.class, OwnHandleConvention::new)
			.run((context) -> {
				context.getBean(DelayQueueTemplate.class).schedule("orders", "x", Duration.ZERO);
				Awaitility.await()
					.untilAsserted(() -> TestObservationRegistryAssert.assertThat(registry)
						.hasObservationWithNameEqualTo("own.handle")
						.that()
						.hasBeenStopped()
						.hasContextualNameEqualTo("handle orders"));
				TestObservationRegistryAssert.assertThat(registry).hasObservationWithNameEqualTo("own.schedule");
			});
	}

	@Test
	@SpringCitizen("traces")
	void observesNothingWithoutARegistry() {
		this.contextRunner.run((context) -> {
			context.getBean(DelayQueueTemplate.class).schedule("orders", "x", Duration.ZERO);
			Awaitility.await().until(() -> context.getBean(Listening.class).handled);
		});
	}

	private static List<String> keys(KeyValues keyValues) {
		return keyValues.stream().map(KeyValue::getKey).toList();
	}

	private static List<String> keys(KeyName[] names) {
		return Arrays.stream(names).map(KeyName::asString).toList();
	}

	private static final class OwnScheduleConvention extends DefaultScheduleConvention {

		@Override
		public String getName() {
			return "own.schedule";
		}

	}

	private static final class OwnHandleConvention extends DefaultHandleConvention {

		@Override
		public String getName() {
			return "own.handle";
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Listening {

		private volatile boolean handled;

		@DelayListener("orders")
		void order(String order) {
			this.handled = true;
		}

	}

}
