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

package io.delayqueue.migration;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link MemberFormat}.
 */
class MemberFormatTests {

	@Test
	void takesAPlainMemberAsItIs() {
		assertThat(MemberFormat.PLAIN.body(bytes("order-1"))).asString().isEqualTo("order-1");
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 8, 16, 200 })
	void takesThePayloadAfterARandomString(int length) {
		byte[] id = bytes("x".repeat(length));
		assertThat(MemberFormat.REDISSON.body(join(new byte[] { (byte) length }, id, number(7), bytes("payload"))))
			.asString()
			.isEqualTo("payload");
	}

	@Test
	void takesThePayloadAfterARandomNumber() {
		byte[] random = ByteBuffer.allocate(Double.BYTES).order(ByteOrder.LITTLE_ENDIAN).putDouble(0.123).array();
		assertThat(MemberFormat.REDISSON.body(join(random, number(7), bytes("payload")))).asString()
			.isEqualTo("payload");
	}

	@Test
	void takesAnEmptyPayload() {
		assertThat(MemberFormat.REDISSON.body(join(new byte[] { 1, 1 }, number(0)))).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "x", "order-1", "an order that was put there by somebody else" })
	void refusesWhatRedissonHasNotPacked(String member) {
		assertThatIllegalArgumentException().isThrownBy(() -> MemberFormat.REDISSON.body(bytes(member)))
			.withMessageContaining("no member of a delayed queue");
	}

	private static byte[] number(long value) {
		return ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array();
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	private static byte[] join(byte[]... parts) {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		for (byte[] part : parts) {
			bytes.writeBytes(part);
		}
		return bytes.toByteArray();
	}

}
