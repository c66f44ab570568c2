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

package io.delayqueue.test.autoconfigure;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

import io.delayqueue.autoconfigure.DelayListenerAutoConfiguration;
import io.delayqueue.autoconfigure.DelayQueueAutoConfiguration;
import io.delayqueue.config.DefaultDelayListenerContainerFactory;
import io.delayqueue.outbox.Outbox;
import io.delayqueue.store.memory.InMemoryDelayQueueStore;
import io.delayqueue.test.DelayQueueTestClock;
import io.delayqueue.test.TestDelayQueue;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import org.springframework.messaging.converter.MessageConverter;

/**
 * Auto-configuration of the test support: a clock and a store of the test's, which come
 * before any of the application's own, and listeners that wait to be told.
 *
 * @since 0.1.0
 */
@AutoConfiguration(before = { DelayQueueAutoConfiguration.class, DelayListenerAutoConfiguration.class })
@EnableConfigurationProperties(TestDelayQueueProperties.class)
public final class TestDelayQueueAutoConfiguration {

	@Bean(DelayQueueAutoConfiguration.CLOCK)
	@Primary
	DelayQueueTestClock delayQueueClock(TestDelayQueueProperties properties) {
		Instant start = properties.start();
		return new DelayQueueTestClock(
				((start != null) ? start : InstantSource.system().instant()).truncatedTo(ChronoUnit.MILLIS));
	}

	@Bean
	@Primary
	InMemoryDelayQueueStore delayQueueStore(DelayQueueTestClock clock) {
		return new InMemoryDelayQueueStore(clock);
	}

	@Bean
	TestDelayQueue testDelayQueue(InMemoryDelayQueueStore store, DelayQueueTestClock clock,
			@Qualifier(DelayQueueAutoConfiguration.MESSAGE_CONVERTER) MessageConverter converter,
			TestDelayQueueProperties properties, ObjectProvider<Outbox> outbox) {
		TestDelayQueue delayQueue = new TestDelayQueue(store, clock, converter, properties.maxDeliveries(),
				properties.completionTimeout());
		delayQueue.waitFor(outbox::getIfAvailable);
		return delayQueue;
	}

	@Bean
	static BeanPostProcessor testDelayQueueDriver(ObjectProvider<TestDelayQueue> testDelayQueue) {
		return new BeanPostProcessor() {

			@Override
			public Object postProcessAfterInitialization(Object bean, String beanName) {
				if (bean instanceof DefaultDelayListenerContainerFactory factory) {
					testDelayQueue.getObject().drive(factory);
				}
				return bean;
			}

		};
	}

}
