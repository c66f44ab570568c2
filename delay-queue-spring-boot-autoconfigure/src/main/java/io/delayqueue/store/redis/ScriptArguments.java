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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.delayqueue.store.BrowseRequest;
import io.delayqueue.store.ConsumerCall;
import io.delayqueue.store.DueTime;
import io.delayqueue.store.EpochMillis;
import org.jspecify.annotations.Nullable;

/**
 * Keys and arguments of a script, as bytes.
 */
final class ScriptArguments {

	private final List<byte[]> values = new ArrayList<>();

	private final int keys;

	ScriptArguments(byte[]... keys) {
		this.values.addAll(List.of(keys));
		this.keys = keys.length;
	}

	ScriptArguments add(byte[] value) {
		this.values.add(value);
		return this;
	}

	ScriptArguments add(String value) {
		return add(value.getBytes(StandardCharsets.UTF_8));
	}

	ScriptArguments add(long value) {
		return add(Long.toString(value));
	}

	/**
	 * Add a duration in milliseconds, rounded up, so that nothing ends early.
	 * @param value the duration; negative means none
	 * @return these arguments
	 */
	ScriptArguments add(Duration value) {
		return add(new DueTime.After(value).toMillis());
	}

	ScriptArguments addOrEmpty(@Nullable Duration value) {
		return (value != null) ? add(value) : add("");
	}

	/**
	 * Add the time and the id of a place.
	 * @param value the place, or {@code null} for two empty arguments
	 * @return these arguments
	 */
	ScriptArguments addOrEmpty(BrowseRequest.@Nullable Position value) {
		return (value != null) ? add(EpochMillis.stored(value.time())).add(value.id()) : add("").add("");
	}

	ScriptArguments add(DueTime value) {
		if (value instanceof DueTime.At at) {
			return add("AT").add(at.toEpochMilli());
		}
		if (value instanceof DueTime.Since since) {
			return add("SINCE").add(since.toMillis());
		}
		return add("AFTER").add(((DueTime.After) value).toMillis());
	}

	ScriptArguments add(ConsumerCall call) {
		return add(call.source().name()).add(word("consumer", call.consumer()))
			.add(call.number())
			.add(call.confirmed());
	}

	// What is remembered of a consumer is a line of words.
	private static String word(String name, String value) {
		if (value.isEmpty() || !value.chars().allMatch(ScriptArguments::isWordCharacter) || value.equals("-")) {
			throw new IllegalArgumentException(
					"'" + name + "' must consist of letters, digits, '.', '_' and '-', but is '" + value + "'");
		}
		return value;
	}

	private static boolean isWordCharacter(int character) {
		return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z')
				|| (character >= '0' && character <= '9') || character == '.' || character == '_' || character == '-';
	}

	int keys() {
		return this.keys;
	}

	byte[][] toArray() {
		return this.values.toArray(byte[][]::new);
	}

}
