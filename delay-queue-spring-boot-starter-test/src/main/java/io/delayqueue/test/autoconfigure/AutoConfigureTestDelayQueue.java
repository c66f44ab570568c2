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

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import io.delayqueue.test.DelayQueueTestClock;
import io.delayqueue.test.TestDelayQueue;
import org.junit.jupiter.api.parallel.ResourceLock;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.context.PropertyMapping;

/**
 * Lets a test of the whole application, normally with
 * {@link org.springframework.boot.test.context.SpringBootTest @SpringBootTest}, move the
 * time of the delay queue: messages are kept in memory instead of in Redis, listeners are
 * called when the test lets time pass by means of the bean {@link TestDelayQueue}, and
 * the {@link java.time.Clock} that is injected is its {@link DelayQueueTestClock}. Before
 * each test method all of that is as it was when the application had started. Since test
 * classes may share a context, JUnit runs none of them at the same time as another.
 *
 * @since 0.1.0
 * @see DelayQueueTest
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ImportAutoConfiguration
@ResourceLock("io.delayqueue.test.TestDelayQueue")
@PropertyMapping(value = "delay-queue.test", skip = PropertyMapping.Skip.ON_DEFAULT_VALUE)
public @interface AutoConfigureTestDelayQueue {

	/**
	 * What the clock says at the beginning of each test, as text such as
	 * {@code 2030-01-31T07:00:00Z}; by default when the application was started.
	 * @return the instant
	 */
	String start() default "";

	/**
	 * After how many deliveries in one call they count as endless.
	 * @return the number of deliveries
	 */
	int maxDeliveries() default 10_000;

	/**
	 * How long to wait, by real time, for what a handler returned to complete.
	 * @return a duration such as {@code 10s}
	 */
	String completionTimeout() default "10s";

}
