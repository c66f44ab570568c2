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

import io.delayqueue.config.InvalidDelayListenerException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Shows what is wrong with a listener instead of a stack trace. Comes before the analyzer
 * of missing beans, which may be the cause and says less.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
class InvalidDelayListenerFailureAnalyzer extends AbstractFailureAnalyzer<InvalidDelayListenerException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, InvalidDelayListenerException cause) {
		return new FailureAnalysis("A delay listener can't be set up:\n\n    " + cause.getMessage(),
				"Correct the listener or its configuration as described.", cause);
	}

}
