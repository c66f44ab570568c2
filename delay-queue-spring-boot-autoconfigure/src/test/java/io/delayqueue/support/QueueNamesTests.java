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

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link QueueNames}.
 */
class QueueNamesTests {

	@ParameterizedTest
	@ValueSource(strings = { "a", "order-timeout", "Orders.eu_1", "0" })
	void acceptsLegalQueues(String queue) {
		assertThat(QueueNames.checkQueue(queue)).isEqualTo(queue);
		assertThat(QueueNames.checkQueue("q".repeat(128))).hasSize(128);
	}

	@ParameterizedTest
	@NullSource
	@ValueSource(strings = { "", " ", "-a", ".a", "_a", "a b", "a:b", "{a}", "a\n", "aufträge", "a/b" })
	void refusesIllegalQueues(String queue) {
		assertThatIllegalArgumentException().isThrownBy(() -> QueueNames.checkQueue(queue))
			.withMessageContaining("'queue'");
	}

	@Test
	void refusesTooLongQueues() {
		assertThatIllegalArgumentException().isThrownBy(() -> QueueNames.checkQueue("q".repeat(129)))
			.withMessageContaining("'queue'")
			.withMessageContaining("129 characters");
	}

	@ParameterizedTest
	@ValueSource(strings = { "a", "order 42", "Bestellung-ä", "🎉", "{a}:b", "a=b&c" })
	void acceptsLegalIds(String id) {
		assertThat(QueueNames.checkId(id)).isEqualTo(id);
	}

	@ParameterizedTest
	@NullSource
	@ValueSource(strings = { "", "  ", "a\nb", "a\u0000", "a\u0085", "\ud83c" })
	void refusesIllegalIds(String id) {
		assertThatIllegalArgumentException().isThrownBy(() -> QueueNames.checkId(id)).withMessageContaining("'id'");
	}

	@Test
	void countsTheBytesOfIds() {
		assertThat(QueueNames.checkId("é".repeat(128))).isNotNull();
		assertThatIllegalArgumentException().isThrownBy(() -> QueueNames.checkId("é".repeat(129)));
	}

}
