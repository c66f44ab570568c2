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
import java.util.ArrayList;
import java.util.List;

import io.delayqueue.DuplicateMessageException;
import io.delayqueue.QueueOperation;
import io.delayqueue.core.BoundDelayQueueOperations;
import io.delayqueue.core.CommandDeferral;
import io.delayqueue.core.DeferredOperationFailureHandler;
import io.delayqueue.core.DeferredOperationFailures;
import io.delayqueue.core.DelayMessage;
import io.delayqueue.core.DelayQueueTemplate;
import io.delayqueue.core.ScheduleResult;
import io.delayqueue.event.DeferredOperationFailedEvent;
import io.delayqueue.transaction.AfterCommitDeferral;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.core.Ordered;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@code delay-queue.template.transaction}.
 */
class TemplateTransactionTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class,
				DataSourceTransactionManagerAutoConfiguration.class, DelayQueueAutoConfiguration.class,
				BoundQueueAutoConfiguration.class))
		.withPropertyValues("delay-queue.store=memory", "spring.datasource.generate-unique-name=true");

	@Test
	void sendsAtOnceByDefault() {
		this.contextRunner.run((context) -> {
			assertThat(context).doesNotHaveBean(CommandDeferral.class).doesNotHaveBean(DeferredOperationFailures.class);
			transaction(context.getBean(PlatformTransactionManager.class)).executeWithoutResult((status) -> {
				DelayQueueTemplate template = context.getBean(DelayQueueTemplate.class);
				assertThat(template.find("q", template.schedule("q", "x", Duration.ZERO))).isPresent();
			});
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "after-commit", "AFTER_COMMIT", "afterCommit" })
	void waitsForTheCommit(String value) {
		this.contextRunner
			.withPropertyValues("delay-queue.template.transaction=" + value, "delay-queue.queues.q.concurrency=1")
			.run((context) -> {
				assertThat(context).hasSingleBean(AfterCommitDeferral.class);
				DelayQueueTemplate template = context.getBean(DelayQueueTemplate.class);
				BoundDelayQueueOperations<?> bound = context.getBean("delayQueue.q", BoundDelayQueueOperations.class);
				transaction(context.getBean(PlatformTransactionManager.class)).executeWithoutResult((status) -> {
					assertThat(template.schedule(message()).outcome()).isEqualTo(ScheduleResult.Outcome.DEFERRED);
					assertThat(bound.find("a")).isEmpty();
				});
				assertThat(bound.find("a")).isPresent();
			});
	}

	@Test
	void handsFailuresToTheHandlerAndPublishesThem() {
		this.contextRunner.withUserConfiguration(Failures.class)
			.withPropertyValues("delay-queue.template.transaction=after-commit")
			.run((context) -> {
				DelayQueueTemplate template = context.getBean(DelayQueueTemplate.class);
				template.schedule(message());
				transaction(context.getBean(PlatformTransactionManager.class))
					.executeWithoutResult((status) -> template.schedule(message()));
				Failures failures = context.getBean(Failures.class);
				assertThat(failures.handled).hasSize(1).hasOnlyElementsOfType(DuplicateMessageException.class);
				assertThat(failures.published).hasSize(1);
			});
	}

	@Test
	void tellsAHandlerThatUsesTheTemplate() {
		this.contextRunner.withBean(Rescuer.class)
			.withPropertyValues("delay-queue.template.transaction=after-commit")
			.run((context) -> {
				DelayQueueTemplate template = context.getBean(DelayQueueTemplate.class);
				template.schedule(message());
				transaction(context.getBean(PlatformTransactionManager.class))
					.executeWithoutResult((status) -> template.schedule(message()));
				assertThat(template.find("failures", "a")).isPresent();
			});
	}

	@Test
	void tellsAllHandlersInTheirOrder() {
		List<String> told = new ArrayList<>();
		this.contextRunner.withBean("last", Teller.class, () -> new Teller(2, told))
			.withBean("first", Teller.class, () -> new Teller(1, told))
			.withPropertyValues("delay-queue.template.transaction=after-commit")
			.run((context) -> {
				DelayQueueTemplate template = context.getBean(DelayQueueTemplate.class);
				template.schedule(message());
				transaction(context.getBean(PlatformTransactionManager.class))
					.executeWithoutResult((status) -> template.schedule(message()));
				assertThat(told).containsExactly("1 [a]", "2 [a]");
			});
	}

	@Test
	void takesTheApplicationsOwnDeferral() {
		this.contextRunner.withBean(CommandDeferral.class, () -> (commands) -> true)
			.withPropertyValues("delay-queue.template.transaction=after-commit")
			.run((context) -> assertThat(context.getBean(DelayQueueTemplate.class).schedule(message()).outcome())
				.isEqualTo(ScheduleResult.Outcome.DEFERRED));
	}

	@Test
	void needsSpringsTransactions() {
		this.contextRunner.withClassLoader(new FilteredClassLoader("org.springframework.transaction"))
			.withPropertyValues("delay-queue.template.transaction=after-commit")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(InvalidConfigurationPropertyValueException.class)
				.satisfies((ex) -> assertThat(((InvalidConfigurationPropertyValueException) ex).getReason())
					.contains("spring-tx")));
	}

	@Test
	void doesWithoutSpringsTransactionsByDefault() {
		this.contextRunner.withClassLoader(new FilteredClassLoader("org.springframework.transaction"))
			.run((context) -> assertThat(context).hasSingleBean(DelayQueueTemplate.class));
	}

	private static TransactionTemplate transaction(PlatformTransactionManager transactionManager) {
		return new TransactionTemplate(transactionManager);
	}

	private static DelayMessage<String> message() {
		return DelayMessage.to("q").payload("x").delay(Duration.ofMinutes(1)).id("a").build();
	}

	@Configuration(proxyBeanMethods = false)
	static class Failures {

		private final List<RuntimeException> handled = new ArrayList<>();

		private final List<DeferredOperationFailedEvent> published = new ArrayList<>();

		@Bean
		DeferredOperationFailureHandler handler() {
			return (queue, operation, ids, cause) -> this.handled.add(cause);
		}

		@EventListener
		void published(DeferredOperationFailedEvent event) {
			this.published.add(event);
		}

	}

	/**
	 * Schedules something else for what has failed.
	 *
	 * @param template schedules it
	 */
	record Rescuer(DelayQueueTemplate template) implements DeferredOperationFailureHandler {

		@Override
		public void handleFailure(String queue, QueueOperation operation, List<String> ids, RuntimeException cause) {
			this.template
				.schedule(DelayMessage.to("failures").payload("x").delay(Duration.ofMinutes(1)).id(ids.get(0)).build());
		}

	}

	/**
	 * Notes what it is told.
	 *
	 * @param order its place among others
	 * @param told what all were told
	 */
	record Teller(int order, List<String> told) implements DeferredOperationFailureHandler, Ordered {

		@Override
		public int getOrder() {
			return this.order;
		}

		@Override
		public void handleFailure(String queue, QueueOperation operation, List<String> ids, RuntimeException cause) {
			this.told.add(this.order + " " + ids);
		}

	}

}
