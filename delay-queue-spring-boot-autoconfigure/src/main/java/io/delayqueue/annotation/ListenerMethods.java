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

package io.delayqueue.annotation;

import java.lang.reflect.Method;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;

/**
 * Finds the annotated methods of a class.
 */
final class ListenerMethods {

	private ListenerMethods() {
	}

	/**
	 * Find the listener methods, in an order that is the same in every run, which the
	 * order of reflection is not: ids are counted in it.
	 * @param type the class of the bean
	 * @return the methods and the annotations of each
	 */
	static Map<Method, List<DelayListener>> find(Class<?> type) {
		Map<Method, List<DelayListener>> methods = new TreeMap<>(
				Comparator.comparing(Method::getName).thenComparing(Method::toGenericString));
		if (AnnotationUtils.isCandidateClass(type, DelayListener.class)) {
			methods.putAll(MethodIntrospector.selectMethods(type, ListenerMethods::annotations));
		}
		return methods;
	}

	/**
	 * Return what the nearest annotated declaration of the method says: the annotations
	 * of what it overrides count only if it has none itself, else a proxy or a spy of a
	 * class would listen once more for every class above it.
	 * @param method the method
	 * @return its annotations, or {@code null} if it is no listener
	 */
	private static @Nullable List<DelayListener> annotations(Method method) {
		List<MergedAnnotation<DelayListener>> all = MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY)
			.stream(DelayListener.class)
			.toList();
		int nearest = all.stream().mapToInt(MergedAnnotation::getAggregateIndex).min().orElse(-1);
		List<DelayListener> annotations = all.stream()
			.filter((annotation) -> annotation.getAggregateIndex() == nearest)
			.map(MergedAnnotation::synthesize)
			.toList();
		return annotations.isEmpty() ? null : annotations;
	}

}
