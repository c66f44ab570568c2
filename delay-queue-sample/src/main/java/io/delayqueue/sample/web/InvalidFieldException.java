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

/**
 * Thrown when a field of a request can't be taken.
 *
 * @since 0.1.0
 */
public class InvalidFieldException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final String field;

	/**
	 * Create an exception.
	 * @param field the name of the field
	 * @param reason what is wrong with it: the rest of a sentence that begins with the
	 * name
	 */
	public InvalidFieldException(String field, String reason) {
		super("'" + field + "' " + reason);
		this.field = field;
	}

	/**
	 * Return the field.
	 * @return the name of the field
	 */
	public String getField() {
		return this.field;
	}

}
