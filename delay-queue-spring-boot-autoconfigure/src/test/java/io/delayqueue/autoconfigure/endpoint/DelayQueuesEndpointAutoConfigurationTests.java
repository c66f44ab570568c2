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

package io.delayqueue.autoconfigure.endpoint;

import java.util.List;

import io.delayqueue.SpringCitizen;
import io.delayqueue.actuate.DelayQueuesEndpoint;
import io.delayqueue.actuate.DelayQueuesEndpointJmxExtension;
import io.delayqueue.actuate.DelayQueuesEndpointWebExtension;
import io.delayqueue.autoconfigure.DelayListenerAutoConfiguration;
import io.delayqueue.autoconfigure.DelayQueueAutoConfiguration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointAutoConfiguration;
import org.springframework.boot.actuate.endpoint.web.WebEndpointsSupplier;
import org.springframework.boot.actuate.endpoint.web.WebOperation;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableWebApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link DelayQueuesEndpointAutoConfiguration}.
 */
@Tag("compat")
class DelayQueuesEndpointAutoConfigurationTests {

	private static final String EXPOSED = "management.endpoints.web.exposure.include=*";

	private final WebApplicationContextRunner contextRunner = new WebApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DelayQueueAutoConfiguration.class,
				DelayListenerAutoConfiguration.class, EndpointAutoConfiguration.class,
				WebEndpointAutoConfiguration.class, DelayQueuesEndpointAutoConfiguration.class))
		.withInitializer((context) -> context.getEnvironment().setConversionService(new ApplicationConversionService()))
		.withPropertyValues("delay-queue.store=memory");

	@Test
	void isNotExposedByDefault() {
		this.contextRunner.run((context) -> assertThat(context).doesNotHaveBean(DelayQueuesEndpoint.class));
	}

	@Test
	@SpringCitizen("health and endpoint")
	void isExposedOverHttpWhenToldSo() {
		this.contextRunner.withPropertyValues(EXPOSED).run((context) -> {
			assertThat(context).hasSingleBean(DelayQueuesEndpointWebExtension.class);
			assertThat(context).doesNotHaveBean(DelayQueuesEndpointJmxExtension.class);
			assertThat(operations(context)).containsExactlyInAnyOrder("GET delayqueues", "GET delayqueues/{queue}",
					"GET delayqueues/{queue}/{state}", "GET delayqueues/{*path}", "POST delayqueues/{*path}",
					"POST delayqueues/{queue}/{action}", "DELETE delayqueues/{queue}/{state}",
					"DELETE delayqueues/{*path}");
		});
	}

	@Test
	void isExposedOverJmxWhenToldSo() {
		this.contextRunner
			.withPropertyValues("management.endpoints.jmx.exposure.include=delayqueues", "spring.jmx.enabled=true")
			.run((context) -> assertThat(context).hasSingleBean(DelayQueuesEndpointJmxExtension.class)
				.doesNotHaveBean(DelayQueuesEndpointWebExtension.class));
	}

	@Test
	void changesNothingWithReadOnlyAccess() {
		this.contextRunner.withPropertyValues(EXPOSED, "management.endpoint.delayqueues.access=read-only")
			.run((context) -> assertThat(operations(context)).hasSize(4)
				.allMatch((operation) -> operation.startsWith("GET ")));
	}

	@Test
	void doesEverythingWithUnrestrictedAccess() {
		this.contextRunner
			.withPropertyValues(EXPOSED, "management.endpoints.access.default=none",
					"management.endpoint.delayqueues.access=unrestricted")
			.run((context) -> assertThat(operations(context)).hasSize(8));
	}

	@Test
	void isNotThereWithoutAccess() {
		this.contextRunner.withPropertyValues(EXPOSED, "management.endpoint.delayqueues.access=none")
			.run((context) -> assertThat(context).doesNotHaveBean(DelayQueuesEndpoint.class));
	}

	@Test
	void backsOffWithoutTheDelayQueue() {
		this.contextRunner.withPropertyValues(EXPOSED, "delay-queue.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(DelayQueuesEndpoint.class));
	}

	@Test
	void backsOffWithoutActuator() {
		new ApplicationContextRunner().withUserConfiguration(AutoConfigured.class)
			.withClassLoader(new FilteredClassLoader("org.springframework.boot.actuate"))
			.withPropertyValues("delay-queue.store=memory", EXPOSED)
			.run((context) -> assertThat(context).hasNotFailed()
				.hasBean("delayQueueTemplate")
				.doesNotHaveBean("delayQueuesEndpoint"));
	}

	@Test
	void refusesAnUnknownWayToShowPayloads() {
		this.contextRunner.withPropertyValues(EXPOSED, "management.endpoint.delayqueues.show-payload=sometimes")
			.run((context) -> assertThat(context).hasFailed()
				.getFailure()
				.hasStackTraceContaining("management.endpoint.delayqueues.show-payload"));
	}

	private static List<String> operations(AssertableWebApplicationContext context) {
		return context.getBean(WebEndpointsSupplier.class)
			.getEndpoints()
			.stream()
			.flatMap((endpoint) -> endpoint.getOperations().stream())
			.map(WebOperation::getRequestPredicate)
			.map((predicate) -> predicate.getHttpMethod() + " " + predicate.getPath())
			.toList();
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ DelayQueueAutoConfiguration.class, DelayQueuesEndpointAutoConfiguration.class })
	static class AutoConfigured {

	}

}
