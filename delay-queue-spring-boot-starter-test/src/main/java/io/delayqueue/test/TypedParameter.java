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

package io.delayqueue.test;

import java.lang.reflect.Method;
import java.lang.reflect.Type;

import org.jspecify.annotations.Nullable;

import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.util.Assert;
import org.springframework.util.ReflectionUtils;

/**
 * Stands for the parameter of a listener that asks for a type: converters know generic
 * types from parameters only.
 */
final class TypedParameter extends MethodParameter {

	private final Type type;

	TypedParameter(Type type) {
		super(anyMethod(), 0);
		this.type = type;
	}

	private TypedParameter(TypedParameter original) {
		super(original);
		this.type = original.type;
	}

	private static Method anyMethod() {
		Method method = ReflectionUtils.findMethod(Object.class, "equals", Object.class);
		Assert.state(method != null, "Every object has it");
		return method;
	}

	@Override
	public Class<?> getParameterType() {
		return ResolvableType.forType(this.type).toClass();
	}

	@Override
	public Type getGenericParameterType() {
		return this.type;
	}

	// What stands for a level further inside begins as a clone.
	@Override
	public TypedParameter clone() {
		return new TypedParameter(this);
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof TypedParameter parameter && this.type.equals(parameter.type) && super.equals(other);
	}

	@Override
	public int hashCode() {
		return 31 * super.hashCode() + this.type.hashCode();
	}

}
