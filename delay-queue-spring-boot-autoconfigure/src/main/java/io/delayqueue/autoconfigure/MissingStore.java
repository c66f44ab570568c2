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

import io.delayqueue.store.DelayQueueStore;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * Finds out why an application has no store, without which there is nothing of the delay
 * queue, and what to do about it.
 */
class MissingStore {

	private static final String JSON_MAPPER = "tools.jackson.databind.json.JsonMapper";

	private static final String CONNECTION_FACTORY = "org.springframework.data.redis.connection.RedisConnectionFactory";

	private static final String TRIAL = " For a trial without Redis set delay-queue.store=memory.";

	private final BeanFactory beanFactory;

	private final Environment environment;

	private final @Nullable ClassLoader classLoader;

	MissingStore(BeanFactory beanFactory, Environment environment) {
		this(beanFactory, environment, MissingStore.class.getClassLoader());
	}

	MissingStore(BeanFactory beanFactory, Environment environment, @Nullable ClassLoader classLoader) {
		this.beanFactory = beanFactory;
		this.environment = environment;
		this.classLoader = classLoader;
	}

	/**
	 * Analyze a failure that a missing store may explain.
	 * @param failure what has failed
	 * @param cause what it has failed with
	 * @return the analysis, or {@code null} if there is a store
	 */
	@Nullable FailureAnalysis analyze(String failure, Throwable cause) {
		if (beanNames(DelayQueueStore.class).length > 0) {
			return null;
		}
		Reason reason = reason();
		return new FailureAnalysis(failure + "\n\nThere is no store for the delay queue, since " + reason.since() + ".",
				reason.action(), cause);
	}

	private Reason reason() {
		if (!this.environment.getProperty("delay-queue.enabled", Boolean.class, true)) {
			return new Reason("delay-queue.enabled is false",
					"Set delay-queue.enabled=true, or leave out what needs the delay queue.");
		}
		if (!ClassUtils.isPresent(JSON_MAPPER, this.classLoader)) {
			return new Reason("Jackson 3 is not on the class path",
					"Add the dependency io.delayqueue:delay-queue-spring-boot-starter, or "
							+ "org.springframework.boot:spring-boot-starter-jackson.");
		}
		if (!ClassUtils.isPresent(CONNECTION_FACTORY, this.classLoader)) {
			return new Reason("Spring Data Redis is not on the class path",
					"Add the dependency io.delayqueue:delay-queue-spring-boot-starter, or "
							+ "org.springframework.boot:spring-boot-starter-data-redis." + TRIAL);
		}
		return connectionFactories(beanNames(ClassUtils.resolveClassName(CONNECTION_FACTORY, this.classLoader)));
	}

	private static Reason connectionFactories(String[] names) {
		return switch (names.length) {
			case 0 -> new Reason("there is no bean of type RedisConnectionFactory",
					"Add the dependency org.springframework.boot:spring-boot-starter-data-redis and name a Redis by "
							+ "spring.data.redis.host or spring.data.redis.url, or define such a bean." + TRIAL);
			case 1 -> new Reason("DelayQueueAutoConfiguration has not been applied",
					"Let it be applied: it may be excluded, or the application does without auto-configuration. "
							+ "Start with --debug to see why, or define a bean of type DelayQueueStore.");
			default -> new Reason(
					"there are several beans of type RedisConnectionFactory (" + String.join(", ", names)
							+ ") and none of them is chosen",
					"Mark the one that is to keep the queues with @DelayQueueRedis, or the one that is to be used "
							+ "for everything with @Primary.");
		};
	}

	private String[] beanNames(Class<?> type) {
		return (this.beanFactory instanceof ListableBeanFactory listable)
				? BeanFactoryUtils.beanNamesForTypeIncludingAncestors(listable, type, true, false) : new String[0];
	}

	private record Reason(String since, String action) {

	}

}
