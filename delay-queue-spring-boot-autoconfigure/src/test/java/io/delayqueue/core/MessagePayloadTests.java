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

package io.delayqueue.core;

import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link MessagePayload}.
 */
class MessagePayloadTests {

	@Test
	void isTextIfItIsUtf8() {
		assertThat(payload("größe").asText()).isEqualTo("größe");
	}

	@Test
	void isBase64IfItIsNoText() {
		assertThat(new MessagePayload(new byte[] { (byte) 0xFF, 0 }, "application/octet-stream").asText())
			.isEqualTo("/wA=");
	}

	@Test
	void doesNotShowItsContentInLogs() {
		assertThat(payload("secret")).hasToString("text/plain, 6 bytes");
	}

	@Test
	void isEqualByItsContent() {
		assertThat(payload("a")).isEqualTo(payload("a"))
			.hasSameHashCodeAs(payload("a"))
			.isNotEqualTo(payload("b"))
			.isNotEqualTo(new MessagePayload("a".getBytes(StandardCharsets.UTF_8), "application/json"));
	}

	private static MessagePayload payload(String text) {
		return new MessagePayload(text.getBytes(StandardCharsets.UTF_8), "text/plain");
	}

}
