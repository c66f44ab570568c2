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

import java.time.Instant;
import java.util.List;

import io.delayqueue.core.MessageView;
import io.delayqueue.testredis.RedisServer;
import io.delayqueue.testredis.RedisTest;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static io.delayqueue.migration.ImportBench.QUEUE;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Imports of what RQueue 3.2.0 has written. The mapper is that of its migration guide.
 */
@RedisTest
class RqueueImportIntegrationTests {

	private static final String MESSAGE = """
			{"@class":"com.github.sonus21.rqueue.core.RqueueMessage","failureCount":0,"id":"%s",\
			"queueName":"order-timeout","message":"{\\"msg\\":\\"{\\\\\\"orderId\\\\\\":42,\\\\\\"items\\\\\\":[\\\\\\"tea\\\\\\"]}\\",\
			\\"name\\":\\"com.example.OrderTimeout\\"}","queuedTime":1800000000000000000,"processAt":%d,\
			"sourceQueueFailureCount":0,"period":0}""";

	private static final long DUE = 2_200_000_000_123L;

	private final JsonMapper jsonMapper = JsonMapper.builder().build();

	@Test
	void movesEachMessageUnlessItHasBeenDeleted(RedisServer server) {
		ImportBench bench = new ImportBench(server);
		bench.add(MESSAGE.formatted("first", DUE), DUE);
		bench.add(MESSAGE.formatted("deleted", DUE), DUE);
		String marks = server.keyPrefix() + "__rq::m-mdata::order-timeout::";
		bench.redis().opsForValue().set(marks + "first", "{\"deleted\":false}");
		bench.redis().opsForValue().set(marks + "deleted", "{\"deleted\":true}");
		ImportReport report = bench.importer().run((pending) -> {
			JsonNode envelope = this.jsonMapper.readTree(pending.getText());
			String id = envelope.get("id").asString();
			String mark = bench.redis().opsForValue().get(marks + id);
			if (mark != null && this.jsonMapper.readTree(mark).path("deleted").asBoolean()) {
				return null;
			}
			JsonNode content = this.jsonMapper.readTree(envelope.get("message").asString());
			OrderTimeout timeout = this.jsonMapper.readValue(content.get("msg").asString(), OrderTimeout.class);
			return pending.to(QUEUE, id, timeout).build();
		});
		assertThat(report).isEqualTo(new ImportReport(2, 1, 0, 0, 0, 1, 0, null));
		MessageView message = bench.find("first");
		assertThat(message.time()).isEqualTo(Instant.ofEpochMilli(DUE));
		assertThat(message.payload().bytes()).asString().isEqualTo("{\"items\":[\"tea\"],\"orderId\":42}");
		assertThat(bench.pending()).singleElement().asString().contains("\"deleted\"");
	}

	record OrderTimeout(List<String> items, long orderId) {

	}

}
