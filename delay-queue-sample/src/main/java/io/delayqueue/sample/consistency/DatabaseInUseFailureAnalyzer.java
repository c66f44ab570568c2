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

package io.delayqueue.sample.consistency;

import java.sql.SQLException;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Shows a sentence instead of a stack trace when another shop has the database open.
 */
class DatabaseInUseFailureAnalyzer extends AbstractFailureAnalyzer<SQLException> {

	// ErrorCode.DATABASE_ALREADY_OPEN_1 of H2
	private static final int ALREADY_OPEN = 90020;

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, SQLException cause) {
		if (cause.getErrorCode() != ALREADY_OPEN) {
			return null;
		}
		return new FailureAnalysis("The shop's database is in use by another process.",
				"Stop the other shop, or name another folder with '--shop.data-dir=…'.", cause);
	}

}
