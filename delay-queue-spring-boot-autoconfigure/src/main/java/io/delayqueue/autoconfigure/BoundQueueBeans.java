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

import java.util.Map;

import io.delayqueue.core.BoundDelayQueueOperations;
import io.delayqueue.core.DelayQueueOperations;
import io.delayqueue.support.QueueNames;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.AutowireCapableBeanFactory;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.ResolvableType;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/**
 * Registers a bean {@code delayQueue.<name>} for each queue under
 * {@code delay-queue.queues}, with the queue's name as qualifier. The definitions are
 * plain ones, which ahead-of-time processing can write down.
 */
class BoundQueueBeans implements ImportBeanDefinitionRegistrar {

	private static final String PROPERTY = "delay-queue.queues";

	private static final Bindable<Map<String, DelayQueueProperties.QueueProperties>> QUEUES = Bindable
		.mapOf(String.class, DelayQueueProperties.QueueProperties.class);

	private final Environment environment;

	BoundQueueBeans(Environment environment) {
		this.environment = environment;
	}

	@Override
	public void registerBeanDefinitions(AnnotationMetadata importingClassMetadata, BeanDefinitionRegistry registry) {
		Binder.get(this.environment)
			.bind(PROPERTY, QUEUES)
			.orElse(Map.of())
			.forEach((queue, properties) -> register(queue, properties.getPayloadType(), registry));
	}

	private static void register(String queue, @Nullable Class<?> type, BeanDefinitionRegistry registry) {
		try {
			QueueNames.checkQueue(queue);
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidConfigurationPropertyValueException(PROPERTY + "." + queue, queue, ex.getMessage());
		}
		RootBeanDefinition definition = new RootBeanDefinition(BoundQueueBeans.class);
		definition.setFactoryMethodName("bind");
		definition.setAutowireMode(AutowireCapableBeanFactory.AUTOWIRE_CONSTRUCTOR);
		definition.getConstructorArgumentValues().addIndexedArgumentValue(1, queue);
		definition.getConstructorArgumentValues().addIndexedArgumentValue(2, (type != null) ? type : Object.class);
		// Without a type the raw one: then the injection point's type argument is the
		// caller's word.
		definition
			.setTargetType((type != null) ? ResolvableType.forClassWithGenerics(BoundDelayQueueOperations.class, type)
					: ResolvableType.forClass(BoundDelayQueueOperations.class));
		definition.addQualifier(new AutowireCandidateQualifier(Qualifier.class, queue));
		registry.registerBeanDefinition("delayQueue." + queue, definition);
	}

	static <T> BoundDelayQueueOperations<T> bind(DelayQueueOperations operations, String queue, Class<T> type) {
		return operations.boundQueueOps(queue, type);
	}

}
