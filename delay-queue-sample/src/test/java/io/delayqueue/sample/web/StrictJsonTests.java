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

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Tests for {@link StrictJson}.
 */
class StrictJsonTests {

	private final JsonMapper jsonMapper = jsonMapper();

	@Test
	void readsTextAndInstant() {
		assertThat(this.jsonMapper.readValue("{\"text\":\"5\",\"instant\":\"2030-01-31T07:00:00Z\"}", Request.class))
			.isEqualTo(new Request("5", Instant.parse("2030-01-31T07:00:00Z")));
	}

	@ParameterizedTest
	@ValueSource(strings = { "{}", "{\"text\":null,\"instant\":null}" })
	void readsAbsence(String json) {
		assertThat(this.jsonMapper.readValue(json, Request.class)).isEqualTo(new Request(null, null));
	}

	@ParameterizedTest
	@ValueSource(strings = { "5", "5.5", "true", "[\"Tea\"]", "{}" })
	void refusesWhatIsNoText(String value) {
		assertThat(fault("{\"text\":" + value + "}")).isEqualTo(new Fault("text", "'text' is not a text"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "1", "1.5", "true", "\"1\"", "\"\"", "\" \"", "\"2030-01-31\"", "[]", "{}" })
	void refusesWhatIsNoInstant(String value) {
		assertThat(fault("{\"instant\":" + value + "}"))
			.isEqualTo(new Fault("instant", "'instant' is not an instant such as 2030-01-31T07:00:00Z"));
	}

	private Fault fault(String json) {
		return Fault.of(catchThrowableOfType(MismatchedInputException.class,
				() -> this.jsonMapper.readValue(json, Request.class)));
	}

	private static JsonMapper jsonMapper() {
		JsonMapper.Builder builder = JsonMapper.builder();
		new StrictJson().customize(builder);
		return builder.build();
	}

	record Request(@Nullable String text, @Nullable Instant instant) {

	}

}
