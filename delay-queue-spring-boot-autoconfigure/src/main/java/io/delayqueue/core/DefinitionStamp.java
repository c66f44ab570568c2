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

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.TreeMap;

import org.springframework.util.ClassUtils;
import org.springframework.util.InvalidMimeTypeException;
import org.springframework.util.MimeType;

/**
 * The stamp of a recurring message, the same whenever and wherever it is defined in the
 * same way, so that an application may schedule it at each start. The order of a map in
 * the payload does not matter. That of a set does: in JSON it is a list like any other,
 * whose order is as much a part of it as its elements.
 */
final class DefinitionStamp {

	private static final int LENGTH = 16;

	private static final int RADIX = 36;

	// An application with a converter of its own needs no Jackson.
	private static final boolean JACKSON_PRESENT = ClassUtils.isPresent("tools.jackson.databind.json.JsonMapper",
			DefinitionStamp.class.getClassLoader());

	private DefinitionStamp() {
	}

	static String of(byte[] payload, String contentType, Map<String, String> headers, int priority) {
		MessageDigest digest = sha256();
		update(digest, isJson(contentType) ? CanonicalJson.of(payload) : payload);
		update(digest, contentType);
		new TreeMap<>(headers).forEach((name, value) -> {
			update(digest, name);
			update(digest, value);
		});
		digest.update((byte) priority);
		String digits = new BigInteger(1, digest.digest()).toString(RADIX);
		return digits.substring(Math.max(0, digits.length() - LENGTH));
	}

	private static boolean isJson(String contentType) {
		try {
			String subtype = MimeType.valueOf(contentType).getSubtype();
			return JACKSON_PRESENT && (subtype.equals("json") || subtype.endsWith("+json"));
		}
		catch (InvalidMimeTypeException ex) {
			return false;
		}
	}

	private static void update(MessageDigest digest, String text) {
		update(digest, text.getBytes(StandardCharsets.UTF_8));
	}

	// With its length, so that what belongs to one part can't belong to its neighbour.
	private static void update(MessageDigest digest, byte[] bytes) {
		digest.update(BigInteger.valueOf(bytes.length).toByteArray());
		digest.update((byte) ':');
		digest.update(bytes);
	}

	private static MessageDigest sha256() {
		try {
			return MessageDigest.getInstance("SHA-256");
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java platform has SHA-256", ex);
		}
	}

}
