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

package io.delayqueue.outbox;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link OutboxSettings}.
 */
class OutboxSettingsTests {

	@ParameterizedTest
	@ValueSource(strings = { "delay_queue_outbox", "Outbox2", "shop.outbox" })
	void takesNamesOfTables(String name) {
		assertThat(new OutboxSettings(name, Duration.ofSeconds(1), 1, 1).tableName()).isEqualTo(name);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "out box", "outbox; DROP TABLE orders", "outbox--", "\"outbox\"", "2outbox", "a.b.c",
			"outböx", "a12345678901234567890123456789012345678901234567890123456789" })
	void refusesAllElse(String name) {
		assertThatIllegalArgumentException().isThrownBy(() -> new OutboxSettings(name, Duration.ofSeconds(1), 1, 1))
			.withMessageContaining("'tableName'");
	}

	@Test
	void refusesNumbersThatMakeNoSense() {
		assertThatIllegalArgumentException().isThrownBy(() -> new OutboxSettings("t", Duration.ZERO, 1, 1))
			.withMessageContaining("'pollInterval'");
		assertThatIllegalArgumentException().isThrownBy(() -> new OutboxSettings("t", Duration.ofSeconds(1), 0, 1))
			.withMessageContaining("'batchSize'");
		assertThatIllegalArgumentException().isThrownBy(() -> new OutboxSettings("t", Duration.ofSeconds(1), 1, 0))
			.withMessageContaining("'maxAttempts'");
	}

}
