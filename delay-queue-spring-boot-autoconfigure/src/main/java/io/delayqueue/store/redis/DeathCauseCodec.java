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

package io.delayqueue.store.redis;

import java.nio.charset.StandardCharsets;
import java.util.Map;

import io.delayqueue.store.DeathCause;
import io.delayqueue.support.FormCodec;
import org.jspecify.annotations.Nullable;

/**
 * The wire format of causes of death: one line of fields. The attempt is the last of
 * them, so that a script can complete the cause of a message whose lease has ended.
 */
final class DeathCauseCodec {

	private static final String REASON = "reason";

	private static final String EXCEPTION = "exception";

	private static final String MESSAGE = "message";

	private static final String STACK_TRACE = "stackTrace";

	private static final String ATTEMPT = "attempt";

	private DeathCauseCodec() {
	}

	static byte[] encode(DeathCause cause) {
		return (encodeUpToAttempt(cause) + cause.attempt()).getBytes(StandardCharsets.UTF_8);
	}

	/**
	 * Encode a cause up to its attempt, to be appended in digits.
	 * @param cause the cause, whose attempt is left out
	 * @return the beginning of the line
	 */
	static String encodeUpToAttempt(DeathCause cause) {
		StringBuilder line = new StringBuilder();
		FormCodec.append(line, REASON, cause.reason().name());
		append(line, EXCEPTION, cause.exception());
		append(line, MESSAGE, cause.message());
		append(line, STACK_TRACE, cause.stackTrace());
		FormCodec.append(line, ATTEMPT, "");
		return line.toString();
	}

	private static void append(StringBuilder line, String name, @Nullable String value) {
		if (value != null) {
			FormCodec.append(line, name, value);
		}
	}

	/**
	 * Decode a cause.
	 * @param stored the stored line
	 * @return the cause, or {@code null} if the line can't be read
	 */
	static @Nullable DeathCause decode(String stored) {
		try {
			Map<String, String> fields = FormCodec.decode(stored);
			return new DeathCause(DeathCause.Reason.valueOf(fields.getOrDefault(REASON, "")),
					Integer.parseInt(fields.getOrDefault(ATTEMPT, "")), fields.get(EXCEPTION), fields.get(MESSAGE),
					fields.get(STACK_TRACE));
		}
		catch (IllegalArgumentException ex) {
			return null;
		}
	}

}
