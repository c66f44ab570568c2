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

package io.delayqueue.listener.adapter;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.util.ArrayList;
import java.util.List;

import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;

/**
 * Finds what is annotated about a payload, wherever it stands: at the parameter, or at
 * the type argument that names the payload.
 */
final class PayloadAnnotations {

	private PayloadAnnotations() {
	}

	/**
	 * Find the annotations.
	 * @param parameter the parameter
	 * @param wrappers the types that the payload may be within, from the outside
	 * @return the annotations of the parameter, then those of the type arguments
	 */
	static Annotation[] of(MethodParameter parameter, Class<?>... wrappers) {
		List<Annotation> annotations = new ArrayList<>(List.of(parameter.getParameterAnnotations()));
		AnnotatedType type = parameter.getExecutable().getAnnotatedParameterTypes()[parameter.getParameterIndex()];
		for (Class<?> wrapper : wrappers) {
			if (type instanceof AnnotatedParameterizedType parameterized
					&& ResolvableType.forType(type.getType()).toClass() == wrapper) {
				type = parameterized.getAnnotatedActualTypeArguments()[0];
				annotations.addAll(List.of(type.getAnnotations()));
			}
		}
		return annotations.toArray(Annotation[]::new);
	}

}
