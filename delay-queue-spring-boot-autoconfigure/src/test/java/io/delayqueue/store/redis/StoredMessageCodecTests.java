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
import java.time.Instant;
import java.util.Map;

import io.delayqueue.KnownFault;
import io.delayqueue.store.StoredMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link StoredMessageCodec}.
 */
class StoredMessageCodecTests {

	private static final Instant TIME = Instant.parse("2026-11-30T07:00:00.123Z");

	@ParameterizedTest
	@ValueSource(strings = { "application/json", "text/plain", "application/octet-stream", "application/xml",
			"text/plain;charset=ISO-8859-1", "" })
	void everyContentTypeIsKept(String contentType) {
		StoredMessage message = message("payload", contentType, Map.of());
		assertThat(StoredMessageCodec.decode(StoredMessageCodec.encode(message))).isEqualTo(message);
	}

	@ParameterizedTest
	@ValueSource(strings = { "application/json", "application/xml" })
	void headersAreKept(String contentType) {
		StoredMessage message = message("\n\n a b", contentType,
				Map.of("tenant", "blue", "a b&c=d%", "line\nbreak \u0000 😀", "empty", "", "contentType", "mine"));
		assertThat(StoredMessageCodec.decode(StoredMessageCodec.encode(message))).isEqualTo(message);
	}

	@Test
	void payloadIsKeptByteByByte() {
		byte[] payload = new byte[256];
		for (int i = 0; i < payload.length; i++) {
			payload[i] = (byte) i;
		}
		StoredMessage message = new StoredMessage(payload, "application/octet-stream", Map.of(), TIME, "z9");
		assertThat(StoredMessageCodec.decode(StoredMessageCodec.encode(message)).payload()).isEqualTo(payload);
		assertThat(StoredMessageCodec.decode(StoredMessageCodec.encode(message("", "text/plain", Map.of()))).payload())
			.isEmpty();
	}

	@Test
	@KnownFault("redisson#4072")
	void isReadable() {
		assertThat(StoredMessageCodec.encode(message("{\"order\":42}", "application/json", Map.of())))
			.asString(StandardCharsets.UTF_8)
			.isEqualTo("1 8mx2x4kjfk3f9 j\n{\"order\":42}");
		assertThat(
				StoredMessageCodec.encode(message("<order/>", "application/xml", Map.of("tenant", "blue", "a", "b c"))))
			.asString(StandardCharsets.UTF_8)
			.isEqualTo("1 8mx2x4kjfk3f9 x contentType=application%2Fxml&a=b+c&tenant=blue\n<order/>");
	}

	@Test
	void headerLineIsShort() {
		byte[] stored = StoredMessageCodec.encode(message("", "application/json", Map.of()));
		assertThat(stored).hasSizeLessThanOrEqualTo(20);
	}

	@ParameterizedTest
	@ValueSource(strings = { "1970-01-01T00:00:00Z", "1969-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z",
			"2059-05-25T17:38:27.455Z", "2059-05-25T17:38:27.456Z", "-9999-01-01T00:00:00Z" })
	void scheduledTimeIsKept(Instant time) {
		assertThat(timeAfterRoundTrip(time)).isEqualTo(time);
	}

	@Test
	void scheduledTimeBeyondReasonIsCutOff() {
		assertThat(timeAfterRoundTrip(Instant.MAX)).isEqualTo(Instant.ofEpochMilli(Long.MAX_VALUE));
		assertThat(timeAfterRoundTrip(Instant.MIN)).isEqualTo(Instant.ofEpochMilli(Long.MIN_VALUE));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "payload", "1 8mx2x4kjfk3f9 j", "2 8mx2x4kjfk3f9 j\n", "1 9mim j\n", "1 0mim j\n",
			"1  j\n", "1 -mim j\n", "1 8mx2x4kjfk3f9\n", "1 8mx2x4kjfk3f9 q\n", "1 8mx2x4kjfk3f9 x\n",
			"1 8mx2x-kjfk3f9 j\n", "1 8mx2x4kjfk3-9 j\n", "1 8mx2x4kjfk3f9 j a\n", "1 8mx2x4kjfk3f9 j a=%zz\n",
			"1 8mx2x4kjfk3f9 j a=b c\n", " 1\n" })
	void whatIsNoMessageIsRefusedWithoutTellingItsContent(String stored) {
		byte[] bytes = stored.getBytes(StandardCharsets.UTF_8);
		assertThatIllegalArgumentException().isThrownBy(() -> StoredMessageCodec.decode(bytes))
			.withMessageNotContaining("payload");
	}

	@Test
	void stampWithOtherCharactersIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(
				() -> StoredMessageCodec.encode(new StoredMessage(new byte[0], "text/plain", Map.of(), TIME, "a b")))
			.withMessageContaining("stamp");
	}

	private static Instant timeAfterRoundTrip(Instant time) {
		return StoredMessageCodec
			.decode(StoredMessageCodec.encode(new StoredMessage(new byte[0], "text/plain", Map.of(), time, "7z")))
			.scheduledTime();
	}

	private static StoredMessage message(String payload, String contentType, Map<String, String> headers) {
		return new StoredMessage(payload.getBytes(StandardCharsets.UTF_8), contentType, headers, TIME, "k3f9");
	}

}
