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

import io.delayqueue.test.TestDelayQueue;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.autoconfigure.OverrideAutoConfiguration;
import org.springframework.boot.test.context.filter.annotation.TypeExcludeFilters;
import org.springframework.context.annotation.ComponentScan.Filter;
import org.springframework.core.annotation.AliasFor;
import org.springframework.core.env.Environment;
import org.springframework.test.context.BootstrapWith;
import org.springframework.test.context.junit.jupiter.SpringExtension;

/**
 * For a test that is about listeners and what they schedule, and about nothing else of
 * the application. Auto-configures the delay queue and Jackson, and of the application's
 * components takes those that have
 * {@link io.delayqueue.annotation.DelayListener @DelayListener} methods, those that
 * concern listeners (configurers, interceptors, error handlers), and Jackson's. What
 * these need besides is for the test to provide, by {@code @MockitoBean}, {@code @Import}
 * or {@link #includeFilters()}.
 * <p>
 * Messages are kept in memory, and the test lets time pass by means of the bean
 * {@link TestDelayQueue}: see {@link AutoConfigureTestDelayQueue}, whose attributes are
 * there as properties {@code delay-queue.test.*}.
 *
 * @since 0.1.0
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@BootstrapWith(DelayQueueTestContextBootstrapper.class)
@ExtendWith(SpringExtension.class)
@OverrideAutoConfiguration(enabled = false)
@TypeExcludeFilters(DelayQueueTypeExcludeFilter.class)
@AutoConfigureTestDelayQueue
@ImportAutoConfiguration
public @interface DelayQueueTest {

	/**
	 * Properties in the form {@code key=value} that are added to the {@link Environment}
	 * before the test is run.
	 * @return the properties
	 */
	String[] properties() default {};

	/**
	 * Whether components are filtered as described above. If not, only
	 * {@link #includeFilters()} tell what is taken.
	 * @return whether to use the default filters
	 */
	boolean useDefaultFilters() default true;

	/**
	 * Filters that take further components.
	 * @return the filters
	 */
	Filter[] includeFilters() default {};

	/**
	 * Filters that leave components out that would be taken otherwise.
	 * @return the filters
	 */
	Filter[] excludeFilters() default {};

	/**
	 * Auto-configurations that are left out of this test.
	 * @return the classes
	 */
	@AliasFor(annotation = ImportAutoConfiguration.class, attribute = "exclude")
	Class<?>[] excludeAutoConfiguration() default {};

}
