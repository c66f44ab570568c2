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
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

import io.delayqueue.store.StoredMessage;
import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;
import org.springframework.util.StringUtils;

/**
 * The wire format of messages: a header line, then the payload as it is.
 *
 * <pre>
 * 1 0mx8k2v4qz7f j
 * {"order":42}
 *
 * 1 0mx8k2v4qz7f x contentType=application%2Fxml&amp;tenant=blue
 * &lt;order/&gt;
 * </pre>
 *
 * The words of the header are the version of the format; the scheduled time in
 * milliseconds, as nine digits to the base 36, and the stamp; the kind of content; the
 * user's headers if there are any. Kind {@code x} has its content type as the first of
 * them. The same message always gives the same bytes.
 */
final class StoredMessageCodec {

	private static final String VERSION = "1";

	private static final int TIME_LENGTH = 9;

	private static final long MAX_TIME = 101_559_956_668_415L;

	private static final String OTHER = "x";

	private static final String CONTENT_TYPE = "contentType";

	private static final Map<String, String> TYPES = Map.of("j", "application/json", "t", "text/plain", "b",
			"application/octet-stream");

	private StoredMessageCodec() {
	}

	static byte[] encode(StoredMessage message) {
		Assert.isTrue(message.stamp().chars().allMatch(StoredMessageCodec::isStampCharacter),
				() -> "'stamp' must consist of letters and digits, but is '" + message.stamp() + "'");
		String kind = kindOf(message.contentType());
		Map<String, String> fields = new LinkedHashMap<>();
		if (kind.equals(OTHER)) {
			fields.put(CONTENT_TYPE, message.contentType());
		}
		fields.putAll(new TreeMap<>(message.headers()));
		String header = VERSION + ' ' + encodeTime(message.scheduledTime()) + message.stamp() + ' ' + kind
				+ (fields.isEmpty() ? "" : ' ' + FormCodec.encode(fields)) + '\n';
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
		Assert.isTrue((words.length == 3 || words.length == 4) && words[1].length() >= TIME_LENGTH,
				"The header line of the stored message is not complete");
		Map<String, String> fields = (words.length == 4) ? FormCodec.decode(words[3]) : new LinkedHashMap<>();
		String contentType = words[2].equals(OTHER) ? takeFirst(fields) : TYPES.get(words[2]);
		Assert.isTrue(contentType != null, "The kind of content of the stored message is not known");
		return new StoredMessage(Arrays.copyOfRange(stored, end + 1, stored.length), contentType, fields,
				decodeTime(words[1].substring(0, TIME_LENGTH)), words[1].substring(TIME_LENGTH));
	}

	private static @Nullable String takeFirst(Map<String, String> fields) {
		Iterator<String> values = fields.values().iterator();
		if (!values.hasNext()) {
			return null;
		}
		String first = values.next();
		values.remove();
		return first;
	}

	private static String kindOf(String contentType) {
		for (Map.Entry<String, String> type : TYPES.entrySet()) {
			if (type.getValue().equals(contentType)) {
				return type.getKey();
			}
		}
		return OTHER;
	}

	private static boolean isStampCharacter(int character) {
		return character < 128 && Character.isLetterOrDigit(character);
	}

	// A producer's clock that is out of all reason must not make the message unreadable.
	private static String encodeTime(Instant time) {
		long millis = (time.getEpochSecond() < 0) ? 0
				: (time.getEpochSecond() >= MAX_TIME / 1000) ? MAX_TIME : time.toEpochMilli();
		String digits = Long.toString(millis, 36);
		return "0".repeat(TIME_LENGTH - digits.length()) + digits;
	}

	private static Instant decodeTime(String digits) {
		Assert.isTrue(StringUtils.hasText(digits) && digits.chars().allMatch(StoredMessageCodec::isStampCharacter),
				"The scheduled time of the stored message can't be read");
		return Instant.ofEpochMilli(Long.parseLong(digits, 36));
	}

}
