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

import io.delayqueue.annotation.DelayListener;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ReflectionUtils.MethodFilter;

/**
 * Keeps beans with listener methods from being initialized lazily.
 */
class DelayListenerLazyInitializationExcludeFilter implements LazyInitializationExcludeFilter {

	// Also present on the annotated method of a super class or interface.
	private static final MethodFilter METHODS = (
			method) -> MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY).isPresent(DelayListener.class);

	@Override
	public boolean isExcluded(String beanName, BeanDefinition beanDefinition, Class<?> beanType) {
		return AnnotationUtils.isCandidateClass(beanType, DelayListener.class)
				&& !MethodIntrospector.selectMethods(beanType, METHODS).isEmpty();
	}

}
