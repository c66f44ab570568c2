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

import java.lang.annotation.Annotation;
import java.util.Arrays;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches if a property has one of the values that an annotation names, however it is
 * spelled. A value that is none of the property's stops the application here: else it
 * would miss a bean, and not be told why.
 *
 * @param <E> the type of the property
 */
abstract class OnEnumPropertyCondition<E extends Enum<E>> extends SpringBootCondition {

	private final Class<? extends Annotation> annotation;

	private final String property;

	private final E defaultValue;

	OnEnumPropertyCondition(Class<? extends Annotation> annotation, String property, E defaultValue) {
		this.annotation = annotation;
		this.property = property;
		this.defaultValue = defaultValue;
	}

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		Class<E> type = this.defaultValue.getDeclaringClass();
		E set = Binder.get(context.getEnvironment()).bind(this.property, type).orElse(this.defaultValue);
		E[] wanted = metadata.getAnnotations().get(this.annotation).getEnumArray(MergedAnnotation.VALUE, type);
		return new ConditionOutcome(Arrays.asList(wanted).contains(set),
				ConditionMessage.forCondition(this.annotation).because(this.property + " is " + set));
	}

}
