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

package io.delayqueue.testpostgres;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests a PostgreSQL that all test classes of the JVM share, and skips them if none
 * is installed.
 *
 * @since 0.1.0
 */
public final class PostgresExtension implements ExecutionCondition, ParameterResolver {

	private static final Namespace NAMESPACE = Namespace.create(PostgresExtension.class);

	@Override
	public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
		if (PostgresBinaries.find().isPresent()) {
			return ConditionEvaluationResult.enabled("PostgreSQL is installed");
		}
		String reason = "Not tested on PostgreSQL: there is no 'initdb' on the path, in /usr/lib/postgresql, or where -D"
				+ PostgresBinaries.FOLDER_PROPERTY + " says";
		System.out.println(context.getDisplayName() + " is skipped. " + reason);
		return ConditionEvaluationResult.disabled(reason);
	}

	@Override
	public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
		return parameter.getParameter().getType() == PostgresProcess.class;
	}

	@Override
	public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
		// The root store closes what it holds after the last test.
		return context.getRoot()
			.getStore(NAMESPACE)
			.computeIfAbsent(PostgresProcess.class, (key) -> PostgresProcess.start(), PostgresProcess.class);
	}

}
