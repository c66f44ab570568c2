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

import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.delayqueue.config.InvalidDelayListenerException;
import io.delayqueue.support.QueueNames;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.BeanExpressionContext;
import org.springframework.beans.factory.config.BeanExpressionResolver;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.lang.Contract;
import org.springframework.util.StringUtils;

/**
 * Resolves the placeholders and expressions in the attributes of one annotation, and
 * names bean, method, attribute and value when something is wrong with them.
 */
class AttributeResolver {

	private final ConfigurableListableBeanFactory beanFactory;

	private final String place;

	AttributeResolver(ConfigurableListableBeanFactory beanFactory, String place) {
		this.beanFactory = beanFactory;
		this.place = place;
	}

	/**
	 * Resolve a value.
	 * @param <T> the type of the value
	 * @param attribute the name of the attribute
	 * @param text what the annotation says
	 * @param conversion makes the value of the resolved text
	 * @return the value, or {@code null} if the attribute is empty
	 */
	<T> @Nullable T resolve(String attribute, String text, Function<String, T> conversion) {
		Object value = evaluate(attribute, text);
		if (value == null || isEmpty(value)) {
			return null;
		}
		try {
			return conversion.apply(value.toString().trim());
		}
		catch (IllegalArgumentException ex) {
			throw invalid(attribute, text, value, String.valueOf(ex.getMessage()), ex);
		}
	}

	/**
	 * Resolve the name of a bean, or an expression that gives an instance.
	 * @param <T> the type of the bean
	 * @param attribute the name of the attribute
	 * @param text what the annotation says
	 * @param type the type of the bean
	 * @return the bean, or {@code null} if the attribute is empty
	 */
	<T> @Nullable T resolveBean(String attribute, String text, Class<T> type) {
		Object value = evaluate(attribute, text);
		if (isEmpty(value)) {
			return null;
		}
		if (type.isInstance(value)) {
			return type.cast(value);
		}
		if (value instanceof String name && this.beanFactory.containsBean(name)
				&& this.beanFactory.isTypeMatch(name, type)) {
			return this.beanFactory.getBean(name, type);
		}
		String known = Arrays.stream(this.beanFactory.getBeanNamesForType(type))
			.sorted()
			.collect(Collectors.joining(", "));
		throw invalid(attribute, text, value, "it must name a bean of type " + type.getSimpleName()
				+ (known.isEmpty() ? "; there is none" : "; there are: " + known), null);
	}

	/**
	 * Resolve names of queues, each of which may be an expression that gives several.
	 * @param attribute the name of the attribute
	 * @param texts what the annotation says
	 * @return the names, at least one
	 */
	Set<String> resolveQueues(String attribute, String[] texts) {
		Set<String> queues = new LinkedHashSet<>();
		for (String text : texts) {
			for (Object value : flatten(evaluate(attribute, text))) {
				try {
					queues.add(QueueNames.checkQueue((value != null) ? value.toString() : null));
				}
				catch (IllegalArgumentException ex) {
					throw invalid(attribute, text, value, String.valueOf(ex.getMessage()), ex);
				}
			}
		}
		if (queues.isEmpty()) {
			throw new InvalidDelayListenerException("@DelayListener on " + this.place + " has no queue",
					"Name at least one: @DelayListener(\"a-queue\")", null);
		}
		return queues;
	}

	private static Collection<?> flatten(@Nullable Object value) {
		if (value instanceof Collection<?> values) {
			return values;
		}
		return (value instanceof Object[] values) ? Arrays.asList(values) : Arrays.asList(value);
	}

	private @Nullable Object evaluate(String attribute, String text) {
		try {
			String resolved = this.beanFactory.resolveEmbeddedValue(text);
			BeanExpressionResolver expressions = this.beanFactory.getBeanExpressionResolver();
			return (expressions != null)
					? expressions.evaluate(resolved, new BeanExpressionContext(this.beanFactory, null)) : resolved;
		}
		catch (RuntimeException ex) {
			throw invalid(attribute, text, text,
					"it can't be resolved: " + NestedExceptionUtils.getMostSpecificCause(ex).getMessage(), ex);
		}
	}

	private InvalidDelayListenerException invalid(String attribute, String text, @Nullable Object value, String problem,
			@Nullable Throwable cause) {
		String resolved = text.equals(value) ? "" : ", resolved to '" + value + "'";
		return new InvalidDelayListenerException("Attribute '" + attribute + "' of @DelayListener on " + this.place
				+ " is '" + text + "'" + resolved + ": " + problem, cause);
	}

	@Contract("null -> true")
	private static boolean isEmpty(@Nullable Object value) {
		return value == null || (value instanceof String text && !StringUtils.hasText(text));
	}

}
