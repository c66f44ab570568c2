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

package io.delayqueue.autoconfigure.health;

import io.delayqueue.SpringCitizen;
import io.delayqueue.actuate.DelayQueueHealthIndicator;
import io.delayqueue.autoconfigure.DelayListenerAutoConfiguration;
import io.delayqueue.autoconfigure.DelayQueueAutoConfiguration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration;
import org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.health.registry.HealthContributorRegistry;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link DelayQueueHealthContributorAutoConfiguration}.
 */
@Tag("compat")
class DelayQueueHealthContributorAutoConfigurationTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DelayQueueAutoConfiguration.class,
				DelayListenerAutoConfiguration.class, DelayQueueHealthContributorAutoConfiguration.class))
		.withPropertyValues("delay-queue.store=memory");

	@Test
	@SpringCitizen("health and endpoint")
	void contributesUnderItsName() {
		this.contextRunner
			.withConfiguration(AutoConfigurations.of(HealthContributorAutoConfiguration.class,
					HealthContributorRegistryAutoConfiguration.class))
			.run((context) -> assertThat(context.getBean(HealthContributorRegistry.class).getContributor("delayQueue"))
				.isInstanceOfSatisfying(DelayQueueHealthIndicator.class,
						(indicator) -> assertThat(indicator.health().getStatus()).isEqualTo(Status.UP)));
	}

	@Test
	void isSwitchedOffByProperty() {
		this.contextRunner.withPropertyValues("management.health.delay-queue.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(DelayQueueHealthIndicator.class));
	}

	@Test
	void isSwitchedOffWithTheOthers() {
		this.contextRunner.withPropertyValues("management.health.defaults.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(DelayQueueHealthIndicator.class));
	}

	@Test
	void backsOffWithoutTheDelayQueue() {
		this.contextRunner.withPropertyValues("delay-queue.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(DelayQueueHealthIndicator.class));
	}

	@Test
	void backsOffWithoutTheHealthModule() {
		new ApplicationContextRunner().withUserConfiguration(AutoConfigured.class)
			.withClassLoader(new FilteredClassLoader("org.springframework.boot.health"))
			.withPropertyValues("delay-queue.store=memory")
			.run((context) -> assertThat(context).hasNotFailed()
				.hasBean("delayQueueTemplate")
				.doesNotHaveBean("delayQueueHealthContributor"));
	}

	@Test
	void givesWayToTheApplicationsOwn() {
		this.contextRunner.withBean("delayQueueHealthIndicator", HealthIndicator.class, () -> () -> Health.up().build())
			.run((context) -> assertThat(context).hasSingleBean(HealthIndicator.class)
				.doesNotHaveBean(DelayQueueHealthIndicator.class));
	}

	@Test
	void refusesANegativeThresholdByProperty() {
		this.contextRunner.withPropertyValues("management.health.delay-queue.threshold=-1s")
			.run((context) -> assertThat(context).hasFailed()
				.getFailure()
				.rootCause()
				.hasMessageContaining("management.health.delay-queue.threshold"));
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ DelayQueueAutoConfiguration.class, DelayListenerAutoConfiguration.class,
			DelayQueueHealthContributorAutoConfiguration.class })
	static class AutoConfigured {

	}

}
