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

package io.delayqueue.sample.web;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.exc.MismatchedInputException;

/**
 * What is wrong with some JSON, in words for the one who sent it.
 *
 * @param field the name of the field, or {@code null} if no single one is to blame
 * @param reason a sentence
 * @since 0.1.0
 */
public record Fault(@Nullable String field, String reason) {

	/**
	 * Describe why a field wasn't taken.
	 * @param exception the exception
	 * @return the fault
	 */
	public static Fault of(InvalidFieldException exception) {
		return new Fault(exception.getField(), String.valueOf(exception.getMessage()));
	}

	/**
	 * Describe why JSON couldn't be read, without the class names in Jackson's own words.
	 * @param exception the exception
	 * @return the fault
	 */
	public static Fault of(JacksonException exception) {
		String field = field(exception.getPath());
		if (exception instanceof MismatchedInputException mismatch) {
			String expected = describe(mismatch.getTargetType());
			return new Fault(field, ((field != null) ? "'" + field + "'" : "The JSON") + " is not " + expected);
		}
		return new Fault(field, "Malformed JSON" + at(exception));
	}

	private static @Nullable String field(List<JacksonException.Reference> path) {
		return path.isEmpty() ? null : path.get(path.size() - 1).getPropertyName();
	}

	private static String describe(@Nullable Class<?> type) {
		if (type == BigDecimal.class) {
			return "a number";
		}
		if (type == Instant.class) {
			return "an instant such as 2030-01-31T07:00:00Z";
		}
		return (type == String.class) ? "a text" : "an object with the expected fields";
	}

	private static String at(JacksonException exception) {
		return (exception.getLocation() != null) ? " at line " + exception.getLocation().getLineNr() + ", column "
				+ exception.getLocation().getColumnNr() : "";
	}

}
