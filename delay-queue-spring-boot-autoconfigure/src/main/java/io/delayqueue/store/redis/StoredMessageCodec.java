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

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

import io.delayqueue.store.EpochMillis;
import io.delayqueue.store.StoredMessage;
import io.delayqueue.support.FormCodec;

import org.springframework.util.Assert;

/**
 * The wire format of messages: a header line, then the payload as it is.
 *
 * <pre>
 * 1 8mx2x4kjfk3f9 j
 * {"order":42}
 *
 * 1 8mx2x4kjfk3f9 x contentType=application%2Fxml&amp;tenant=blue
 * &lt;order/&gt;
 * </pre>
 *
 * The words of the header are the version of the format; the scheduled time and the
 * stamp, namely the number of digits, the milliseconds since the epoch to the base 36,
 * and the stamp; the kind of content; the user's headers if there are any. Kind {@code x}
 * has its content type before them. The same message always gives the same bytes.
 */
final class StoredMessageCodec {

	private static final String VERSION = "1";

	private static final int RADIX = 36;

	private static final String OTHER = "x";

	private static final String CONTENT_TYPE = "contentType";

	private static final Map<String, String> TYPES = Map.of("j", "application/json", "t", "text/plain", "b",
			"application/octet-stream");

	private StoredMessageCodec() {
	}

	static byte[] encode(StoredMessage message) {
		Assert.isTrue(isStamp(message.stamp()),
				() -> "'stamp' must consist of letters and digits, but is '" + message.stamp() + "'");
		String kind = kindOf(message.contentType());
		StringBuilder fields = new StringBuilder();
		if (kind.equals(OTHER)) {
			FormCodec.append(fields, CONTENT_TYPE, message.contentType());
		}
		new TreeMap<>(message.headers()).forEach((name, value) -> FormCodec.append(fields, name, value));
		String header = VERSION + ' ' + encodeTime(message.scheduledTime()) + message.stamp() + ' ' + kind
				+ (fields.isEmpty() ? "" : " " + fields) + '\n';
		ByteArrayOutputStream bytes = new ByteArrayOutputStream(header.length() + message.payload().length);
		bytes.writeBytes(header.getBytes(StandardCharsets.US_ASCII));
		bytes.writeBytes(message.payload());
		return bytes.toByteArray();
	}

	/**
	 * Decode a stored message.
	 * @param stored the stored bytes
	 * @return the message
	 * @throws IllegalArgumentException if that is no message, with a text that tells why
	 * and nothing of the content
	 */
	static StoredMessage decode(byte[] stored) {
		int end = 0;
		while (end < stored.length && stored[end] != '\n') {
			end++;
		}
		Assert.isTrue(end < stored.length, "The stored message has no header line");
		String[] words = new String(stored, 0, end, StandardCharsets.UTF_8).split(" ", -1);
		Assert.isTrue(words[0].equals(VERSION), "The stored message is not of version " + VERSION + " of the format");
		Assert.isTrue(words.length == 3 || words.length == 4, "The header line of the stored message is not complete");
		String fields = (words.length == 4) ? words[3] : "";
		String contentType = TYPES.get(words[2]);
		if (words[2].equals(OTHER)) {
			// A header of the user's may have the same name.
			int first = (fields.indexOf('&') < 0) ? fields.length() : fields.indexOf('&');
			contentType = FormCodec.decode(fields.substring(0, first)).get(CONTENT_TYPE);
			fields = fields.substring(Math.min(first + 1, fields.length()));
		}
		Assert.isTrue(contentType != null, "The kind of content of the stored message is not known");
		int stamp = 1 + digitsOf(words[1]);
		// What can be read can be written again.
		Assert.isTrue(isStamp(words[1].substring(stamp)), "The stamp of the stored message can't be read");
		return new StoredMessage(Arrays.copyOfRange(stored, end + 1, stored.length), contentType,
				FormCodec.decode(fields), Instant.ofEpochMilli(Long.parseLong(words[1], 1, stamp, RADIX)),
				words[1].substring(stamp));
	}

	private static int digitsOf(String timeAndStamp) {
		int digits = timeAndStamp.isEmpty() ? -1 : Character.digit(timeAndStamp.charAt(0), RADIX);
		Assert.isTrue(digits > 0 && digits < timeAndStamp.length(),
				"The scheduled time of the stored message can't be read");
		return digits;
	}

	private static String kindOf(String contentType) {
		for (Map.Entry<String, String> type : TYPES.entrySet()) {
			if (type.getValue().equals(contentType)) {
				return type.getKey();
			}
		}
		return OTHER;
	}

	private static boolean isStamp(String text) {
		return text.chars().allMatch(StoredMessageCodec::isStampCharacter);
	}

	private static boolean isStampCharacter(int character) {
		return character < 128 && Character.isLetterOrDigit(character);
	}

	// A producer's clock that is out of all reason must not make the message unreadable.
	private static String encodeTime(Instant time) {
		String digits = Long.toString(EpochMillis.of(time), RADIX);
		return Integer.toString(digits.length(), RADIX) + digits;
	}

}
