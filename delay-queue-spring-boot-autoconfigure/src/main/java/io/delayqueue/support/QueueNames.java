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

package io.delayqueue.support;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * The rules for names of queues and ids of messages.
 *
 * @since 0.1.0
 */
public final class QueueNames {

	private static final Pattern QUEUE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,127}");

	private static final int MAX_ID_BYTES = 256;

	private QueueNames() {
	}

	/**
	 * Check the name of a queue.
	 * @param queue the name
	 * @return the name
	 * @throws IllegalArgumentException if it is not a legal name
	 */
	public static String checkQueue(@Nullable String queue) {
		if (queue == null || !QUEUE.matcher(queue).matches()) {
			throw new IllegalArgumentException("'queue' must be 1 to 128 letters, digits, '.', '_' or '-' and begin "
					+ "with a letter or digit, but is " + quote(queue));
		}
		return queue;
	}

	/**
	 * Check the id of a message.
	 * @param id the id
	 * @return the id
	 * @throws IllegalArgumentException if it is not a legal id
	 */
	public static String checkId(@Nullable String id) {
		if (id == null || id.isBlank() || hasControlCharacter(id) || !isWellFormed(id)
				|| id.getBytes(StandardCharsets.UTF_8).length > MAX_ID_BYTES) {
			throw new IllegalArgumentException("'id' must be 1 to " + MAX_ID_BYTES
					+ " bytes of UTF-8, not blank and without control characters, but is " + quote(id));
		}
		return id;
	}

	private static boolean hasControlCharacter(String value) {
		return value.codePoints().anyMatch(Character::isISOControl);
	}

	// An unpaired surrogate would become '?' in UTF-8, and two ids could become one.
	private static boolean isWellFormed(String value) {
		return StandardCharsets.UTF_8.newEncoder().canEncode(value);
	}

	private static String quote(@Nullable String value) {
		if (value == null) {
			return "null";
		}
		String shown = (value.length() > 80) ? value.substring(0, 80) + "… (" + value.length() + " characters)" : value;
		return "'" + shown.replaceAll("\\p{Cntrl}", "?") + "'";
	}

}
