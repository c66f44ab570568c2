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

import java.time.Instant;
import java.time.format.DateTimeParseException;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;

/**
 * Reads an instant from ISO-8601 text only. Jackson's own takes numbers too, which a
 * sender who means milliseconds would find taken for seconds.
 */
class InstantTextDeserializer extends StdDeserializer<Instant> {

	InstantTextDeserializer() {
		super(Instant.class);
	}

	@Override
	public Instant deserialize(JsonParser parser, DeserializationContext context) {
		if (!parser.hasToken(JsonToken.VALUE_STRING)) {
			return (Instant) context.handleUnexpectedToken(Instant.class, parser);
		}
		String text = parser.getString();
		try {
			return Instant.parse(text);
		}
		catch (DateTimeParseException ex) {
			return (Instant) context.handleWeirdStringValue(Instant.class, text, "not an instant");
		}
	}

}
