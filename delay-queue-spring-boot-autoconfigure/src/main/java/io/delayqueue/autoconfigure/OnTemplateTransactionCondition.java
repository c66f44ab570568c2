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

import java.util.Arrays;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * The condition of {@link ConditionalOnTemplateTransaction}.
 */
class OnTemplateTransactionCondition extends SpringBootCondition {

	static final String PROPERTY = "delay-queue.template.transaction";

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		TemplateProperties.Transaction set = Binder.get(context.getEnvironment())
			.bind(PROPERTY, TemplateProperties.Transaction.class)
			.orElse(TemplateProperties.Transaction.NONE);
		MergedAnnotation<ConditionalOnTemplateTransaction> annotation = metadata.getAnnotations()
			.get(ConditionalOnTemplateTransaction.class);
		TemplateProperties.Transaction[] wanted = annotation.getEnumArray(MergedAnnotation.VALUE,
				TemplateProperties.Transaction.class);
		return new ConditionOutcome(Arrays.asList(wanted).contains(set),
				ConditionMessage.forCondition(ConditionalOnTemplateTransaction.class).because(PROPERTY + " is " + set));
	}

}
