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

package io.delayqueue.citizen;

import java.time.Duration;

import io.delayqueue.autoconfigure.DelayListenerAutoConfiguration;
import io.delayqueue.autoconfigure.DelayQueueAutoConfiguration;
import io.delayqueue.core.DelayQueueTemplate;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/**
 * Applications that listen, with the store in memory.
 */
final class Listening {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private Listening() {
	}

	static ApplicationContextRunner runner() {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(JacksonAutoConfiguration.class, DelayQueueAutoConfiguration.class,
					DelayListenerAutoConfiguration.class))
			.withPropertyValues("delay-queue.store=memory", "delay-queue.listener.retry.delay=10ms",
					"delay-queue.listener.retry.jitter=0ms");
	}

	static String schedule(ApplicationContext context, String queue, Object payload) {
		return context.getBean(DelayQueueTemplate.class).schedule(queue, payload, Duration.ZERO);
	}

	static void await(ThrowingRunnable assertion) {
		Awaitility.await().atMost(PATIENCE).untilAsserted(assertion);
	}

}
