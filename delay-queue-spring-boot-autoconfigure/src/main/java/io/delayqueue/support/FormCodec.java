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

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Fields in one line of text without white space, as forms on web pages are sent: mostly
 * readable, and made and read without a parser.
 *
 * @since 0.1.0
 */
public final class FormCodec {

	private FormCodec() {
	}

	/**
	 * Append a field to a line.
	 * @param line what comes before
	 * @param name the name of the field
	 * @param value its value
	 */
	public static void append(StringBuilder line, String name, String value) {
		if (!line.isEmpty()) {
			line.append('&');
		}
		line.append(encode(name)).append('=').append(encode(value));
	}

	/**
	 * Decode fields.
	 * @param line the line
	 * @return the fields, in their order
	 * @throws IllegalArgumentException if that is no such line
	 */
	public static Map<String, String> decode(String line) {
		Map<String, String> fields = new LinkedHashMap<>();
		for (String field : line.isEmpty() ? new String[0] : line.split("&", -1)) {
			int equals = field.indexOf('=');
			if (equals < 0) {
				throw new IllegalArgumentException("A field has no value");
			}
			fields.put(decodeText(field.substring(0, equals)), decodeText(field.substring(equals + 1)));
		}
		return fields;
	}

	private static String encode(String text) {
		return URLEncoder.encode(text, StandardCharsets.UTF_8);
	}

	private static String decodeText(String text) {
		return URLDecoder.decode(text, StandardCharsets.UTF_8);
	}

}
