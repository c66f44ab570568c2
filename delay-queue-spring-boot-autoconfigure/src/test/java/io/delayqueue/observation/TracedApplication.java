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

import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

import io.delayqueue.autoconfigure.DelayListenerAutoConfiguration;
import io.delayqueue.autoconfigure.DelayQueueAutoConfiguration;
import io.delayqueue.core.DelayQueueTemplate;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.awaitility.Awaitility.await;

/**
 * An application whose observations make traces.
 */
final class TracedApplication {

	private final TracingHarness tracing;

	private final ObservationRegistry registry;

	private ApplicationContextRunner runner;

	TracedApplication(TracingHarness tracing) {
		this.tracing = tracing;
		this.registry = tracing.registry();
		this.runner = new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(JacksonAutoConfiguration.class, DelayQueueAutoConfiguration.class,
					DelayListenerAutoConfiguration.class))
			.withBean(ObservationRegistry.class, () -> this.registry)
			.withPropertyValues("delay-queue.store=memory", "delay-queue.listener.observation-enabled=true",
					"delay-queue.template.observation-enabled=true", "delay-queue.listener.retry.delay=1ms",
					"delay-queue.listener.retry.jitter=0");
	}

	TracedApplication with(UnaryOperator<ApplicationContextRunner> change) {
		this.runner = change.apply(this.runner);
		return this;
	}

	/**
	 * Run the application with components.
	 */
	void run(Consumer<AssertableApplicationContext> test, Class<?>... components) {
		this.runner.withUserConfiguration(components).run(test::accept);
	}

	/**
	 * Do something with the template within a span called "caller".
	 */
	void call(AssertableApplicationContext context, Consumer<DelayQueueTemplate> action) {
		Observation.createNotStarted("caller", this.registry)
			.observe(() -> action.accept(context.getBean(DelayQueueTemplate.class)));
	}

	/**
	 * Wait for spans of a name.
	 */
	List<FinishedSpan> spans(String name, int count) {
		await().until(() -> named(name).size() >= count);
		return named(name);
	}

	FinishedSpan span(String name) {
		return spans(name, 1).get(0);
	}

	private List<FinishedSpan> named(String name) {
		return this.tracing.spans().stream().filter((span) -> span.name().equals(name)).toList();
	}

}
