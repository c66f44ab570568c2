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

import java.util.Set;

import io.delayqueue.core.BoundDelayQueueOperations;
import io.delayqueue.core.DefaultDelayQueueAdmin;
import io.delayqueue.core.DelayQueueAdmin;
import io.delayqueue.core.DelayQueueOperations;
import io.delayqueue.core.DelayQueueTemplate;
import io.delayqueue.store.DelayQueueStore;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.analyzer.AbstractInjectionFailureAnalyzer;
import org.springframework.core.Ordered;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/**
 * Says what to add when something of the delay queue is to be injected and there is no
 * store, or no such queue. Comes before the analyzer of missing beans, which lists
 * conditions instead.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
class NoSuchDelayQueueBeanFailureAnalyzer extends AbstractInjectionFailureAnalyzer<NoSuchBeanDefinitionException> {

	private static final Set<Class<?>> OURS = Set.of(DelayQueueStore.class, DelayQueueOperations.class,
			DelayQueueTemplate.class, DelayQueueAdmin.class, DefaultDelayQueueAdmin.class,
			BoundDelayQueueOperations.class);

	private final MissingStore missingStore;

	NoSuchDelayQueueBeanFailureAnalyzer(BeanFactory beanFactory, Environment environment) {
		this.missingStore = new MissingStore(beanFactory, environment);
	}

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, NoSuchBeanDefinitionException cause,
			@Nullable String description) {
		ResolvableType type = cause.getResolvableType();
		Class<?> wanted = (type != null) ? type.resolve() : null;
		if (wanted == null || !OURS.contains(wanted) || cause instanceof NoUniqueBeanDefinitionException) {
			return null;
		}
		String failure = ((description != null) ? description : "The application") + " needs a bean of type '" + type
				+ "', and there is none.";
		FailureAnalysis missing = this.missingStore.analyze(failure, cause);
		if (missing != null || wanted != BoundDelayQueueOperations.class) {
			return missing;
		}
		return new FailureAnalysis(
				failure + "\n\nEach queue under delay-queue.queues has one, whose qualifier is the queue's name and "
						+ "whose type argument is the queue's payload-type, if that is set.",
				"Name the queue under delay-queue.queues, with its payload-type, or correct qualifier and type where "
						+ "the bean is needed.",
				cause);
	}

}
