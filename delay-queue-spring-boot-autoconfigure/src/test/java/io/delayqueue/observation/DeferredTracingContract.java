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

import io.delayqueue.annotation.DelayListener;
import io.delayqueue.autoconfigure.OutboxAutoConfiguration;
import io.delayqueue.core.DelayMessage;
import io.delayqueue.core.ScheduleResult;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How traces go through what waits for a commit, whatever library makes them.
 */
abstract class DeferredTracingContract {

	private final TracingHarness tracing = tracing();

	private final TracedApplication application = new TracedApplication(this.tracing);

	abstract TracingHarness tracing();

	@ParameterizedTest
	@ValueSource(strings = { "after-commit", "outbox" })
	void continuesTheTraceOfTheCall(String transaction) {
		this.application.with((runner) -> runner
			.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class,
					DataSourceTransactionManagerAutoConfiguration.class, OutboxAutoConfiguration.class))
			.withPropertyValues("spring.datasource.generate-unique-name=true",
					"delay-queue.template.transaction=" + transaction))
			.run((context) -> {
				TransactionTemplate template = new TransactionTemplate(
						context.getBean(PlatformTransactionManager.class));
				template.executeWithoutResult((status) -> this.application.call(context, (delayQueue) -> {
					ScheduleResult result = delayQueue
						.schedule(DelayMessage.to("orders").payload("x").delay(Duration.ZERO).build());
					assertThat(result.outcome()).isEqualTo(ScheduleResult.Outcome.DEFERRED);
				}));
				FinishedSpan handle = this.application.span("handle orders");
				FinishedSpan schedule = this.application.span("schedule orders");
				assertThat(handle.parentId()).isEqualTo(schedule.id());
				assertThat(schedule.parentId()).isEqualTo(this.application.span("caller").id());
				assertThat(schedule.tags()).containsEntry("delayqueue.outcome", "deferred");
			}, Listening.class);
	}

	@Configuration(proxyBeanMethods = false)
	static class Listening {

		@DelayListener("orders")
		void order(String order) {
		}

	}

}
