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
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.delayqueue.core.ScheduleResult.Outcome;
import io.delayqueue.store.memory.InMemoryDelayQueueStore;
import io.delayqueue.store.memory.MutableInstantSource;
import io.delayqueue.support.PayloadMessageConverter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link DefinitionStamp}.
 */
class DefinitionStampTests {

	private static final String JSON = "application/json";

	@Test
	void mapInAnotherOrderIsTheSameDefinition() {
		DelayQueueTemplate template = new DelayQueueTemplate(
				new InMemoryDelayQueueStore(new MutableInstantSource(Instant.EPOCH)),
				new PayloadMessageConverter(JsonMapper.builder().build()), DataSize.ofKilobytes(1));
		record Report(String name, List<Map<String, Integer>> limits) {
		}
		Report report = new Report("sales", List.of(map("a", 1, "b", 2)));
		Report reordered = new Report("sales", List.of(map("b", 2, "a", 1)));
		Report other = new Report("sales", List.of(map("b", 1, "a", 2)));
		Duration hour = Duration.ofHours(1);
		assertThat(template.scheduleRecurring("x", "q", report, hour).outcome()).isEqualTo(Outcome.SCHEDULED);
		assertThat(template.scheduleRecurring("x", "q", reordered, hour).outcome()).isEqualTo(Outcome.KEPT);
		assertThat(template.scheduleRecurring("x", "q", other, hour).outcome()).isEqualTo(Outcome.REPLACED);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
			{"a": 1, "b": {"d": [], "c": null}} | {"b":{"c":null,"d":[]},"a":1} | true
			[{"a":1,"b":2}]                     | [{"b":2,"a":1}]               | true
			[1, 2]                              | [2, 1]                        | false
			{"a":1}                             | {"a":"1"}                     | false
			{"a":{"b":1}}                       | {"b":{"a":1}}                 | false
			{"a":{}}                            | {"a":[]}                      | false
			{"a":1.00000000000000000001}        | {"a":1.00000000000000000002}  | false
			{"a":123456789012345678901}         | {"a":123456789012345678902}   | false
			{"a":1,"a":2}                       | {"a":3,"a":2}                 | false
			{"a":1} {"b":1}                     | {"a":1} {"b":2}               | false
			{"a":1}                             | {"a":1                        | false
			""")
	void jsonIsComparedByItsMeaning(String one, String other, boolean same) {
		for (String contentType : List.of(JSON, "application/json;charset=UTF-8", "application/vnd.report+json")) {
			assertThat(stamp(one, contentType).equals(stamp(other, contentType))).isEqualTo(same);
		}
	}

	@ParameterizedTest
	@CsvSource({ "text/plain", "application/octet-stream", "nonsense", "''" })
	void allElseIsComparedByteByByte(String contentType) {
		String json = "{\"a\":1,\"b\":2}";
		assertThat(stamp(json, contentType)).isEqualTo(stamp(json, contentType))
			.isNotEqualTo(stamp("{\"b\":2,\"a\":1}", contentType));
	}

	@Test
	void headersAndPriorityBelongToTheDefinition() {
		byte[] payload = { 1 };
		String stamp = DefinitionStamp.of(payload, JSON, map("a", "1", "b", "2"), 3);
		assertThat(stamp).isEqualTo(DefinitionStamp.of(payload, JSON, map("b", "2", "a", "1"), 3))
			.isNotEqualTo(DefinitionStamp.of(payload, JSON, map("a", "2", "b", "1"), 3))
			.isNotEqualTo(DefinitionStamp.of(payload, JSON, map("a", "1", "b", "2"), 4));
	}

	private static <T> Map<String, T> map(String first, T firstValue, String second, T secondValue) {
		Map<String, T> map = new LinkedHashMap<>();
		map.put(first, firstValue);
		map.put(second, secondValue);
		return map;
	}

	private static String stamp(String payload, String contentType) {
		return DefinitionStamp.of(payload.getBytes(StandardCharsets.UTF_8), contentType, Map.of(), 0);
	}

}
