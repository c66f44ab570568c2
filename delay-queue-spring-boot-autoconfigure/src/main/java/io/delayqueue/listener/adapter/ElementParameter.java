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
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.messaging.Message;

/**
 * Stands for one element of a parameter that is a list, so that elements are resolved
 * like parameters.
 */
class ElementParameter extends MethodParameter {

	private final MethodParameter list;

	private final ResolvableType element;

	ElementParameter(MethodParameter list) {
		super(list);
		this.list = list;
		this.element = element(ResolvableType.forMethodParameter(list));
	}

	// Kotlin's List<Message<T>> is one of a wildcard, to which no converter can convert.
	private static ResolvableType element(ResolvableType list) {
		ResolvableType element = list.as(List.class).getGeneric();
		if (element.getType() instanceof WildcardType wildcard) {
			Type[] bounds = (wildcard.getLowerBounds().length > 0) ? wildcard.getLowerBounds()
					: wildcard.getUpperBounds();
			return ResolvableType.forType(bounds[0], list);
		}
		return element;
	}

	private ElementParameter(ElementParameter original) {
		super(original);
		this.list = original.list;
		this.element = original.element;
	}

	@Override
	public Class<?> getContainingClass() {
		return this.list.getContainingClass();
	}

	@Override
	public Annotation[] getParameterAnnotations() {
		return PayloadAnnotations.of(this.list, List.class, Message.class);
	}

	@Override
	public Class<?> getParameterType() {
		return this.element.toClass();
	}

	@Override
	public Type getGenericParameterType() {
		return this.element.getType();
	}

	// What stands for a level further inside begins as a clone.
	@Override
	public ElementParameter clone() {
		return new ElementParameter(this);
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof ElementParameter && super.equals(other);
	}

	// Not that of the list, which the same cache of resolvers may know.
	@Override
	public int hashCode() {
		return 31 * super.hashCode() + 1;
	}

}
