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
import java.time.Instant;
import java.util.List;

import io.delayqueue.MessageState;
import org.jspecify.annotations.Nullable;

/**
 * Reads the flat list with which every script replies, value by value.
 */
final class ScriptReply {

	private final List<?> values;

	private int position;

	ScriptReply(List<?> values) {
		this.values = values;
	}

	boolean hasNext() {
		return this.position < this.values.size();
	}

	byte[] bytes() {
		return (byte[]) this.values.get(this.position++);
	}

	String text() {
		return new String(bytes(), StandardCharsets.UTF_8);
	}

	long number() {
		return ((Number) this.values.get(this.position++)).longValue();
	}

	/**
	 * Read a number that is a count. The largest is kept for what is larger: only a hand
	 * that wrote into Redis could have made it so.
	 * @return the count
	 */
	int count() {
		return (int) Math.min(number(), Integer.MAX_VALUE - 1);
	}

	Instant instant() {
		return Instant.ofEpochMilli(number());
	}

	@Nullable Instant instantOrNull() {
		Object value = this.values.get(this.position++);
		return (value instanceof Number millis) ? Instant.ofEpochMilli(millis.longValue()) : null;
	}

	Duration duration() {
		return Duration.ofMillis(number());
	}

	@Nullable Duration durationOrNull() {
		Object value = this.values.get(this.position++);
		return (value instanceof Number millis) ? Duration.ofMillis(millis.longValue()) : null;
	}

	@Nullable MessageState stateOrNull() {
		String text = text();
		return text.isEmpty() ? null : MessageState.valueOf(text);
	}

}
