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

import java.util.ArrayList;
import java.util.List;

import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * JSON in the one form that all texts have that differ only in space and in the order of
 * the names in their objects. A map has another order in another JVM; an array's order is
 * taken to be meant.
 */
final class CanonicalJson {

	// Not the application's, whose settings may change from version to version.
	private static final JsonMapper MAPPER = JsonMapper.builder()
		.enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
		.enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS, DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
		.disable(SerializationFeature.INDENT_OUTPUT)
		.build();

	private CanonicalJson() {
	}

	/**
	 * Return the canonical form.
	 * @param json a text in UTF-8
	 * @return the form, or the text itself if it is no JSON
	 */
	static byte[] of(byte[] json) {
		try {
			return MAPPER.writeValueAsBytes(sorted(MAPPER.readTree(json)));
		}
		catch (JacksonException ex) {
			return json;
		}
	}

	private static JsonNode sorted(JsonNode node) {
		if (node.isObject()) {
			List<String> names = new ArrayList<>(node.propertyNames());
			names.sort(null);
			ObjectNode sorted = MAPPER.createObjectNode();
			names.forEach((name) -> sorted.set(name, sorted(node.path(name))));
			return sorted;
		}
		if (node.isArray()) {
			ArrayNode sorted = MAPPER.createArrayNode();
			node.forEach((element) -> sorted.add(sorted(element)));
			return sorted;
		}
		return node;
	}

}
