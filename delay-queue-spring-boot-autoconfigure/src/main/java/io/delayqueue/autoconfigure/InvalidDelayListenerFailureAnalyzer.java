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

import io.delayqueue.config.DelayListenerBeanNames;
import io.delayqueue.config.InvalidDelayListenerException;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/**
 * Shows what is wrong with a listener instead of a stack trace. Comes before the analyzer
 * of missing beans, which may be the cause and says less.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
class InvalidDelayListenerFailureAnalyzer extends AbstractFailureAnalyzer<InvalidDelayListenerException> {

	private static final String GENERAL_ACTION = "Correct the method, its annotation, or the property that the value "
			+ "comes from, as described.";

	private final MissingStore missingStore;

	InvalidDelayListenerFailureAnalyzer(BeanFactory beanFactory, Environment environment) {
		this.missingStore = new MissingStore(beanFactory, environment);
	}

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, InvalidDelayListenerException cause) {
		FailureAnalysis missing = lacksContainerFactory(cause)
				? this.missingStore.analyze("A delay listener can't be set up:\n\n    " + cause.getProblem(), cause)
				: null;
		return (missing != null) ? missing : new FailureAnalysis(
				"A delay listener can't be set up:\n\n    " + cause.getProblem(), actionOf(cause), cause);
	}

	private static boolean lacksContainerFactory(InvalidDelayListenerException cause) {
		return cause.getCause() instanceof NoSuchBeanDefinitionException missing
				&& DelayListenerBeanNames.CONTAINER_FACTORY.equals(missing.getBeanName());
	}

	private static String actionOf(InvalidDelayListenerException cause) {
		String action = cause.getAction();
		return (action != null) ? action + "." : GENERAL_ACTION;
	}

}
