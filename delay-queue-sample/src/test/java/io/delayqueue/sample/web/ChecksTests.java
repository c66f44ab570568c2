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

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link Checks}.
 */
class ChecksTests {

	@ParameterizedTest
	@ValueSource(strings = { "Tea", "Tea 🍵", "茶", "\"Tea\" & <milk>" })
	void takesText(String text) {
		assertThat(Checks.text("item", text)).isEqualTo(text);
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "a\u0000b", "a\nb", "a\tb", "a\u007Fb", "a\u0085b", "a\uD83Cb", "\uDF75", "a\uDF75\uD83C" })
	void refusesTextThatCannotBeShown(String text) {
		assertThatExceptionOfType(InvalidFieldException.class).isThrownBy(() -> Checks.text("item", text))
			.withMessage("'item' must have no control characters and no halves of characters")
			.satisfies((exception) -> assertThat(exception.getField()).isEqualTo("item"));
	}

}
